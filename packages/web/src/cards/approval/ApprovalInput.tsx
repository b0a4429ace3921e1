import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { Approval } from '@quarterdeck/transcript'
import { useMemo } from 'react'
import { DiffView } from '../../diff/DiffView.tsx'
import { toValueText, toVisibleText } from '../../text/visible-text.ts'
import { toChange } from '../../tools/edit/to-change.ts'
import { fieldOf } from '../../tools/read-field.ts'
import { toFieldName } from '../../tools/tool-words.ts'
import { splitInput } from './split-input.ts'
import { toChangeInCell } from './to-change-in-cell.ts'
import { toChangeInFile } from './to-change-in-file.ts'
import type { FileBefore } from './use-file-before.ts'
import { WholeText } from './WholeText.tsx'

interface Props {
  approval: Approval
  before: FileBefore | null
}

/** The whole input of a tool: a diff where files change, the command where one runs, every field otherwise. */
export function ApprovalInput({ approval: { toolName, input }, before }: Props) {
  const tool = canonicalToolName(toolName)
  const { main, rest } = useMemo(() => splitInput(tool, input), [tool, input])
  // That not every place is meant is what anybody expects.
  const told = rest.filter(([name, value]) => !(tool === 'Edit' && name === 'replace_all' && value === false))
  const fields = <Fields fields={told} toolName={tool} />
  if (main.kind === 'command')
    return (
      <>
        <pre className="card-command">
          <WholeText text={main.command} />
        </pre>
        {fields}
      </>
    )
  if (main.kind === 'cell')
    return <Cell input={input} before={before} rest={rest} drawn={Object.entries(main.fields)} toolName={tool} />
  return (
    <>
      {fields}
      {main.kind === 'change' && (
        <Change fields={main.fields} isEverywhere={fieldOf(input, 'replace_all') === true} before={before} />
      )}
    </>
  )
}

interface ChangeProps {
  /** The fields of the input that make the change, and no others. */
  fields: Readonly<Record<string, unknown>>
  isEverywhere: boolean
  before: FileBefore | null
}

/** In the file, where it is known what stands there, and else on its own. */
function Change({ fields, isEverywhere, before }: ChangeProps) {
  const { hunks, hasPlace, isNew } = useMemo(
    () =>
      (before && toChangeInFile({ ...fields, replace_all: isEverywhere }, before.content)) ??
      toChange({ input: fields }),
    [fields, isEverywhere, before],
  )
  return (
    <>
      {isNew && <p className="quiet">A new file.</p>}
      <DiffView hunks={hunks} hasPlace={hasPlace} isWhole />
    </>
  )
}

interface CellProps {
  input: unknown
  before: FileBefore | null
  rest: FieldsProps['fields']
  drawn: FieldsProps['fields']
  toolName: string
}

/** The cell as it is against what becomes of it; every field where the notebook cannot be read, or has no such cell. */
function Cell({ input, before, rest, drawn, toolName }: CellProps) {
  const change = useMemo(() => before && toChangeInCell(input, before.content), [input, before])
  if (change === null) return <Fields fields={[...rest, ...drawn]} toolName={toolName} />
  return (
    <>
      <Fields fields={change.takesSource ? rest : [...rest, ...drawn]} toolName={toolName} />
      <p>{change.words}</p>
      <DiffView hunks={change.hunks} hasPlace isWhole />
    </>
  )
}

interface FieldsProps {
  fields: readonly (readonly [name: string, value: unknown])[]
  toolName: string
}

/** Every field as an element of its own: no text inside one can pass for another. */
function Fields({ fields, toolName }: FieldsProps) {
  if (fields.length === 0) return null
  return (
    <dl className="card-fields">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{toVisibleText(toFieldName(toolName, name))}</dt>
          <dd>
            <pre>{typeof value === 'string' ? <WholeText text={value} /> : toValueText(value)}</pre>
          </dd>
        </div>
      ))}
    </dl>
  )
}
