import type { RestoreVersion, RewindFiles, SessionCommand } from '@quarterdeck/contract'
import { sessionRoutes } from '@quarterdeck/contract/routes'
import { type Audit, toWho } from '../../audit/audit-entry.ts'
import type { TypedExecute } from '../../hub/commands/execute.ts'
import { FileGuard } from '../../hub/commands/file-guard.ts'
import type { Hub } from '../../hub/hub.ts'
import type { PolicyContext } from '../../policy/policy-options.ts'
import { type RouteCall, type ServedRoute, type SessionCall, serve } from '../app/serve.ts'
import { toPage } from './paging.ts'
import { toProject } from './to-range.ts'

export interface SessionParts {
  hub: Hub
  execute: TypedExecute
  audit: Audit
  policy: PolicyContext
}

/** What can be done with sessions. Each is a command, the same that comes over sockets. */
export function createSessionRoutes({ hub, execute, audit, policy }: SessionParts): ServedRoute[] {
  /** By the caller's own id, if it gave one. */
  const run = <C extends SessionCommand>(call: Pick<RouteCall, 'caller'>, command: C, commandId?: string) =>
    execute(command, { caller: call.caller, commandId })
  const idOf = (call: SessionCall) => call.params.id
  /** Before it is done: what cannot be written down is not done. */
  const note = (call: SessionCall, event: string, facts: object) =>
    audit.write({ event, ...toWho(call.caller), sessionId: idOf(call), ...facts })
  const guard = (call: SessionCall, door: 'restore' | 'rewind', { dryRun, confirm }: RestoreVersion | RewindFiles) =>
    new FileGuard({ policy, audit }, { caller: call.caller, door, sessionId: idOf(call), isDryRun: dryRun, confirm })
  return [
    serve(sessionRoutes.list, (call) => hub.list({ ...call.query, project: toProject(call.query.project) })),
    serve(sessionRoutes.read, (call) => hub.describe(idOf(call))),
    serve(sessionRoutes.inbox, ({ query }) => toPage(hub.listInbox(), query)),
    serve(sessionRoutes.start, (call) => {
      const { commandId, ...request } = call.body
      return run(call, { ...request, kind: 'start' }, commandId)
    }),
    serve(sessionRoutes.send, (call) => {
      const { commandId, ...message } = call.body
      return run(call, { kind: 'send', sessionId: idOf(call), ...message }, commandId)
    }),
    serve(sessionRoutes.decide, (call) => {
      const { commandId, ...decision } = call.body
      return run(call, { kind: 'decide', sessionId: idOf(call), ...decision }, commandId)
    }),
    serve(sessionRoutes.interrupt, (call) => run(call, { kind: 'interrupt', sessionId: idOf(call) })),
    serve(sessionRoutes.control, (call) => {
      const { commandId, ...request } = call.body
      return run(call, { kind: 'control', sessionId: idOf(call), request }, commandId)
    }),
    serve(sessionRoutes.keep, async (call) => {
      note(call, 'keep', {})
      await hub.keep(idOf(call))
      return {}
    }),
    serve(sessionRoutes.restoreVersion, (call) =>
      hub.restoreVersion(idOf(call), call.params.name, call.body, guard(call, 'restore', call.body)),
    ),
    serve(sessionRoutes.rewind, (call) => {
      const { confirm } = call.body
      const request = { subtype: 'rewind_files', ...(confirm && { confirm }) }
      return hub.rewind(idOf(call), call.body, guard(call, 'rewind', call.body), (uuid) =>
        run(call, { kind: 'control', sessionId: idOf(call), request: { ...request, user_message_id: uuid } }),
      )
    }),
    serve(sessionRoutes.update, (call) => run(call, { kind: 'update', sessionId: idOf(call), ...call.body })),
    serve(sessionRoutes.stop, (call) => run(call, { kind: 'stop', sessionId: idOf(call) })),
  ]
}
