import { printPermissionRule, toCanonicalJson } from '@quarterdeck/protocol/pure'
import { furtherFolder, sessionFolder } from './folders.ts'
import { permissionMode } from './permission-mode.ts'
import type { PolicyContext } from './policy-options.ts'
import { each, type Rule } from './rule.ts'
import { findRuleProblem, isNegated } from './rule-text.ts'

/** The prompt that an answer is to: what the CLI offered with it. */
export interface Offered {
  /** Which tool it asks about. */
  toolName: string
  suggestions: readonly unknown[]
  /** The CLI wants no rule made of this answer. */
  isOnceOnly?: boolean
}

type Update = Readonly<Record<string, unknown>>

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  addRules: ['rules', 'behavior'],
  replaceRules: ['rules', 'behavior'],
  removeRules: ['rules', 'behavior'],
  setMode: ['mode'],
  addDirectories: ['directories'],
  removeDirectories: ['directories'],
}

/** Kept with the session, or with this person in this project. The other files speak for other people and other projects. */
const NEAR = ['session', 'localSettings']
const FAR = ['userSettings', 'projectSettings']

/**
 * Changes of permissions that come with an answer: what the CLI itself has suggested goes back as it is, unless it would leave the
 * roots or stop the asking for good; of a caller's own making is what it could also have started the session with. What is allowed beyond
 * the session has to do with what was asked.
 */
export function judgePermissions(updates: readonly unknown[], offered: Offered, context: PolicyContext): string | null {
  const suggested = new Set(offered.suggestions.map(toCanonicalJson))
  for (const update of updates) {
    const why = judgeUpdate(update as Update, suggested.has(toCanonicalJson(update)), offered, context)
    if (why !== null) return why
  }
  return null
}

function judgeUpdate(update: Update, isSuggested: boolean, offered: Offered, context: PolicyContext): string | null {
  const { type, mode, directories } = update
  if (type === 'setMode') {
    const why = permissionMode(mode, context)
    if (why !== null) return `The mode '${String(mode)}' ${why}.`
  }
  if (type === 'addDirectories') {
    const why = each(isSuggested ? sessionFolder : furtherFolder)(directories, context)
    // Of a folder that is not there the CLI may speak, too; it cannot be outside of roots that are not set.
    if (why !== null && !(isSuggested && context.roots.length === 0)) return `The list of folders ${why}.`
  }
  return isSuggested ? null : judgeOwn(update, offered, context)
}

/** One that the CLI has not suggested. */
function judgeOwn(update: Update, offered: Offered, context: PolicyContext): string | null {
  const { type, destination } = update
  const fields = typeof type === 'string' && Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined
  if (fields === undefined) return `There is no change of permissions '${String(type)}'.`
  const odd = Object.keys(update).find((key) => !['type', 'destination', ...fields].includes(key))
  if (odd !== undefined) return `A change of permissions has no '${odd}'.`
  return judgeDestination(update, context) ?? JUDGES[type as string]?.(update, offered, context) ?? null

  function judgeDestination({ behavior }: Update, { allowConfig }: PolicyContext): string | null {
    if (NEAR.includes(String(destination))) return null
    if (!FAR.includes(String(destination))) return `Nothing can be kept in '${String(destination)}'.`
    const isNarrowing = type === 'addRules' && behavior !== 'allow'
    if (allowConfig || isNarrowing) return null
    return `What is kept in '${String(destination)}' holds for other sessions too: that needs a server started with --allow-config.`
  }
}

type Judge = (update: Update, offered: Offered, context: PolicyContext) => string | null

const JUDGES: Readonly<Record<string, Judge>> = {
  addRules({ rules, behavior, destination }, offered, context) {
    if (behavior !== 'allow')
      return behavior === 'deny' || behavior === 'ask'
        ? (judgeRules(rules, nameOfTool, context) ?? judgeTexts(rules))
        : odd(behavior)
    if (offered.isOnceOnly) return 'The CLI wants to be asked about this every time.'
    const why = judgeRules(rules, nameOfAllowed, context) ?? judgeTexts(rules)
    return why ?? (destination === 'session' || context.allowConfig ? null : judgeKept(rules as KeptRule[], offered))
  },
  replaceRules: (_, __, { allowConfig }) =>
    allowConfig
      ? null
      : 'Rules are not replaced from here: what stood there might be what protects. Add or remove some.',
  removeRules({ rules, behavior }, _, context) {
    const why = judgeRules(rules, nameOfTool, context)
    if (why !== null || context.allowConfig) return why
    if (behavior === 'allow' && !toTexts(rules).some(isNegated)) return null
    return 'A rule that denies or asks is taken away only on a server started with --allow-config.'
  },
  setMode: ({ destination }, _, { allowConfig }) =>
    destination === 'session' || allowConfig ? null : 'A mode is changed for the session only.',
}

interface KeptRule {
  toolName: string
  ruleContent?: string
}

/** Rules that allow something for good: what was suggested, or something certain of a tool that this is about. */
function judgeKept(rules: readonly KeptRule[], { toolName, suggestions }: Offered): string | null {
  const suggested = suggestions.flatMap(toAllowing)
  const texts = new Set(suggested.map((rule) => printPermissionRule(rule)))
  const tools = new Set([toolName, ...suggested.map((rule) => rule.toolName)])
  const other = rules
    .filter((rule) => !texts.has(printPermissionRule(rule)))
    .find((rule) => !tools.has(rule.toolName) || isEverything(rule.ruleContent ?? ''))
  if (other === undefined) return null
  return `'${printPermissionRule(other)}' allows for good what was not asked about: that needs a server started with --allow-config. Say what of '${toolName}' is meant, or allow it for the session.`
}

function toAllowing(suggestion: unknown): KeptRule[] {
  const { type, behavior, rules } = (suggestion ?? {}) as Update
  if ((type !== 'addRules' && type !== 'replaceRules') || behavior !== 'allow' || !Array.isArray(rules)) return []
  return rules.filter((rule): rule is KeptRule => {
    const { toolName, ruleContent = '' } = (rule ?? {}) as Update
    return typeof toolName === 'string' && typeof ruleContent === 'string'
  })
}

/** Nothing but signs, such as `*`, is no narrower than the tool's name alone. */
function isEverything(content: string): boolean {
  return !/[\p{L}\p{N}]/u.test(content.replace(/^domain:/, ''))
}

const nameOfTool: Rule = (value) =>
  typeof value === 'string' && /^[A-Za-z*][\w*.-]*$/.test(value) ? null : 'is not the name of a tool'

const nameOfAllowed: Rule = (value, { allowConfig }) => {
  if (typeof value === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(value)) return null
  if (typeof value === 'string' && /^mcp__[\w-]+$/.test(value))
    return allowConfig
      ? null
      : "is not one of the CLI's own tools, which only a server started with --allow-config lets you add"
  return "is none of the CLI's own tools"
}

function judgeRules(rules: unknown, isName: Rule, context: PolicyContext): string | null {
  if (!Array.isArray(rules) || rules.length === 0) return 'A change of rules names at least one.'
  for (const rule of rules as unknown[]) {
    const { toolName, ruleContent, ...more } = (rule ?? {}) as Record<string, unknown>
    const why = isName(toolName, context)
    if (why !== null) return `'${String(toolName)}' ${why}.`
    if (Object.keys(more).length > 0) return `A rule has no '${Object.keys(more)[0]}'.`
    // A session's rules become flags when it is resumed, where parentheses would end them.
    if (ruleContent !== undefined && !(typeof ruleContent === 'string' && /^[^()\p{Cc}]*$/u.test(ruleContent)))
      return `The rule for '${String(toolName)}' must be one line without parentheses.`
  }
  return null
}

/** Of rules that have passed `judgeRules`. */
function judgeTexts(rules: unknown): string | null {
  const wrong = toTexts(rules).find((text) => findRuleProblem(text) !== null)
  return wrong === undefined ? null : `'${wrong}' ${findRuleProblem(wrong)}.`
}

function toTexts(rules: unknown): string[] {
  return (rules as Parameters<typeof printPermissionRule>[0][]).map((rule) => printPermissionRule(rule))
}

function odd(behavior: unknown): string {
  return `A rule allows, denies or asks; it does not '${String(behavior)}'.`
}
