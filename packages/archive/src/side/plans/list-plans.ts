import { closeSync, readSync } from 'node:fs'
import { listInside, type NotOpened, openInside, readInside } from '../../safe-open.ts'

export interface Plan {
  /** The file's name without `.md`. */
  slug: string
  /** Its first heading, or null. */
  title: string | null
  bytes: number
  modifiedMs: number
}

const HEAD_BYTES = 4096
const LARGEST_BYTES = 8 * 1024 * 1024
const SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/

/** The plans in `plans/`, newest first. */
export function listPlans(root: string): Plan[] | NotOpened {
  const entries = listInside(root, 'plans')
  if (!Array.isArray(entries)) return entries
  const slugs = entries.flatMap(({ name }) => (name.endsWith('.md') ? [name.slice(0, -'.md'.length)] : []))
  const plans = slugs.filter((slug) => SLUG.test(slug)).flatMap((slug) => readHead(root, slug) ?? [])
  return plans.sort((one, other) => other.modifiedMs - one.modifiedMs)
}

export function readPlan(root: string, slug: string): string | NotOpened {
  if (!SLUG.test(slug)) return { kind: 'refused', reason: `${JSON.stringify(slug)} is no name of a plan` }
  const content = readInside(root, `plans/${slug}.md`, LARGEST_BYTES)
  return Buffer.isBuffer(content) ? content.toString('utf8') : content
}

function readHead(root: string, slug: string): Plan | null {
  const file = openInside(root, `plans/${slug}.md`)
  if (file.kind !== 'file') return null
  try {
    const head = Buffer.allocUnsafe(HEAD_BYTES)
    const count = readSync(file.fd, head, 0, HEAD_BYTES, 0)
    const title = /^#{1,6}\s+(.+)$/m.exec(head.toString('utf8', 0, count))?.[1]?.trim() ?? null
    return { slug, title, bytes: file.stats.size, modifiedMs: file.stats.mtimeMs }
  } catch {
    return null
  } finally {
    closeSync(file.fd)
  }
}
