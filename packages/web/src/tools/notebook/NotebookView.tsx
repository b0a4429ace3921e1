import type { NotebookEditInput, NotebookEditResult } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { useMemo } from 'react'
import { CodeText } from '../../code/CodeText.tsx'
import { DiffView } from '../../diff/DiffView.tsx'
import { computeHunks } from '../../diff/to-diff-lines.ts'
import { toTable } from '../../text/to-table.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { textOf } from '../read-field.ts'
import { toShortPath } from '../to-short-path.ts'
import type { ToolView } from '../tool-view.ts'

const WORDS: Readonly<Record<string, string>> = toTable({
  replace: 'cell replaced',
  insert: 'cell added',
  delete: 'cell deleted',
})

export const notebookView: ToolView = {
  toFace({ call }, project) {
    const path = textOf<NotebookEditInput>(call.input, 'notebook_path') ?? ''
    const mode = textOf<NotebookEditInput>(call.input, 'edit_mode') ?? 'replace'
    return { name: 'NotebookEdit', subject: toShortPath(path, project), isCode: true, note: WORDS[mode] ?? mode }
  },
  Body: NotebookBody,
  isOpenAtFirst: ({ call }) => call.status !== 'failed',
}

function NotebookBody({ row: { call } }: { row: CallRow }) {
  const after = textOf<NotebookEditInput>(call.input, 'new_source') ?? ''
  const before = textOf<NotebookEditResult>(call.structured, 'old_source')
  const language =
    textOf<NotebookEditInput>(call.input, 'cell_type') === 'markdown'
      ? 'markdown'
      : (textOf<NotebookEditResult>(call.structured, 'language') ?? 'python')
  const hunks = useMemo(() => (before === undefined ? null : computeHunks(before, after)), [before, after])
  const cell = textOf<NotebookEditInput>(call.input, 'cell_id')
  return (
    <>
      {call.status === 'failed' && <ErrorText text={call.result ?? ''} />}
      {cell !== undefined && <p className="quiet">Cell {toVisibleText(cell)}</p>}
      {hunks !== null ? (
        <DiffView hunks={hunks} />
      ) : (
        <pre>
          <CodeText code={after} language={language} />
        </pre>
      )}
    </>
  )
}
