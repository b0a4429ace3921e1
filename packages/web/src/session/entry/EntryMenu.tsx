import { type Row, type SessionState, toRowMarkdown } from '@quarterdeck/transcript'
import { type Action, ActionMenu } from '../../parts/ActionMenu.tsx'
import { linesOf } from './entry-of.ts'
import { toFacts } from './to-facts.ts'
import { toRowText } from './to-row-text.ts'

/** The actions on one entry of the conversation. */
export interface EntryActions {
  copy: (text: string, what: string) => void
  copyLink: (uuid: string) => void
  showRaw: (uuids: readonly string[]) => void
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
  const { raw, link, fork } = linesOf(state, row)
  const facts = toFacts(state, row)
  const list: Action[] = [
    { name: 'Copy as text', run: () => actions.copy(toRowText(row), 'Text') },
    { name: 'Copy as Markdown', run: () => actions.copy(toRowMarkdown(row), 'Markdown') },
  ]
  if (link !== undefined) list.push({ name: 'Copy link', run: () => actions.copyLink(link) })
  if (raw.length > 0) list.push({ name: 'Raw JSON', run: () => actions.showRaw(raw) })
  if (fork !== undefined) list.push({ name: 'Fork from here', run: () => actions.fork(fork) })
  if (row.kind === 'user' && fork !== undefined)
    list.push({ name: 'Rewind files to here', run: () => actions.rewind(fork) })
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
