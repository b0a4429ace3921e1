import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { listInside } from './safe-open.ts'
import { listSafeCopies, type SafeCopy } from './side/safe-copies/list-safe-copies.ts'
import { openSafeCopy } from './side/safe-copies/read-safe-lines.ts'

const PACKED = '.zst'

/**
 * Unpacks the safe copies of sessions that the CLI has deleted, so that they are listed, read and searched like all others; and takes
 * away what was unpacked of sessions that are there again, or whose copy is gone. What is unpacked is a cache.
 */
export async function unpackGone(options: {
  safeFolder: string
  directories: readonly string[]
  unpackedFolder: string
}): Promise<void> {
  const { safeFolder, directories, unpackedFolder } = options
  const isThere = ({ folderName, sessionId }: SafeCopy) =>
    directories.some((root) => existsSync(join(root, 'projects', folderName, `${sessionId}.jsonl`)))
  const gone = listSafeCopies(safeFolder).filter((copy) => !isThere(copy))
  removeOthers(unpackedFolder, new Set(gone.map(({ file }) => file.slice(0, -PACKED.length))))
  for (const copy of gone) {
    const beside = listPacked(safeFolder, `projects/${copy.folderName}/${copy.sessionId}`)
    // The transcript last: what is listed then has its agents.
    for (const file of [...beside, copy.file]) await unpack(safeFolder, file, unpackedFolder, copy.modifiedMs)
  }
}

async function unpack(safeFolder: string, file: string, unpackedFolder: string, atMs: number): Promise<void> {
  const target = join(unpackedFolder, file.slice(0, -PACKED.length))
  if (existsSync(target)) return
  const packed = openSafeCopy(safeFolder, file)
  if ('kind' in packed) return
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const draft = `${target}.${crypto.randomUUID()}.tmp`
  try {
    await pipeline(packed, createWriteStream(draft, { mode: 0o600 }))
    utimesSync(draft, atMs / 1000, atMs / 1000)
    renameSync(draft, target)
  } catch {
    // A damaged copy: its session is not listed, and the copy stays for whoever can do more with it.
    rmSync(draft, { force: true })
  }
}

function listPacked(root: string, folder: string): string[] {
  const entries = listInside(root, folder)
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return listPacked(root, path)
    return entry.name.endsWith(PACKED) ? [path] : []
  })
}

function removeOthers(unpackedFolder: string, wanted: ReadonlySet<string>): void {
  const folders = listInside(unpackedFolder, 'projects')
  for (const folder of Array.isArray(folders) ? folders : []) {
    const entries = listInside(unpackedFolder, `projects/${folder.name}`)
    for (const { name } of Array.isArray(entries) ? entries : []) {
      const path = `projects/${folder.name}/${name}`
      if (wanted.has(path) || wanted.has(`${path}.jsonl`)) continue
      rmSync(join(unpackedFolder, path), { recursive: true, force: true })
    }
  }
}
