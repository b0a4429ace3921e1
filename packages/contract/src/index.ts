export { ERROR_STATUS, type ErrorBody, type ErrorCode } from './error-body.ts'
export { BEARER_PROTOCOL_PREFIX, type ExitFrame, SOCKET_PROTOCOL, type SubscribeFrame, toExitInfo } from './frames.ts'
export { DecidePermission, SendMessage, StartSession } from './requests.ts'
export type { SessionList, SessionRow } from './session-row.ts'
