export { approvalRoutes } from './approval-routes.ts'
export {
  archiveRoutes,
  SearchHit,
  SearchPage,
  type UsageAmounts,
  type UsageBy,
  UsageItem,
  UsageReport,
} from './archive-routes.ts'
export { AuditItem, auditRoutes } from './audit-routes.ts'
export { CommandItem, commandRoutes } from './command-routes.ts'
export { defineRoute, type Effect, type Route } from './define-route.ts'
export { deviceRoutes } from './device-routes.ts'
export { directoryRoutes, PlanRow, PromptItem, SettingsAnswer } from './directory-routes.ts'
export { DoctorReport, doctorRoutes } from './doctor-routes.ts'
export { exportRoutes } from './export-routes.ts'
export { TIME, TIME_ZONE, toTakes } from './fields.ts'
export { FolderRow, fileRoutes, MAX_UPLOAD_BYTES, UploadFile } from './file-routes.ts'
export { historyRoutes } from './history-routes.ts'
export { MAX_MEMORY_BYTES, MEMORY_KINDS, MemoryFile, memoryRoutes, PutMemory } from './memory-routes.ts'
export { MessageList, MessagesQuery, messageRoutes, RawMessage } from './message-routes.ts'
export { pairingRoutes } from './pairing-routes.ts'
export { preferencesRoutes } from './preferences-routes.ts'
export { pushRoutes } from './push-routes.ts'
export {
  type AnswerOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  ROUTES,
  type RouteName,
  type Routes,
  type SentBodyOf,
} from './routes.ts'
export { serverRoutes } from './server-routes.ts'
export {
  FileVersion,
  MessageTree,
  sessionFileRoutes,
  TodoList,
  VersionContent,
  VersionDiff,
} from './session-file-routes.ts'
export { RestoredVersion, RewoundFile, sessionRoutes } from './session-routes.ts'
export { ChangeRule, settingsRoutes, UserSettings } from './settings-routes.ts'
export { taskRoutes } from './task-routes.ts'
