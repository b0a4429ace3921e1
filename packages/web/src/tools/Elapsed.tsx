import { useNow } from '../frame/use-now.ts'
import { toElapsed } from './to-status-text.ts'

/** How long something has been going on. It alone is drawn every second. */
export function Elapsed({ since }: { since: string | undefined }) {
  const now = useNow()
  const began = since === undefined ? Number.NaN : Date.parse(since)
  const words = Number.isNaN(began) ? '' : toElapsed(Math.floor((now - began) / 1000) * 1000)
  return words === '' ? null : ` · ${words.replace('.0', '')}`
}
