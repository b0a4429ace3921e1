import type { z } from 'zod'
import { approvalRoutes } from './approval-routes.ts'
import { archiveRoutes } from './archive-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { commandRoutes } from './command-routes.ts'
import type { Route } from './define-route.ts'
import { deviceRoutes } from './device-routes.ts'
import { directoryRoutes } from './directory-routes.ts'
import { doctorRoutes } from './doctor-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { memoryRoutes } from './memory-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { pairingRoutes } from './pairing-routes.ts'
import { preferencesRoutes } from './preferences-routes.ts'
import { pushRoutes } from './push-routes.ts'
import { serverRoutes } from './server-routes.ts'
import { sessionFileRoutes } from './session-file-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { taskRoutes } from './task-routes.ts'

const { health, status, ...ofApi } = serverRoutes

const ALL = [
  health,
  status,
  ...toList(doctorRoutes),
  ...toList(pairingRoutes),
  ...toList(deviceRoutes),
  ...toList(sessionRoutes),
  ...toList(messageRoutes),
  ...toList(exportRoutes),
  ...toList(sessionFileRoutes),
  ...toList(taskRoutes),
  ...toList(approvalRoutes),
  ...toList(archiveRoutes),
  ...toList(historyRoutes),
  ...toList(directoryRoutes),
  ...toList(commandRoutes),
  ...toList(memoryRoutes),
  ...toList(settingsRoutes),
  ...toList(fileRoutes),
  ...toList(auditRoutes),
  ...toList(preferencesRoutes),
  ...toList(pushRoutes),
  ...toList(ofApi),
]

/** Every route there is, in the order of the documents: OpenAPI, `docs/api.md` and the attack tests are made of this list. */
export const ROUTES: readonly Route[] = ALL

function toList<T extends Readonly<Record<string, Route>>>(routes: T): T[keyof T][] {
  return Object.values(routes) as T[keyof T][]
}

type AnyRoute = (typeof ALL)[number]

/** Routes by their names, such as `GET /api/claude/sessions/:id`. A type alone: whoever calls needs no schema at run time. */
export type Routes = { [R in AnyRoute as `${R['method']} ${R['path']}`]: R }
export type RouteName = keyof Routes

/** The parts of a path that stand for something: `id` of `/api/devices/:id`. */
type PartsOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PartsOf<More>
    : Rest
  : never
export type ParamsOf<R extends Pick<Route, 'path'>> = Readonly<Record<PartsOf<R['path']>, string>>

/** The query as the server reads it. */
export type QueryOf<R> = R extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined

/** The body as a caller sends it. */
export type SentBodyOf<R> = R extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : undefined

/** The body as the server reads it. */
export type BodyOf<R> = R extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined

/** The JSON of a success; never for a route that answers with bytes alone. */
export type AnswerOf<R> = R extends { answer: infer Schema extends z.ZodType } ? z.output<Schema> : never
