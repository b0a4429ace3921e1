import type { MemoryFile } from '@quarterdeck/contract/routes'
import { useState } from 'react'
import { useReading } from '../../reading/use-reading.ts'
import { ActionOutcome } from '../ActionOutcome.tsx'
import type { PanelProps } from '../panel-props.ts'
import { toCwd } from '../panel-props.ts'
import { MemoryEditor } from './MemoryEditor.tsx'

const NAMES: Readonly<Record<MemoryFile['kind'], string>> = {
  user: 'Yours, for every project',
  project: "The project's, for everyone",
  projectFolder: "The project's, in its .claude folder",
  local: 'Yours, for this project alone',
}

/** `/memory`: what Claude is told before every conversation. */
export function MemoryPanel(props: PanelProps) {
  const { api } = props
  // Before it is known where the session is, there would be one file, and another under the fingers of who writes in it.
  const cwd = toCwd(props)
  const { data, problem, reload } = useReading('GET /api/claude/memory', cwd === undefined ? null : { query: { cwd } })
  const [kind, setKind] = useState<MemoryFile['kind']>('project')
  /** As they were written from here, since the files were read. */
  const [written, setWritten] = useState<readonly MemoryFile[]>([])
  const files = data?.items.map((each) => written.find(({ path }) => path === each.path) ?? each)
  const file = files?.find((each) => each.kind === kind) ?? files?.[0]
  return (
    <>
      <label>
        File
        <select
          className="field"
          value={file?.kind ?? ''}
          onChange={(event) => setKind(event.target.value as MemoryFile['kind'])}
        >
          {(files ?? []).map((each) => (
            <option key={each.kind} value={each.kind}>
              {NAMES[each.kind]} {each.state === 'missing' && '(not there yet)'}
            </option>
          ))}
        </select>
      </label>
      {file !== undefined && (
        <MemoryEditor
          key={file.path}
          file={file}
          cwd={props.row?.projectPath}
          api={api}
          onWritten={(saved) => setWritten((all) => [saved, ...all])}
          onRead={() => {
            setWritten([])
            reload()
          }}
        />
      )}
      <ActionOutcome problem={problem} isLoading={data === null} />
    </>
  )
}
