import { exportRoutes } from '@quarterdeck/contract/routes'
import { begun, exportSession } from '../../export/export-session.ts'
import { streamInside } from '../../files/stream-inside.ts'
import { toFileName } from '../../files/to-file-name.ts'
import type { Hub } from '../../hub/hub.ts'
import { ServerError } from '../../server-error.ts'
import { Answer } from '../app/answer.ts'
import { type ServedRoute, serve } from '../app/serve.ts'
import type { MessageParts } from './message-routes.ts'
import { toFound } from './to-found.ts'

/** A name that waits until nobody writes the session stands in no line yet. */
async function* withTitle(lines: AsyncIterable<Uint8Array>, title: string): AsyncGenerator<Uint8Array> {
  yield* lines
  yield Buffer.from(`${JSON.stringify({ type: 'custom-title', customTitle: title })}\n`)
}

const TYPES = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  jsonl: 'application/x-ndjson',
} as const

/** Sessions to be kept or sent on, and lines that are too long for a log. */
export function createExportRoutes({
  hub,
  sources,
  messages,
}: MessageParts & { hub: Pick<Hub, 'getRow'> }): ServedRoute[] {
  return [
    serve(exportRoutes.session, async ({ params: { id }, query: { format = 'md' } }) => {
      const source = await sources.openSource(id)
      const lines = await messages.stream(source, { hasAnswers: format !== 'jsonl' })
      if (lines === null) throw new ServerError('not_found', `There is no transcript of the session '${id}' yet.`)
      const { title } = hub.getRow(id)
      const name = toFileName(`${title}.${format}`)
      return new Answer({
        type: TYPES[format],
        body: format === 'jsonl' ? lines : await begun(exportSession(withTitle(lines, title), format)),
        headers: {
          // Of the name, what a header can hold; the rest in the form of RFC 5987.
          'content-disposition': `attachment; filename="${name.replaceAll(/[^\x20-\x7e]/g, '-')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        },
        ...(format === 'jsonl' && { version: messages.versionOf(source) }),
      })
    }),
    serve(exportRoutes.line, async ({ params: { id, file } }) => {
      const source = await sources.openSource(id)
      const missing = `There is no line '${file}' beside the log of this session.`
      const found = source.kind === 'log' ? streamInside(source.kept.folder, `large/${file}`) : null
      const { body, bytes, mtimeMs } = toFound(found, missing)
      return new Answer({ type: 'application/json', body, version: `${file}/${bytes}/${mtimeMs}` })
    }),
  ]
}
