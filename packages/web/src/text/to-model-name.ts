import { toVisibleText } from './visible-text.ts'

/** A model's name without what every one of them has: `sonnet-4-5` for `claude-sonnet-4-5-20250929`. */
export function toModelName(model: string): string {
  return toVisibleText(model)
    .replace(/^claude-/, '')
    .replace(/-20\d{6}$/, '')
}
