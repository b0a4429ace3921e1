export type { CommandResult } from './command-results.ts'
export { SessionCommand } from './commands.ts'
export {
  PROOF_HEADER,
  PROOF_PROTOCOL_PREFIX,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  REVOKED_CLOSE_CODE,
  SOCKET_PROTOCOL,
  SOCKET_PROTOCOL_NAME,
  toProofText,
} from './credentials.ts'
export { DeviceKey, DeviceRow, PairDevice, PairingLink, ProveDevice, RenameDevice, ServerStatus } from './devices.ts'
export { ERROR_STATUS, type ErrorBody, type ErrorCode } from './error-body.ts'
export { type GapReason, LIVE_PROTOCOL, MAX_FRAME_BYTES, type RecordFrame, type SubscribeFrame } from './frames.ts'
export { HistoryAnswer, PatchHistory } from './history.ts'
export { InboxItem } from './inbox-item.ts'
export {
  type Allowance,
  type LiveFrame,
  type LiveRecord,
  LiveRequest,
  MAX_OPEN_SESSIONS,
  type OpenSession,
} from './live.ts'
export { NOTIFICATION_KINDS, type NotificationKind, type PushNotice } from './notification-kinds.ts'
export { POLICIES, type Policy } from './policies.ts'
export { PatchPreferences, Preferences, PreferencesAnswer, PutPreferences } from './preferences.ts'
export { PushState, PushTest, SubscribePush, UnsubscribePush } from './push.ts'
export {
  ControlCommand,
  DecidePermission,
  RestoreVersion,
  RewindFiles,
  SendMessage,
  StartSession,
  UpdateSession,
} from './requests.ts'
export { SessionDetail, type SessionFacts } from './session-detail.ts'
export { SessionList, SessionRow } from './session-row.ts'
