import type { Script } from '../script/script.ts'

export const demoScript: Script = { scenes: [] }
