import { lazily } from '../../parts/lazily.ts'

const rare = () => import('./rare-parts.ts')

export const TaskEnd = lazily(async () => ({ default: (await import('../../panels/SessionPanels.tsx')).TaskEnd }))
export const Pictures = lazily(async () => ({ default: (await rare()).Pictures }))
export const Paste = lazily(async () => ({ default: (await rare()).Paste }))
export const ErrorAdvice = lazily(async () => ({ default: (await rare()).ErrorAdvice }))
