import type { Caller } from '../gate/caller.ts'
import type { GateEvent } from '../gate/gate-event.ts'

/** What is written down. More facts may stand beside these; none of them a secret. */
export interface AuditEntry {
  /**
   * What has happened, in a word: `pairing`, `revoke`, `start`, `stop`, `trust`, `decision`, `mode`, `interrupt`, `control`,
   * `restore`, `rewind`, `keep`, `upload`, `upload_taken_back`, `rule_added`, `rule_removed`, `settings_wanted`, `memory`, `refusal`.
   */
  event: string
  /** Who it was, as people know them. */
  by: string
  deviceId?: string
  sessionId?: string
  [fact: string]: unknown
}

/** Where everything goes that somebody may have to answer for. Throws `storage` where it cannot be written: then it is not done. */
export interface Audit {
  /** `isSure`: it is on the disk when this returns, whatever happens to the machine. */
  write(entry: AuditEntry, options?: { isSure?: boolean }): void
}

/** A caller, as it stands in the record. */
export function toWho(caller: Caller): { by: string; deviceId?: string } {
  switch (caller.kind) {
    case 'device':
      return { by: caller.name, deviceId: caller.deviceId }
    case 'program':
      return { by: 'a program' }
    case 'bridge':
      return { by: 'the bridge' }
    case 'nobody':
      return { by: 'nobody' }
  }
}

/** What happened at the gate, as it stands in the record. */
export function toGateEntry({ type, ...facts }: GateEvent): AuditEntry {
  return { event: type, by: 'by' in facts ? facts.by : 'name' in facts ? facts.name : 'a stranger', ...facts }
}
