import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { listInside } from './safe-open.ts'
import { listCopyFiles } from './side/safe-copies/list-copy-files.ts'
import { listDeep } from './side/safe-copies/list-deep.ts'
import { listSafeCopies, type SafeCopy } from './side/safe-copies/list-safe-copies.ts'
import { openSafeCopy } from './side/safe-copies/read-safe-lines.ts'

const PACKED = '.zst'
const SESSION_ID_LENGTH = 36
/** Where each session has a folder of its own. */
const BESIDE = ['file-history', 'tasks']

/**
 * Unpacks the safe copies of sessions that the CLI has deleted, so that they are listed, read and searched like all others; and takes
 * away what was unpacked of sessions that are there again, or whose copy is gone. What is unpacked is a cache. Says whether anything changed.
 */
export async function unpackGone(options: {
  safeFolder: string
  directories: readonly string[]
  unpackedFolder: string
}): Promise<boolean> {
  const { safeFolder, directories, unpackedFolder } = options
  const isThere = ({ folderName, sessionId }: SafeCopy) =>
    directories.some((root) => existsSync(join(root, 'projects', folderName, `${sessionId}.jsonl`)))
  const gone = listSafeCopies(safeFolder).filter((copy) => !isThere(copy))
  const ids = new Set(gone.map(({ sessionId }) => sessionId))
  let hasChanged = removeOthers(unpackedFolder, new Set(gone.map(({ file }) => file.slice(0, -PACKED.length))), ids)
  const todos = gone.length === 0 ? [] : listDeep(safeFolder, 'todos')
  for (const copy of gone) {
    for (const file of listCopyFiles(safeFolder, copy, todos))
      if (await unpack(safeFolder, file, unpackedFolder, copy.modifiedMs)) hasChanged = true
  }
  return hasChanged
}

async function unpack(safeFolder: string, file: string, unpackedFolder: string, atMs: number): Promise<boolean> {
  const target = join(unpackedFolder, file.slice(0, -PACKED.length))
  if (existsSync(target)) return false
  const packed = openSafeCopy(safeFolder, file)
  if ('kind' in packed) return false
  const draft = `${target}.${crypto.randomUUID()}.tmp`
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(packed, createWriteStream(draft, { mode: 0o600 }))
    utimesSync(draft, atMs / 1000, atMs / 1000)
    renameSync(draft, target)
    return true
  } catch {
    // A damaged copy, or a full disk: its session is not listed, and the copy stays for the next round, or whoever can do more with it.
    packed.destroy()
    rmSync(draft, { force: true })
    return false
  }
}

function removeOthers(unpackedFolder: string, wanted: ReadonlySet<string>, ids: ReadonlySet<string>): boolean {
  let hasRemoved = false
  const remove = (path: string) => {
    rmSync(join(unpackedFolder, path), { recursive: true, force: true })
    hasRemoved = true
  }
  const folders = listInside(unpackedFolder, 'projects')
  for (const folder of Array.isArray(folders) ? folders : []) {
    const entries = listInside(unpackedFolder, `projects/${folder.name}`)
    for (const { name } of Array.isArray(entries) ? entries : []) {
      const path = `projects/${folder.name}/${name}`
      if (!wanted.has(path) && !wanted.has(`${path}.jsonl`)) remove(path)
    }
  }
  for (const area of [...BESIDE, 'todos']) {
    const entries = listInside(unpackedFolder, area)
    for (const { name } of Array.isArray(entries) ? entries : [])
      if (!ids.has(name.slice(0, SESSION_ID_LENGTH))) remove(`${area}/${name}`)
  }
  return hasRemoved
}
