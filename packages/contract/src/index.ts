export { SessionCommand } from './commands.ts'
export { ERROR_STATUS, type ErrorBody, type ErrorCode } from './error-body.ts'
export {
  BEARER_PROTOCOL_PREFIX,
  LIVE_PROTOCOL,
  type RecordFrame,
  SOCKET_PROTOCOL,
  type SubscribeFrame,
} from './frames.ts'
export { InboxItem } from './inbox-item.ts'
export { type LiveFrame, LiveRequest, type OpenSession } from './live.ts'
export { ControlCommand, DecidePermission, SendMessage, StartSession, UpdateSession } from './requests.ts'
export { SessionDetail } from './session-detail.ts'
export { SessionList, SessionRow } from './session-row.ts'
