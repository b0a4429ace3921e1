import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { Approval } from '@quarterdeck/transcript'
import { useMemo } from 'react'
import { DiffView } from '../diff/DiffView.tsx'
import { toValueText, toVisibleText } from '../text/visible-text.ts'
import { textOf } from '../tools/read-field.ts'
import { toChange } from '../tools/to-change.ts'

/** What is asked about, all of it: a diff where files change, the command where one runs, every field otherwise. */
export function ApprovalInput({ approval: { toolName, input } }: { approval: Approval }) {
  switch (canonicalToolName(toolName)) {
    case 'Edit':
    case 'MultiEdit':
    case 'Write':
      return <ChangeInput input={input} />
    case 'Bash':
      return (
        <>
          <pre className="prompt-command">{toVisibleText(textOf(input, 'command') ?? '')}</pre>
          <Fields input={input} without={['command']} />
        </>
      )
    default:
      return <Fields input={input} without={[]} />
  }
}

const SHOWN_AS_DIFF = ['old_string', 'new_string', 'content', 'edits']

function ChangeInput({ input }: { input: unknown }) {
  const { hunks } = useMemo(() => toChange({ input }), [input])
  return (
    <>
      <Fields input={input} without={SHOWN_AS_DIFF} />
      <DiffView hunks={hunks} isWhole />
    </>
  )
}

/** Fields that say what will happen stand before those that only describe it. */
const FIRST = ['command', 'file_path', 'notebook_path', 'url', 'path', 'pattern']

/** Every field as an element of its own: no text inside one can pass for another. */
function Fields({ input, without }: { input: unknown; without: readonly string[] }) {
  const fields = Object.entries((input ?? {}) as Record<string, unknown>).filter(([name]) => !without.includes(name))
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  if (fields.length === 0) return null
  return (
    <dl className="prompt-fields">
      {fields
        .sort(([a], [b]) => rank(a) - rank(b))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{toVisibleText(name)}</dt>
            <dd>
              <pre>{toValueText(value)}</pre>
            </dd>
          </div>
        ))}
    </dl>
  )
}
