import { parseDocument } from 'yaml'
import { isObject, type JsonObject } from '../parse-json.ts'

export interface Frontmatter {
  data: JsonObject
  body: string
  /** Why the head could not be read; the body is there all the same. */
  problem: string | null
}

const HEAD = /^\uFEFF?---[^\S\n]*\r?\n([\s\S]*?)\r?\n?---[^\S\n]*(?:\r?\n|$)/
const LONGEST_HEAD = 64 * 1024
const MOST_ALIASES = 20

/** Splits a Markdown file from the YAML at its head. Only plain data comes of it: no tags, no merges, and aliases in bounds. */
export function parseFrontmatter(text: string): Frontmatter {
  const found = HEAD.exec(text)
  if (found === null) return { data: {}, body: text.replace(/^\uFEFF/, ''), problem: null }
  const head = found[1] ?? ''
  const body = text.slice(found[0].length)
  if (head.length > LONGEST_HEAD) return { data: {}, body, problem: `The head has ${head.length} characters` }
  try {
    const document = parseDocument(head, {
      schema: 'core',
      customTags: null,
      resolveKnownTags: false,
      merge: false,
      logLevel: 'silent',
    })
    const error = document.errors[0]
    if (error !== undefined) return { ...readLoosely(head), body, problem: error.message.split('\n')[0] ?? 'no YAML' }
    const data: unknown = document.toJS({ maxAliasCount: MOST_ALIASES })
    return { data: isObject(data) ? data : {}, body, problem: null }
  } catch (error) {
    return { data: {}, body, problem: (error as Error).message }
  }
}

/** Heads such as `description: Does this: and that` are no YAML, and yet common: each such line is taken as it stands. */
function readLoosely(head: string): { data: JsonObject } {
  const pairs = head.split(/\r?\n/).flatMap((line) => {
    const [, key, value] = /^([A-Za-z][\w-]*):\s+(\S.*?)\s*$/.exec(line) ?? []
    return key === undefined || value === undefined ? [] : [[key, value.replace(/^(['"])(.*)\1$/, '$2')] as const]
  })
  return { data: Object.fromEntries(pairs) }
}
