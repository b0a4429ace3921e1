import type { z } from 'zod'
import { catalogueRequests } from './catalogue-requests.ts'
import type { ControlEntry } from './control-entry.ts'
import { requestsFromCli } from './from-cli.ts'
import { contextUsageRequests } from './requests/context-usage.ts'
import { conversationRequests } from './requests/conversation.ts'
import { dialogRequests } from './requests/dialogs.ts'
import { fileRequests } from './requests/files.ts'
import { hooksListingRequests } from './requests/hooks-listing.ts'
import { initializeRequests } from './requests/initialize.ts'
import { loginRequests } from './requests/login.ts'
import { mcpRequests } from './requests/mcp.ts'
import { permissionRuleRequests } from './requests/permission-rules.ts'
import { sessionRequests } from './requests/session.ts'
import { settingsRequests } from './requests/settings.ts'
import { taskRequests } from './requests/tasks.ts'
import { usageRequests } from './requests/usage.ts'
import { workspaceDiffRequests } from './requests/workspace-diff.ts'

/** Every control request that we know the shape of, by subtype. Any other passes unchecked. */
export const controlRequests = {
  ...requestsFromCli,
  ...initializeRequests,
  ...sessionRequests,
  ...conversationRequests,
  ...taskRequests,
  ...fileRequests,
  ...workspaceDiffRequests,
  ...mcpRequests,
  ...loginRequests,
  ...settingsRequests,
  ...permissionRuleRequests,
  ...hooksListingRequests,
  ...dialogRequests,
  ...contextUsageRequests,
  ...usageRequests,
  ...catalogueRequests,
} as const

export type ControlSubtype = keyof typeof controlRequests

/** Request and response of each subtype: `ControlRequests['set_model']['request']`. */
export type ControlRequests = {
  [S in ControlSubtype]: {
    request: z.infer<(typeof controlRequests)[S]['request']>
    response: z.infer<(typeof controlRequests)[S]['response']>
  }
}

export type KnownControlRequest = ControlRequests[ControlSubtype]['request']

/** A request of a CLI, or of a client, that knows more subtypes than we do. */
export type OtherControlRequest = { subtype: string; [field: string]: unknown }

export type ControlRequestBody = KnownControlRequest | OtherControlRequest

const bySubtype = new Map<string, ControlEntry>(Object.entries(controlRequests))

export function findControlEntry(subtype: string): ControlEntry | undefined {
  return bySubtype.get(subtype)
}

/** Whether a body is of one subtype: a plain comparison cannot tell the compiler, since any word may be a subtype. */
export function isControlRequest<S extends ControlSubtype>(
  body: ControlRequestBody,
  subtype: S,
): body is ControlRequests[S]['request'] {
  return body.subtype === subtype
}
