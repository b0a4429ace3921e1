import type { Chance } from '../chance.ts'

export type Style = 'old' | 'new'

const SHARED = [
  'compaction',
  'api-errors',
  'commands',
  'commands-only',
  'interrupted',
  'edited-prompt',
  'image',
  'subagent',
  'question',
  'plan',
  'web',
  'custom-title',
  'generated-title',
  'tag',
  'tag-removed',
  'agent-name',
  'pull-request',
  'huge-line',
  'kept-output',
  'file-history',
  'cjk',
  'without-request-id',
  'unpriced-model',
  'hooks',
  'moved-folder',
  'pasted',
] as const
const OLD_ONLY = ['todos', 'microcompaction', 'loose-agent-file', 'sidechain-session'] as const
const NEW_ONLY = [
  'tasks',
  'custom-title-file',
  'archived',
  'prompt-after-archive',
  'continued-in',
  'cost-state',
  'modes',
] as const

export type Feature = (typeof SHARED)[number] | (typeof OLD_ONLY)[number] | (typeof NEW_ONLY)[number]

/** How often a session has it by chance, besides the one place where it is sure to be. */
const OFTEN: Partial<Record<Feature, number>> = {
  'generated-title': 0.6,
  compaction: 0.15,
  commands: 0.2,
  'api-errors': 0.08,
  interrupted: 0.15,
  'edited-prompt': 0.06,
  image: 0.06,
  subagent: 0.07,
  web: 0.1,
  hooks: 0.2,
  'custom-title': 0.05,
  'cost-state': 0.5,
  modes: 0.3,
  todos: 0.15,
  tasks: 0.1,
  pasted: 0.06,
  tag: 0.05,
  cjk: 0.03,
  'file-history': 0.02,
  'huge-line': 0.002,
  'sidechain-session': 0.004,
}
const SELDOM = 0.01

/** Of each pair a session has at most the first. */
const EXCLUDING: readonly [Feature, Feature][] = [
  ['tag', 'tag-removed'],
  ['custom-title', 'custom-title-file'],
  ['archived', 'prompt-after-archive'],
  ['archived', 'continued-in'],
  ['sidechain-session', 'continued-in'],
]
/** With fewer sessions, one of them would have to be everything at once. */
const ENOUGH_SESSIONS = 5

/** By chance, and, for the session that is number `ordinal` of `count` with its style, its share of all: so each one occurs. */
export function pickFeatures(
  chance: Chance,
  style: Style,
  place: { ordinal: number; count: number } | null,
): Set<Feature> {
  const all: readonly Feature[] = [...SHARED, ...(style === 'old' ? OLD_ONLY : NEW_ONLY)]
  const { ordinal, count } = place ?? { ordinal: 0, count: 0 }
  const share = Math.min(count, all.length)
  const sure = count < ENOUGH_SESSIONS ? [] : all.filter((_, index) => index % share === ordinal)
  const byChance = all.filter((feature) => chance.yes(OFTEN[feature] ?? SELDOM))
  // A session without a prompt has nothing else either.
  if (sure.includes('commands-only') && sure.length === 1) return new Set(sure)
  const features = new Set([...sure, ...byChance])
  features.delete('commands-only')
  for (const [first, second] of EXCLUDING) if (features.has(first)) features.delete(second)
  return features
}
