import type { About, Row, ToolCall } from '@quarterdeck/transcript'
import { fieldOf, textOf } from '../../tools/read-field.ts'
import type { CompletionItem } from './CompletionList.tsx'

/** The MCP servers of a session, as far as the page knows them. */
export interface KnownServers {
  about: Pick<About, 'mcpServers' | 'tools'>
  rows: readonly Row[]
}

interface Resource {
  server: string
  uri: string
  name?: string | undefined
  description?: string | undefined
}

/** The CLI has it where a server has resources, and only there. Older ones call both without `Tool`. */
const LISTS = /^ListMcpResources(Tool)?$/
const READS = /^ReadMcpResource(Tool)?$/

/**
 * What may be meant behind an `@` besides files: resources that were listed or read in this conversation, and servers that have some.
 * No CLI lists them for a host, nor puts one into the prompt: Claude reads it when it is named.
 */
export function findResources({ about, rows }: KnownServers, query: string): CompletionItem[] {
  const known = new Map<string, CompletionItem>()
  for (const { server, uri, name, description } of listKnown(rows)) {
    const value = `${server}:${uri}`
    const hint = [name, description].filter((words) => words !== undefined && words !== uri).join(' — ')
    known.set(value, { value, label: value, from: 'MCP', ...(hint === '' ? known.get(value) : { hint }) })
  }
  const places = listServers(about).map((name) => {
    return { value: `${name}:`, label: `${name}:`, hint: 'Name a resource; Claude reads it', from: 'MCP' }
  })
  const wanted = query.toLowerCase()
  // A server that was gone into is not offered once more.
  return [...known.values(), ...places].filter(
    ({ value, hint = '' }) => value !== query && `${value} ${hint}`.toLowerCase().includes(wanted),
  )
}

function listServers({ mcpServers, tools }: KnownServers['about']): string[] {
  if (!tools.some((tool) => LISTS.test(tool))) return []
  const isThere = (server: unknown) => ['connected', 'pending'].includes(textOf(server, 'status') ?? '')
  return mcpServers.filter(isThere).flatMap((server) => textOf(server, 'name') ?? [])
}

function listKnown(rows: readonly Row[]): Resource[] {
  return rows.flatMap((row) => (row.kind === 'tools' ? row.calls.flatMap(({ call }) => resourcesOf(call)) : []))
}

function resourcesOf({ name, input, status, structured }: ToolCall): Resource[] {
  if (status !== 'done') return []
  if (READS.test(name)) return toResource(input)
  return LISTS.test(name) && Array.isArray(structured) ? structured.flatMap(toResource) : []
}

function toResource(value: unknown): Resource[] {
  const [server, uri] = [textOf(value, 'server'), textOf(value, 'uri')]
  if (server === undefined || uri === undefined || fieldOf(value, 'error') !== undefined) return []
  return [{ server, uri, name: textOf(value, 'name'), description: textOf(value, 'description') }]
}
