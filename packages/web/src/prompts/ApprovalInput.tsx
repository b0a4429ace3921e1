import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { Approval } from '@quarterdeck/transcript'
import { useMemo } from 'react'
import { DiffView } from '../diff/DiffView.tsx'
import { toValueText, toVisibleText } from '../text/visible-text.ts'
import { toChange } from '../tools/to-change.ts'
import { splitInput } from './split-input.ts'
import { WholeText } from './WholeText.tsx'

/** What is asked about, all of it: a diff where files change, the command where one runs, every field otherwise. */
export function ApprovalInput({ approval: { toolName, input } }: { approval: Approval }) {
  const { main, rest } = useMemo(() => splitInput(canonicalToolName(toolName), input), [toolName, input])
  if (main.kind === 'command')
    return (
      <>
        <pre className="prompt-command">
          <WholeText text={main.command} />
        </pre>
        <Fields fields={rest} />
      </>
    )
  return (
    <>
      <Fields fields={rest} />
      {main.kind === 'change' && <Change fields={main.fields} />}
    </>
  )
}

function Change({ fields }: { fields: Readonly<Record<string, unknown>> }) {
  const { hunks } = useMemo(() => toChange({ input: fields }), [fields])
  return <DiffView hunks={hunks} isWhole />
}

/** Every field as an element of its own: no text inside one can pass for another. */
function Fields({ fields }: { fields: readonly (readonly [name: string, value: unknown])[] }) {
  if (fields.length === 0) return null
  return (
    <dl className="prompt-fields">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{toVisibleText(name)}</dt>
          <dd>
            <pre>{typeof value === 'string' ? <WholeText text={value} /> : toValueText(value)}</pre>
          </dd>
        </div>
      ))}
    </dl>
  )
}
