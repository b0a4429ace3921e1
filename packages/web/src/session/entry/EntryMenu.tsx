import { type Row, type SessionState, toRowMarkdown } from '@quarterdeck/transcript'
import { type Action, ActionMenu } from '../../parts/ActionMenu.tsx'
import { toCount } from '../../text/to-count.ts'
import { toWholeTime } from '../../text/to-time.ts'
import { entryOf, uuidOf } from './entry-of.ts'
import { toRowText } from './to-row-text.ts'

/** What can be done with one entry of the conversation. */
export interface EntryActions {
  copy: (text: string, what: string) => void
  copyLink: (uuid: string) => void
  showRaw: (uuid: string) => void
  fork: (uuid: string) => void
  rewind: (uuid: string) => void
}

interface Props {
  row: Row
  state: SessionState
  actions: EntryActions
  opener: HTMLButtonElement
  onClose: () => void
}

export default function EntryMenu({ row, state, actions, opener, onClose }: Props) {
  const uuid = uuidOf(state, row)
  const facts = toFacts(state, row)
  const list: Action[] = [
    { name: 'Copy as text', run: () => actions.copy(toRowText(row), 'Text') },
    { name: 'Copy as Markdown', run: () => actions.copy(toRowMarkdown(row), 'Markdown') },
  ]
  if (uuid !== undefined) {
    list.push({ name: 'Copy link', run: () => actions.copyLink(uuid) })
    list.push({ name: 'Raw JSON', run: () => actions.showRaw(uuid) })
    if (row.kind === 'user' || row.kind === 'text' || row.kind === 'tools')
      list.push({ name: 'Fork from here', run: () => actions.fork(uuid) })
    if (row.kind === 'user') list.push({ name: 'Rewind files to here', run: () => actions.rewind(uuid) })
  }
  return (
    <ActionMenu
      label="Entry"
      head={
        facts.length === 0
          ? undefined
          : facts.map((fact) => (
              <div key={fact} className="menu-fact">
                {fact}
              </div>
            ))
      }
      actions={list}
      opener={opener}
      onClose={onClose}
    />
  )
}

/** When it was, by which model, and how many tokens went into it and came out. */
function toFacts(state: SessionState, row: Row): string[] {
  const entry = entryOf(state, row)
  const model = entry?.kind === 'assistant' ? entry.model : undefined
  const usage = entry?.kind === 'assistant' ? entry.usage : undefined
  const tokens =
    usage === undefined
      ? undefined
      : `${toCount(usage.input + usage.cacheWrite)} tokens in, ${toCount(usage.cacheRead)} from cache, ${toCount(usage.output)} out`
  const at = row.at === undefined ? '' : toWholeTime(row.at)
  return [at, model, tokens].filter((fact): fact is string => fact !== undefined && fact !== '')
}
