export { SessionCommand } from './commands.ts'
export { ERROR_STATUS, type ErrorBody, type ErrorCode } from './error-body.ts'
export {
  BEARER_PROTOCOL_PREFIX,
  type GapReason,
  LIVE_PROTOCOL,
  type RecordFrame,
  SOCKET_PROTOCOL,
  type SubscribeFrame,
} from './frames.ts'
export { InboxItem } from './inbox-item.ts'
export { type LiveFrame, type LiveRecord, LiveRequest, MAX_OPEN_SESSIONS, type OpenSession } from './live.ts'
export { NOTIFICATION_KINDS, type NotificationKind, type PushNotice } from './notification-kinds.ts'
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
export { SessionDetail } from './session-detail.ts'
export { SessionList, SessionRow } from './session-row.ts'
