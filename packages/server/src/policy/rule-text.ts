import { parsePermissionRule } from '@quarterdeck/protocol/pure'

const FILE_TOOLS = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'Glob', 'Grep', 'NotebookRead', 'NotebookEdit'])
/** Where older CLIs let a star stand in a path. */
const STAR = /^\*|\*$|\*\*|\/\*|\*\./

/**
 * Why a rule must not be written into a settings file; null where it may. One that 2.1.38 does not understand makes it pass over the whole
 * file, with all that forbids something in it; and one that begins with `!` takes back what another forbids.
 */
export function findRuleProblem(rule: string): string | null {
  if (/^mcp__[\w-]+(__\*)?$/.test(rule)) return null
  const { toolName, ruleContent: content } = parsePermissionRule(rule)
  if (!/^[A-Z][A-Za-z0-9]*$/.test(toolName) || /\(\s*\)/.test(rule))
    return 'is no rule: write it as Tool or Tool(what), such as Bash(npm test:*)'
  if (content === undefined) return null
  if (content.trim() === '' || /[()\\\p{Cc}]/u.test(content))
    return 'must say what it is about in one line, without parentheses and backslashes'
  if (isNegated(rule)) return 'begins with !, which takes back other rules'
  if (toolName === 'Bash' && /^:\*$|:\*(?!$)/.test(content)) return 'may have :* at its end alone, behind a command'
  if (FILE_TOOLS.has(toolName) && content.includes(':*')) return 'names files, for which there is no :*'
  if (FILE_TOOLS.has(toolName) && content.includes('*') && !STAR.test(content))
    return 'may have a * for a whole name of a file or folder, or at an end'
  if (toolName === 'WebFetch' && !/^domain:[^/:]+$/.test(content)) return 'names a domain: WebFetch(domain:example.com)'
  if (toolName === 'WebSearch' && /[*?]/.test(content)) return 'names words to search for, without * and ?'
  return null
}

/** Claude Code reads the paths of rules as `.gitignore` does, once `./` and what says where they begin are off. */
export function isNegated(rule: string): boolean {
  return /^[^(]*\([\s./~]*!/.test(rule)
}
