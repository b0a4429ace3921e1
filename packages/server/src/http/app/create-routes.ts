import type { Archive } from '@quarterdeck/archive'
import { ROUTES, serverRoutes } from '@quarterdeck/contract/routes'
import { createAuditRoutes } from '../../audit/audit-routes.ts'
import { createHistoryRoutes, type HistoryParts } from '../../history/history-routes.ts'
import { createPreferencesRoutes } from '../../preferences/preferences-routes.ts'
import type { PreferencesStore } from '../../preferences/preferences-store.ts'
import { createPushRoutes, type PushParts } from '../../push/push-routes.ts'
import { createApprovalRoutes } from '../handlers/approval-routes.ts'
import { createArchiveRoutes } from '../handlers/archive-routes.ts'
import { type CommandParts, createCommandRoutes } from '../handlers/command-routes.ts'
import { createDirectoryRoutes } from '../handlers/directory-routes.ts'
import { createDoctorRoutes, type DoctorParts } from '../handlers/doctor-routes.ts'
import { createExportRoutes } from '../handlers/export-routes.ts'
import { createFileRoutes, type FileParts } from '../handlers/file-routes.ts'
import { createMemoryRoutes, type MemoryParts } from '../handlers/memory-routes.ts'
import { createMessageRoutes, type MessageParts } from '../handlers/message-routes.ts'
import { createRouteTable, createServerRoutes, type ServerRouteOptions } from '../handlers/server-routes.ts'
import { createSessionFileRoutes } from '../handlers/session-file-routes.ts'
import { createSessionRoutes, type SessionParts } from '../handlers/session-routes.ts'
import { createSettingsRoutes, type SettingsParts } from '../handlers/settings-routes.ts'
import { createTaskRoutes } from '../handlers/task-routes.ts'
import { toOpenApi } from './openapi.ts'
import { type ServedRoute, serve } from './serve.ts'
import type { SocketRoute } from './socket-door.ts'

/** What the routes stand on. */
export interface RouteParts
  extends ServerRouteOptions,
    DoctorParts,
    SessionParts,
    MessageParts,
    FileParts,
    CommandParts,
    MemoryParts,
    HistoryParts,
    SettingsParts {
  archive: Archive
  /** Pairing, proofs and devices. */
  doors: readonly ServedRoute[]
  sockets: readonly SocketRoute[]
  /** Where it is written down who did what. */
  auditPath: string
  preferences: PreferencesStore
  push: PushParts
}

/** Every route of the contract with its handler. */
export function createRoutes(parts: RouteParts): ServedRoute[] {
  const routes = [
    ...createServerRoutes(parts),
    ...createDoctorRoutes(parts),
    ...parts.doors,
    ...createSessionRoutes(parts),
    ...createMessageRoutes(parts),
    ...createExportRoutes(parts),
    ...createSessionFileRoutes(parts),
    ...createTaskRoutes(parts),
    ...createApprovalRoutes(parts),
    ...createArchiveRoutes(parts),
    ...createHistoryRoutes(parts),
    ...createDirectoryRoutes(parts),
    ...createCommandRoutes(parts),
    ...createMemoryRoutes(parts),
    ...createSettingsRoutes(parts),
    ...createFileRoutes(parts),
    ...createAuditRoutes({ path: parts.auditPath }),
    ...createPreferencesRoutes(parts.preferences),
    ...createPushRoutes(parts.push),
  ]
  const description = serve(serverRoutes.openApi, () => ({ ...toOpenApi(ROUTES, parts.version) }))
  return [...routes, description, createRouteTable([...routes, description], parts.sockets)]
}
