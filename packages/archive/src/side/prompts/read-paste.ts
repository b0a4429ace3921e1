import { type NotOpened, readInside } from '../../safe-open.ts'

const LARGEST_BYTES = 16 * 1024 * 1024

/** What was pasted, by the hash under which `paste-cache/` keeps it. */
export function readPaste(root: string, hash: string): string | NotOpened {
  if (!/^[0-9a-f]{8,64}$/.test(hash)) return { kind: 'refused', reason: `${JSON.stringify(hash)} is no hash` }
  const content = readInside(root, `paste-cache/${hash}.txt`, LARGEST_BYTES)
  return Buffer.isBuffer(content) ? content.toString('utf8') : content
}
