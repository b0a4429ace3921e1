import type { SessionState } from './session-state.ts'
import type { Writable } from './writable.ts'

declare const isDraft: unique symbol

/**
 * The next state while one event is folded into it: its fields may be set, the values in them are never changed in place. A function
 * that takes a draft writes it and returns nothing; one that takes a `SessionState` only reads. The symbol exists for the compiler
 * alone: without it a state that others hold could be passed where a draft is written.
 */
export type SessionDraft = Writable<SessionState> & { readonly [isDraft]: true }

/** The one copy that an event makes. */
export function createDraft(state: SessionState): SessionDraft {
  return { ...state } as SessionDraft
}
