import type { StreamEvent } from '@quarterdeck/protocol/pure'
import type { Draft, SessionState } from './session-state.ts'

/** Grows the draft of the message that is being written. */
export function applyStreamEvent(state: SessionState, { event }: StreamEvent): SessionState {
  switch (event.type) {
    case 'message_start':
      return { ...state, streaming: event.message.id }
    case 'content_block_start': {
      const kind = toKind(event.content_block.type)
      if (kind === null || state.streaming === null) return state
      const draft: Draft = { messageId: state.streaming, index: event.index, kind, text: '' }
      return { ...state, drafts: [...state.drafts, draft] }
    }
    case 'content_block_delta': {
      const at = state.drafts.findLastIndex(
        (draft) => draft.messageId === state.streaming && draft.index === event.index,
      )
      const draft = state.drafts[at]
      const piece = toPiece(event.delta)
      if (draft === undefined || piece === '') return state
      return { ...state, drafts: state.drafts.with(at, { ...draft, text: draft.text + piece }) }
    }
    case 'message_stop':
      return {
        ...state,
        drafts: state.drafts.filter((draft) => draft.messageId !== state.streaming),
        streaming: null,
      }
    default:
      return state
  }
}

function toKind(type: string): Draft['kind'] | null {
  if (type === 'text' || type === 'thinking') return type
  return type === 'tool_use' ? 'tool' : null
}

type Delta = Extract<StreamEvent['event'], { type: 'content_block_delta' }>['delta']

function toPiece(delta: Delta): string {
  switch (delta.type) {
    case 'text_delta':
      return delta.text
    case 'thinking_delta':
      return delta.thinking
    case 'input_json_delta':
      return delta.partial_json
    default:
      return ''
  }
}
