import { toTable } from '../../text/to-table.ts'
import { fieldOf, listOf, textOf } from '../../tools/read-field.ts'
import type { SettingsLayer } from '../settings-layer.ts'

export interface RuleInForce {
  behavior: 'allow' | 'ask' | 'deny'
  /** As it was written; it may go back so. */
  rule: string
  /** As the CLI names it. */
  source: string
  /** The same in words. */
  where: string
}

const BEHAVIOURS = ['allow', 'ask', 'deny'] as const

const PLACES: Readonly<Record<string, string>> = toTable({
  userSettings: 'yours, for every project',
  projectSettings: 'of the project',
  localSettings: 'yours, for this project',
  flagSettings: 'added for this session',
  policySettings: 'of your organisation',
  cliArg: 'from the start of this session',
  command: 'of a command',
  session: 'for this session, from a card',
})

/** The answer to `list_permission_rules`. */
export function readRules(told: unknown): RuleInForce[] {
  return listOf(fieldOf(told, 'state'), 'rules').flatMap((each) => {
    const rule = textOf(each, 'rule')
    const behavior = BEHAVIOURS.find((word) => word === textOf(each, 'behavior'))
    const source = textOf(each, 'source') ?? ''
    if (rule === undefined || behavior === undefined) return []
    const isOff = fieldOf(each, 'notInEffect') === true
    return [
      {
        behavior,
        rule,
        source,
        where: `${PLACES[source] ?? source}${isOff ? ', not in effect' : ''}`,
      },
    ]
  })
}

/** The rules of the settings files, each with its file. */
export function toFileRules(layers: readonly SettingsLayer[]): RuleInForce[] {
  return layers.flatMap(({ source, file, settings }) =>
    BEHAVIOURS.flatMap((behavior) =>
      listOf(fieldOf(settings, 'permissions'), behavior).flatMap((rule) =>
        typeof rule === 'string' ? [{ behavior, rule, source, where: file }] : [],
      ),
    ),
  )
}

export type FileSource = 'user' | 'project' | 'local'

/** As the CLI names it, or as the files do. */
const FILES: Readonly<Record<string, FileSource>> = toTable({
  userSettings: 'user',
  projectSettings: 'project',
  localSettings: 'local',
  user: 'user',
  project: 'project',
  local: 'local',
})

/** Which of the settings files a rule stands in, if it is in one that a person may change. */
export function toFileSource(source: string): FileSource | null {
  return FILES[source] ?? null
}

/** What allows something: without a rule that asks or denies more would be allowed, which the operator has to permit. */
export function canTakeBack({ source, behavior }: RuleInForce, mayConfigure: boolean): boolean {
  if (source === 'flagSettings') return mayConfigure
  return (behavior === 'allow' || mayConfigure) && toFileSource(source) !== null
}
