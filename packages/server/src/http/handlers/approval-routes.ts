import { isAbsolute, relative, resolve } from 'node:path'
import { readInside } from '@quarterdeck/archive'
import { approvalRoutes } from '@quarterdeck/contract/routes'
import { canonicalToolName } from '@quarterdeck/protocol/pure'
import { ServerError } from '../../server-error.ts'
import { type ServedRoute, serve } from '../app/serve.ts'
import type { SessionParts } from './session-routes.ts'
import { toFound } from './to-found.ts'

const MAX_BYTES = 1024 * 1024
const RULE = "Only plain files inside the session's folder are read."
/** What changes a file, and which field says which one. */
const CHANGING = new Map([
  ['Edit', 'file_path'],
  ['MultiEdit', 'file_path'],
  ['Write', 'file_path'],
  ['NotebookEdit', 'notebook_path'],
])

/** What stands in a file that Claude asks to change, so that a person sees the change and not only what is put there. */
export function createApprovalRoutes({ hub }: Pick<SessionParts, 'hub'>): ServedRoute[] {
  return [
    serve(approvalRoutes.file, async ({ params: { id, request } }) => {
      const { state, cwd } = await hub.open(id)
      const approval = state.approvals.find(({ requestId }) => requestId === request)
      const field = CHANGING.get(canonicalToolName(approval?.toolName ?? ''))
      const file = field && ((approval?.input ?? {}) as Record<string, unknown>)[field]
      if (typeof file !== 'string')
        throw new ServerError('not_found', `No request '${request}' of this session waits to change a file.`)
      // Older CLIs read blanks, `~` and the folder they are in at the moment out of a path: what they would find is not for us to guess.
      if (!isAbsolute(file) || resolve(file) !== file || file.trim() !== file)
        throw new ServerError('not_allowed', `It is not certain which file '${file.slice(0, 200)}' is.`)
      const found = readInside(cwd, relative(cwd, file), MAX_BYTES)
      if (!Buffer.isBuffer(found) && found.kind === 'missing') return { path: file, content: null }
      const content = toFound(found, '', RULE)
      if (content.includes(0)) throw new ServerError('not_allowed', `'${file}' is no text.`)
      return { path: file, content: content.toString('utf8') }
    }),
  ]
}
