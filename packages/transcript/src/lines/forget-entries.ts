import { emptyDictionary, getValue, setValue } from '../state/dictionary.ts'
import { emptyLane } from '../state/entry.ts'
import type { SessionState } from '../state/session-state.ts'

/**
 * A state without its conversation, for a reader that only counts through a long session: cost, turns, todos and titles stay, and so does
 * the leaf, to which the next line is added.
 */
export function forgetEntries(state: SessionState): SessionState {
  const leaf = state.leaf === null ? undefined : getValue(state.lines, state.leaf)
  const { entry: _, ...line } = leaf ?? {}
  return {
    ...state,
    main: emptyLane,
    looseLanes: emptyDictionary(),
    positions: emptyDictionary(),
    earlyResults: emptyDictionary(),
    lines:
      state.leaf === null || leaf === undefined ? emptyDictionary() : setValue(emptyDictionary(), state.leaf, line),
  }
}
