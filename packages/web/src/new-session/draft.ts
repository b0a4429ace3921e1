import type { Preferences, StartSession } from '@quarterdeck/contract'

/** The dialog as it is filled in, all of it text. */
export interface Draft {
  cwd: string
  prompt: string
  model: string
  mode: string
  effort: string
  maxTurns: string
  maxBudgetUsd: string
  addDirs: string
  allowedTools: string
  disallowedTools: string
  appendSystemPrompt: string
  systemPrompt: string
  mcpConfig: string
  agents: string
  settings: string
  pluginDirs: string
}

export type DraftField = keyof Draft

const KEY = 'quarterdeck-new-session'

/** What was written before the dialog was closed by accident; else as the person likes to begin. */
export function readDraft(folder: string, preferences: Preferences): Draft {
  const { defaultModel = '', defaultMode = 'default', defaultEffort = '' } = preferences
  const empty: Draft = {
    cwd: folder,
    prompt: '',
    model: defaultModel,
    mode: defaultMode,
    effort: defaultEffort,
    maxTurns: '',
    maxBudgetUsd: '',
    addDirs: '',
    allowedTools: '',
    disallowedTools: '',
    appendSystemPrompt: '',
    systemPrompt: '',
    mcpConfig: '',
    agents: '',
    settings: '',
    pluginDirs: '',
  }
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    const known = Object.entries(kept).filter(([name, value]) => name in empty && typeof value === 'string')
    return { ...empty, ...Object.fromEntries(known) }
  } catch {
    return empty
  }
}

export function keepDraft(draft: Draft | null): void {
  try {
    // A configuration of MCP servers often holds keys to them: it is kept nowhere.
    const { mcpConfig: _, settings: __, agents: ___, ...kept } = draft ?? {}
    if (draft === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing forgets it; the dialog works all the same.
  }
}

export type StartProblem = { field: DraftField | 'all'; text: string }

const AS_JSON = ['mcpConfig', 'agents', 'settings'] as const

/** What the server is asked for, or what is wrong with it. Configuration only where the server takes it. */
export function toStart(draft: Draft, cwd: string, mayConfigure = false): StartSession | StartProblem {
  if (cwd === '') return { field: 'cwd', text: 'Name the folder that Claude should work in.' }
  if (!cwd.startsWith('/')) return { field: 'cwd', text: 'Name the folder from / on, such as /home/you/project.' }
  const maxTurns = Number(draft.maxTurns)
  if (draft.maxTurns !== '' && !(Number.isInteger(maxTurns) && maxTurns > 0))
    return { field: 'maxTurns', text: 'Turns are a whole number from 1 on.' }
  const maxBudgetUsd = Number(draft.maxBudgetUsd)
  if (draft.maxBudgetUsd !== '' && !(maxBudgetUsd > 0))
    return { field: 'maxBudgetUsd', text: 'The budget is a number of dollars, such as 2.50.' }
  const configuration: Partial<Record<(typeof AS_JSON)[number], object>> = {}
  for (const field of mayConfigure ? AS_JSON : []) {
    if (draft[field].trim() === '') continue
    const value = parseObject(draft[field])
    if (typeof value === 'string') return { field, text: value }
    configuration[field] = value
  }
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  const word = (name: 'model' | 'effort' | 'appendSystemPrompt' | 'systemPrompt') =>
    draft[name].trim() === '' ? {} : { [name]: draft[name].trim() }
  const list = (name: 'addDirs' | 'allowedTools' | 'disallowedTools' | 'pluginDirs') =>
    lines(draft[name]).length === 0 ? {} : { [name]: lines(draft[name]) }
  return {
    cwd,
    permissionMode: draft.mode,
    ...(draft.prompt.trim() !== '' && { prompt: draft.prompt.trim() }),
    ...word('model'),
    ...word('effort'),
    ...word('appendSystemPrompt'),
    ...word('systemPrompt'),
    ...list('addDirs'),
    ...list('allowedTools'),
    ...list('disallowedTools'),
    ...(mayConfigure && list('pluginDirs')),
    ...configuration,
    ...(draft.maxTurns !== '' && { maxTurns }),
    ...(draft.maxBudgetUsd !== '' && { maxBudgetUsd }),
  }
}

/** The object, or what is wrong with the text. */
function parseObject(text: string): object | string {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? value : 'This must be a JSON object, which begins with {.'
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}.`
  }
}

const FIELDS: readonly (readonly [RegExp, DraftField])[] = [
  [/^'mcpConfig'/, 'mcpConfig'],
  [/^'agents'/, 'agents'],
  [/^'settings'/, 'settings'],
  [/^'pluginDirs'/, 'pluginDirs'],
  [/\bmodel\b/i, 'model'],
  [/permissionMode|\bmodes?\b/, 'mode'],
  [/addDirs/, 'addDirs'],
  [/disallowedTools/, 'disallowedTools'],
  [/allowedTools/, 'allowedTools'],
  [/effort/, 'effort'],
  [/cwd|folder/i, 'cwd'],
]

/** Beside which field a refusal of the server belongs. */
export function toStartProblem(text: string): StartProblem {
  return { field: FIELDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'all', text }
}
