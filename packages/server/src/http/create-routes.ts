import type { Archive } from '@quarterdeck/archive'
import { z } from 'zod'
import { createAuditRoutes } from '../audit/audit-routes.ts'
import { createHistoryRoutes, type HistoryParts } from '../history/history-routes.ts'
import { createPreferencesRoutes } from '../preferences/preferences-routes.ts'
import type { PreferencesStore } from '../preferences/preferences-store.ts'
import { createPushRoutes, type PushParts } from '../push/push-routes.ts'
import { createApprovalRoutes } from './approval-routes.ts'
import { createArchiveRoutes } from './archive-routes.ts'
import { type CommandParts, createCommandRoutes } from './command-routes.ts'
import { createDirectoryRoutes } from './directory-routes.ts'
import { createDoctorRoutes, type DoctorParts } from './doctor-routes.ts'
import { createExportRoutes } from './export-routes.ts'
import { createFileRoutes, type FileParts } from './file-routes.ts'
import { createMemoryRoutes, type MemoryParts } from './memory-routes.ts'
import { createMessageRoutes, type MessageParts } from './message-routes.ts'
import { toOpenApi } from './openapi.ts'
import { defineRoute, type Route } from './route.ts'
import { createRouteTable, createServerRoutes, type ServerRouteOptions } from './server-routes.ts'
import { createSessionFileRoutes } from './session-file-routes.ts'
import { createSessionRoutes, type SessionParts } from './session-routes.ts'
import { createSettingsRoutes, type SettingsParts } from './settings-routes.ts'
import type { SocketRoute } from './socket-door.ts'
import { createTaskRoutes } from './task-routes.ts'

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
  doors: readonly Route[]
  sockets: readonly SocketRoute[]
  /** Where it is written down who did what. */
  auditPath: string
  preferences: PreferencesStore
  push: PushParts
}

/** Every route there is. The description of the API is made of this list, so a route that is not in it does not exist. */
export function createRoutes(parts: RouteParts): Route[] {
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
  const description = defineRoute({
    method: 'GET',
    path: '/api/openapi.json',
    policy: 'signed_in',
    summary: 'This API as an OpenAPI 3.1 document',
    answer: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.looseObject({}) }),
    handle: () => toOpenApi(all, parts.version),
  })
  const all: Route[] = [...routes, description, createRouteTable([...routes, description], parts.sockets)]
  return all
}
