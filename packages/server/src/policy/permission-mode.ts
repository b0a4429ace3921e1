import type { Rule } from './rule.ts'

/** Every mode in which somebody, or a list of rules, still has a say. `manual` is another word for `default`. */
const MODES = ['default', 'manual', 'acceptEdits', 'plan', 'dontAsk', 'auto']

/** Old CLIs take any word for a mode, so only words that are known pass, letter by letter. */
export const permissionMode: Rule = (value, { allowBypass }) => {
  if (value === 'bypassPermissions')
    return allowBypass ? null : 'asks nobody, and is for servers started with --allow-bypass only'
  if (typeof value === 'string' && MODES.includes(value)) return null
  return `is none of the modes ${MODES.join(', ')}`
}
