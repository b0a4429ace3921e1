import type { SessionRow } from '@quarterdeck/contract'
import { toStatusWord } from '../sessions/to-status-word.ts'
import { toFolderName } from '../text/to-folder-name.ts'
import { toVisibleText } from '../text/visible-text.ts'
import type { Action } from './actions.ts'
import { toFit } from './fuzzy.ts'

/** Something that the palette offers. */
export interface Choice {
  id: string
  name: string
  /** The kind of the choice, or where it is. */
  hint: string
  keys?: string
  isWaiting?: boolean
  run: () => void
}

export interface ChoiceGroup {
  name: string
  choices: readonly Choice[]
}

interface Sources {
  rows: readonly SessionRow[]
  actions: readonly Action[]
  /** Ids of what was chosen here last, the newest first. */
  recent: readonly string[]
  open: (sessionId: string) => void
}

const AT_FIRST = 6
const MOST = 50

/** The choices for a typed text, the best first. With nothing typed: the last chosen ones, the newest sessions, then all others. */
export function listChoices(typed: string, { rows, actions, recent, open }: Sources): ChoiceGroup[] {
  const sessions = rows.map((row) => toSessionChoice(row, open))
  const others = actions.filter((action) => !action.isKeyOnly).map(toActionChoice)
  const all = [...sessions, ...others]
  if (typed.trim() !== '') {
    const fitting = all.flatMap((choice) => {
      const fit = toFit(typed, `${choice.name} ${choice.hint}`)
      return fit === null ? [] : [{ choice, fit }]
    })
    const best = fitting.sort((one, other) => other.fit - one.fit).slice(0, MOST)
    return toGroups([{ name: 'Found', choices: best.map(({ choice }) => choice) }])
  }
  const last = recent.flatMap((id) => all.find((choice) => choice.id === id) ?? [])
  const isLeft = (choice: Choice) => !last.includes(choice)
  const waiting = sessions.filter((choice) => choice.isWaiting)
  const newest = [...waiting, ...sessions.filter((choice) => !choice.isWaiting)].filter(isLeft).slice(0, AT_FIRST)
  return toGroups([
    { name: 'Chosen last', choices: last },
    { name: 'Sessions', choices: newest },
    { name: 'Commands', choices: others.filter(isLeft) },
  ])
}

function toGroups(groups: ChoiceGroup[]): ChoiceGroup[] {
  return groups.filter(({ choices }) => choices.length > 0)
}

function toSessionChoice(row: SessionRow, open: (sessionId: string) => void): Choice {
  return {
    id: `session ${row.sessionId}`,
    name: toVisibleText(row.title),
    hint: `${toStatusWord(row.status)} · ${toFolderName(row.projectPath)}`,
    isWaiting: row.pending > 0,
    run: () => open(row.sessionId),
  }
}

function toActionChoice({ id, name, group, keys, run }: Action): Choice {
  const hint = group === 'Everywhere' || group === 'Theme' ? '' : group
  const first = keys?.[0]
  return { id, name, hint, ...(first !== undefined && { keys: first }), run: () => run('') }
}
