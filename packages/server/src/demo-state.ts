import { join } from 'node:path'

/** Where a demo keeps what it knows of its sessions: with its samples, and gone with them. */
export function toDemoState(data: string): string {
  return join(data, 'demo', 'state')
}
