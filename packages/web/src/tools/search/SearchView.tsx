import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { GlobInput, GlobResult, GrepInput, GrepResult, LsInput } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { listOf, numberOf, textOf } from '../read-field.ts'
import { toShortPath } from '../to-short-path.ts'
import type { ToolView } from '../tool-view.ts'

/** Grep, Glob and LS. */
export const searchView: ToolView = {
  toFace({ call }, project) {
    const pattern = textOf<GlobInput | GrepInput | LsInput>(call.input, 'pattern')
    const path = textOf<GlobInput | GrepInput | LsInput>(call.input, 'path')
    const place = path === undefined ? '' : ` in ${toShortPath(path, project)}`
    const note = toNote(call.structured)
    return {
      name: canonicalToolName(call.name),
      subject: pattern === undefined ? (path ?? '') : `"${pattern}"${place}`,
      isCode: true,
      ...(note !== undefined && { note }),
    }
  },
  Body: SearchBody,
}

function toNote(structured: unknown): string | undefined {
  const files = numberOf<GlobResult | GrepResult>(structured, 'numFiles')
  const lines = numberOf<GlobResult | GrepResult>(structured, 'numLines')
  if (lines !== undefined && lines > 0) return `${lines} ${lines === 1 ? 'line' : 'lines'}`
  return files === undefined ? undefined : `${files} ${files === 1 ? 'file' : 'files'}`
}

function SearchBody({ row: { call } }: { row: CallRow }) {
  if (call.status === 'failed') return <ErrorText text={call.result ?? ''} />
  const content = textOf<GlobResult | GrepResult>(call.structured, 'content')
  const names = listOf<GlobResult | GrepResult>(call.structured, 'filenames').filter((name) => typeof name === 'string')
  if (content !== undefined && content !== '') return <pre>{toVisibleText(content)}</pre>
  if (names.length > 0)
    return (
      <ul className="file-names">
        {names.map((name) => (
          <li key={name}>
            <code>{toVisibleText(name)}</code>
          </li>
        ))}
      </ul>
    )
  return call.result === undefined ? (
    <p className="quiet">Nothing found yet.</p>
  ) : (
    <pre>{toVisibleText(call.result)}</pre>
  )
}
