/** What a session is doing, in the three words of the bridge. */
export type BridgeStatus = 'idle' | 'running' | 'waiting_approval'

export interface BridgeImage {
  mimeType: string
  /** Base64. */
  data: string
}

/** What the bridge says of a session. Each goes out with the session's id, because one socket can have several. */
export type SessionMessage =
  | { type: 'system'; subtype: string; sessionId?: string; model?: string; [more: string]: unknown }
  | { type: 'assistant'; message: unknown; parentToolUseId?: string }
  | {
      type: 'tool_result'
      toolUseId: string
      content: string
      toolName?: string
      images?: BridgeImage[]
      isError?: true
      parentToolUseId?: string
    }
  | { type: 'result'; subtype: string; result?: string; error?: string; cost?: number; duration?: number }
  | { type: 'error'; message: string }
  | { type: 'status'; status: BridgeStatus }
  | { type: 'permission_request'; toolUseId: string; toolName: string; input: unknown }
  | { type: 'stream_delta'; text: string }
  | { type: 'thinking_delta'; text: string }
  /** What a person said, here or on another screen. Not in the tables that the bridge was made from: a history needs it. */
  | { type: 'user_input'; text: string }

/** All that the bridge says. */
export type BridgeMessage =
  | (SessionMessage & { sessionId?: string })
  /** `request` names the type of the message that could not be done. */
  | { type: 'error'; message: string; code?: string; request?: string; sessionId?: string }
  | { type: 'history'; sessionId: string; messages: BridgeMessage[]; isPartial?: true }
  | { type: 'session_list'; sessions: unknown[] }
  | { type: 'recent_sessions'; sessions: unknown[] }
