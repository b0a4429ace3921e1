import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { readInside } from '@quarterdeck/archive'
import { type IgnoreRule, isIgnored, parseGitignore } from './gitignore.ts'
import { type PathList, toPathList } from './rank-paths.ts'

/** What nobody means when they name a file, and what a version control keeps for itself. */
const SKIPPED = new Set(
  '.git .hg .svn .jj node_modules bower_components __pycache__ .venv .tox .mypy_cache .pytest_cache .gradle .next .nuxt .turbo .parcel-cache .DS_Store'.split(
    ' ',
  ),
)
const LIMITS = { entries: 100_000, folders: 20_000, depth: 40 }
const AT_ONCE = 8
const LARGEST_GITIGNORE_BYTES = 64 * 1024

interface FolderNode {
  /** Of the folder and of its `.gitignore`: while they are the same, so is what stands in it. */
  stamp: string
  names: { name: string; isFolder: boolean }[]
  rules: IgnoreRule[] | null
}

/** Rules with the depth of the folder that they stand in. */
type Rules = readonly { depth: number; rules: IgnoreRule[] }[]

/**
 * The files of a project by name. Nothing of the project is run or followed: no git, no symlink. A folder that has not changed is not
 * read again.
 */
export class ProjectFiles {
  readonly #root: string
  #nodes = new Map<string, FolderNode>()
  #list: PathList = toPathList([])
  #isTruncated = false

  /** A real path. */
  constructor(root: string) {
    this.#root = root
  }

  get list(): PathList {
    return this.#list
  }

  /** There are more than are looked at. */
  get isTruncated(): boolean {
    return this.#isTruncated
  }

  async refresh(): Promise<void> {
    const nodes = new Map<string, FolderNode>()
    const paths: string[] = []
    let isTruncated = false
    let level: { parts: string[]; rules: Rules }[] = [{ parts: [], rules: [] }]
    while (level.length > 0) {
      const next: typeof level = []
      for (let at = 0; at < level.length; at += AT_ONCE) {
        const batch = level.slice(at, at + AT_ONCE)
        const found = await Promise.all(batch.map(({ parts }) => this.#readFolder(parts)))
        for (const [index, { parts, rules }] of batch.entries()) {
          const node = found[index]
          if (node == null) continue
          nodes.set(parts.join('/'), node)
          const own = node.rules === null ? rules : [...rules, { depth: parts.length, rules: node.rules }]
          for (const { name, isFolder } of node.names) {
            const path = [...parts, name]
            if (isHidden(own, path, isFolder)) continue
            paths.push(path.join('/') + (isFolder ? '/' : ''))
            if (isFolder && path.length < LIMITS.depth) next.push({ parts: path, rules: own })
          }
        }
        isTruncated ||= paths.length > LIMITS.entries || nodes.size > LIMITS.folders
        if (isTruncated) break
      }
      level = isTruncated ? [] : next
      // What is found so far of a large project that is new here; the rest follows.
      if (this.#nodes.size === 0 && level.length > 0) this.#show(paths, true)
    }
    this.#nodes = nodes
    this.#show(paths, isTruncated)
  }

  #show(paths: readonly string[], isTruncated: boolean): void {
    this.#isTruncated = isTruncated
    this.#list = toPathList(paths.slice(0, LIMITS.entries))
  }

  async #readFolder(parts: readonly string[]): Promise<FolderNode | null> {
    const path = join(this.#root, ...parts)
    try {
      const known = this.#nodes.get(parts.join('/'))
      const stamp = await this.#stampOf(path, known)
      if (known !== undefined && known.stamp === stamp) return known
      const entries = await readdir(path, { withFileTypes: true })
      // A folder that became a link meanwhile leads elsewhere.
      if ((await realpath(path)) !== path) return null
      const names = entries.filter(isWanted).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      const rules = names.some(({ name }) => name === '.gitignore') ? this.#readRules(parts) : null
      const node = { stamp: '', names, rules }
      return { ...node, stamp: await this.#stampOf(path, node) }
    } catch {
      // It is gone, or may not be read: it has no files for us.
      return null
    }
  }

  async #stampOf(path: string, node: FolderNode | undefined): Promise<string> {
    const own = (await lstat(path)).mtimeMs
    if (node?.rules == null) return String(own)
    const { mtimeMs, size } = await lstat(join(path, '.gitignore'))
    return `${own}/${mtimeMs}/${size}`
  }

  #readRules(parts: readonly string[]): IgnoreRule[] | null {
    const text = readInside(this.#root, [...parts, '.gitignore'].join('/'), LARGEST_GITIGNORE_BYTES)
    return Buffer.isBuffer(text) ? parseGitignore(text.toString()) : null
  }
}

function isWanted(entry: Dirent): boolean {
  return (entry.isFile() || entry.isDirectory()) && !SKIPPED.has(entry.name) && !/[\0\n]/.test(entry.name)
}

/** The rules of the nearest folder count first. */
function isHidden(rules: Rules, path: readonly string[], isFolder: boolean): boolean {
  for (let at = rules.length - 1; at >= 0; at--) {
    const { depth, rules: own } = rules[at] as Rules[number]
    const found = isIgnored(own, path.slice(depth), isFolder)
    if (found !== null) return found
  }
  return false
}
