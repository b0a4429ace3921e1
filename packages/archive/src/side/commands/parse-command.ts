import { type JsonObject, toText } from '../parse-json.ts'
import type { Agent, Command, CommandSource } from './command.ts'
import { parseFrontmatter } from './frontmatter.ts'

interface Found {
  name: string
  path: string
  text: string
  source: CommandSource
}

const LONGEST_DESCRIPTION = 1000

export function parseCommand(kind: Command['kind'], { name, path, text, source }: Found): Command {
  const { data, body, problem } = parseFrontmatter(text)
  return {
    kind,
    name,
    description: toWords(data.description) ?? toFirstLine(body),
    argumentHint: toHint(data['argument-hint']),
    argumentNames: toList(data.arguments, /\s+/).filter((word) => !/^\d+$/.test(word)),
    allowedTools: toList(data['allowed-tools'], /,(?![^(]*\))/),
    model: toModel(data),
    isUserInvocable: kind === 'command' || !isFalse(data['user-invocable']),
    isModelInvocable: !isTrue(data['disable-model-invocation']),
    source,
    path,
    body,
    problem,
  }
}

/** Null for a file that is no agent: one without a name. */
export function parseAgent({ name, path, text, source }: Found): Agent | null {
  const { data, body, problem } = parseFrontmatter(text)
  const own = toWords(data.name)
  if (own === null) return null
  const tools = data.tools === undefined ? null : toList(data.tools, /,(?![^(]*\))/)
  const called = source.level === 'plugin' ? `${source.plugin}:${own}` : own
  return {
    name: called,
    description: toWords(data.description),
    tools,
    model: toModel(data),
    color: toText(data.color),
    source,
    path,
    body,
    problem: problem ?? (own === name ? null : `The file is named ${name}, the agent ${own}`),
  }
}

function toWords(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  return text === '' ? null : text.slice(0, LONGEST_DESCRIPTION)
}

/** `argument-hint: [file]` is a list to YAML, and meant as text. */
function toHint(value: unknown): string | null {
  return Array.isArray(value) ? value.map((word) => `[${String(word)}]`).join(' ') : toWords(value)
}

function toList(value: unknown, separator: RegExp): string[] {
  const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(separator) : []
  return words
    .filter((word) => typeof word === 'string')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function toModel({ model }: JsonObject): string | null {
  const name = toText(model)
  return name === 'inherit' ? null : name
}

function toFirstLine(body: string): string | null {
  const line = body.split('\n').find((text) => text.trim() !== '')
  return line === undefined ? null : toWords(line.replace(/^#+\s*/, '').slice(0, 200))
}

function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && /^(?:false|no|off|0)$/i.test(value.trim()))
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:true|yes|on|1)$/i.test(value.trim()))
}
