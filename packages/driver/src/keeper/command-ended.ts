import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { toKeeperEntry } from '../engine/facts/log-entries.ts'
import { readFacts } from '../engine/facts/read-facts.ts'
import { findCommandProblem } from '../engine/find-command-problem.ts'
import { applyQueueCommand, isQueueCommand, toNotWaiting } from '../engine/queue/apply-queue-command.ts'
import { refuse } from '../engine/refusal.ts'
import { LogFile } from '../log/log-file.ts'
import type { GivenCommand, Receipt } from '../session-link.ts'
import { claimFolder } from './folder-claim.ts'

/**
 * Changes the queue of a session that has no keeper: what a person has said of it must not have to wait for a process. Null where
 * the command needs one, or where one is about to begin.
 */
export function commandEnded(folder: string, { commandId, by, command }: GivenCommand): Receipt | null {
  const path = join(folder, 'log.ndjson')
  if (findCommandProblem(command) !== null || !isQueueCommand(command) || command.kind === 'release_held') return null
  if (!existsSync(path)) return null
  const claim = claimFolder(folder)
  if (claim.kind === 'held') return null
  const log = new LogFile(path)
  try {
    const { receipts, queue, isRunning } = readFacts(log)
    if (isRunning) return null
    if (Object.hasOwn(receipts, commandId)) return { commandId, ok: true, ...receipts[commandId] } as Receipt
    const items = applyQueueCommand(queue, command)
    if (items === null) return refuse(commandId, toNotWaiting(command))
    const [record] = log.append([{ ...toKeeperEntry({ subtype: 'queue', items }), commandId, by }], { sync: true })
    return { commandId, ok: true, seq: record?.seq ?? log.lastSeq, state: 'queued' }
  } finally {
    log.close()
    claim.release()
  }
}
