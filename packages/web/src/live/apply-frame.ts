import type { LiveFrame } from '@quarterdeck/contract'
import { applyListChange, type LiveState } from './live-state.ts'

/** Folds a frame that concerns no session into a change of the page's state. Other frames change nothing here. */
export function applyFrame(state: LiveState, change: Partial<LiveState>, frame: LiveFrame): Partial<LiveState> {
  switch (frame.type) {
    case 'welcome':
      return { ...change, version: frame.version, isDemo: frame.isDemo, allows: frame.allows, reload: null }
    case 'reload':
      return { ...change, reload: frame.message }
    case 'list':
      return { ...change, rows: frame.rows, nextCursor: frame.nextCursor }
    case 'list_change':
      return { ...change, rows: applyListChange(change.rows ?? state.rows ?? [], frame) }
    case 'inbox':
      return { ...change, inbox: frame.items }
    default:
      return change
  }
}
