import type { DecidePermission } from '@quarterdeck/contract'
import type { Approval } from '@quarterdeck/transcript'

export type Answer = Omit<DecidePermission, 'request_id' | 'inputHash' | 'commandId'>

export interface CardProps {
  sessionId: string
  approval: Approval
  /** The time now, for "asked 12 s ago". */
  now: number
  /** The folder that the session works in, where it is known. */
  projectPath?: string | undefined
  /** Who asks, where that is not said beside the card. */
  agent?: string | undefined
}
