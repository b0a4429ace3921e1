import { emptyDictionary, getValue, setValue } from '../state/dictionary.ts'
import { emptyLane } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'

/**
 * What a session amounts to, without what was said in it: for whoever counts through a long one and shows none of it. Where the next
 * line hangs is still known.
 */
export function forgetEntries(state: SessionState): SessionState {
  const leaf = state.leaf === null ? undefined : getValue(state.lines, state.leaf)
  const { entry: _, ...line } = leaf ?? {}
  return {
    ...state,
    main: emptyLane,
    loose: emptyDictionary(),
    places: emptyDictionary(),
    early: emptyDictionary(),
    lines:
      state.leaf === null || leaf === undefined ? emptyDictionary() : setValue(emptyDictionary(), state.leaf, line),
  }
}
