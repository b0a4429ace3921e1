import { join } from 'node:path'
import { listInside, readInside } from '../../safe-open.ts'

export interface MarkdownFile {
  /** The folders below the one that was searched, and the name without its extension. */
  parts: string[]
  path: string
  text: string
}

const LARGEST_BYTES = 1024 * 1024
const DEEPEST = 8
const MOST_FILES = 5000

/** The Markdown files below a folder of a root, deep ones too, in the order of their names. Links are not followed. */
export function findMarkdown(root: string, folder: string): MarkdownFile[] {
  const files: MarkdownFile[] = []
  walk([])
  return files

  function walk(parts: string[]): void {
    const entries = listInside(root, join(folder, ...parts))
    if (!Array.isArray(entries) || parts.length > DEEPEST) return
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (files.length >= MOST_FILES) return
      if (entry.isDirectory()) walk([...parts, entry.name])
      else if (entry.name.endsWith('.md')) add([...parts, entry.name])
    }
  }

  function add(names: string[]): void {
    const file = readMarkdown(root, folder, names)
    if (file !== null) files.push(file)
  }
}

/** The `SKILL.md` of each folder; what else lies in it is the skill's own. */
export function findSkills(root: string, folder: string): MarkdownFile[] {
  const entries = listInside(root, folder)
  if (!Array.isArray(entries)) return []
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return names.sort().flatMap((name) => readMarkdown(root, folder, [name, 'SKILL.md']) ?? [])
}

function readMarkdown(root: string, folder: string, names: string[]): MarkdownFile | null {
  const file = join(folder, ...names)
  const content = readInside(root, file, LARGEST_BYTES)
  if (!Buffer.isBuffer(content)) return null
  const parts = [...names.slice(0, -1), (names.at(-1) ?? '').slice(0, -'.md'.length)]
  return { parts, path: join(root, file), text: content.toString('utf8') }
}
