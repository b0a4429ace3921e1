import {
  cliFlags,
  contentBlocks,
  controlRequests,
  deltas,
  type Entry,
  type Flag,
  fieldSpellings,
  messageTable,
  type Place,
  type Since,
  stdinEntries,
  streamEvents,
  toJsonSchema,
} from '@quarterdeck/protocol'
import { toolSchemas } from '@quarterdeck/protocol/tools'
import type { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

const SINCE: Record<Since, string> = {
  documented: 'documented up to 2.1.38',
  published: 'published',
  seen: 'seen',
  declared: 'declared',
}

/** `docs/protocol.md`, written from the schemas so that it cannot differ from them. */
export function toProtocolPage(): string {
  return `# The protocol

What the Claude Code CLI says and hears over stream-json, one JSON object a line, and what its transcripts hold. This page is generated from the
schemas of \`packages/protocol\` (\`npm run docs\`); a test fails when it is out of date.

Each shape says how we know it: *documented up to 2.1.38* (described in public texts about CLI 2.1.1 to 2.1.38), *published* (in the types of the Agent
SDK), *seen* (in the output of a real CLI), *declared* (only in the CLI's own schemas; any release may change it). \`?\` marks a field that may be missing.
A field that does not have its type is left out and named as a fault; the message stays. Fields and types that are not here are kept as they are.

## Messages of the CLI

Every message may carry ${SHARED.slice(0, 3)
    .map((name) => `\`${name}\``)
    .join(', ')}; a transcript line also ${SHARED.slice(3)
    .map((name) => `\`${name}\``)
    .join(', ')}. They are not repeated below.

${toMessages(['stdout', 'transcript'])}
## Messages to the CLI

${toSections(Object.entries(stdinEntries))}
Control requests and responses go both ways; see below.

## Control requests

A request is \`{"type":"control_request","request_id":ID,"request":{"subtype":…}}\`. Its answer is \`{"type":"control_response","response":{"subtype":"success","request_id":ID,"response":{…}}}\`, or
\`subtype: "error"\` with \`error\`. \`request_id\` stands inside \`response\`. Old CLIs do not answer a subtype they do not know at all.

${Object.entries(controlRequests).sort(byName).map(toControl).join('\n')}
## Content blocks

${toSchemas(contentBlocks)}
## Stream events

${toSchemas(streamEvents)}
## Deltas

${toSchemas(deltas)}
## Tools

${Object.entries(toolSchemas).sort(byName).map(toTool).join('\n')}
## Flags

| flag | value | known | use |
|---|---|---|---|
${Object.entries(cliFlags).map(toFlag).join('\n')}

## One spelling

Transcripts spell some fields differently from stdout. \`normalise\` gives every message the spelling of stdout:

| in transcripts | here |
|---|---|
${fieldSpellings.map(({ alias, name, deep }) => `| \`${alias}\` | \`${name}\`${deep ? ', and snake_case inside' : ''} |`).join('\n')}

Tools that were renamed go by their newest name: \`Task\` is \`Agent\`.
`
}

function toMessages(places: Place[]): string {
  return toSections(
    Object.entries(messageTable as Record<string, Entry>).filter(([, { places: own }]) =>
      own.some((place) => places.includes(place)),
    ),
  )
}

function toSections(entries: [string, Entry][]): string {
  return entries
    .sort(byName)
    .map(([name, entry]) => `${toHead(name, entry.places.join(', '), entry)}\n\n${toFields(entry.schema)}\n`)
    .join('\n')
}

function toHead(name: string, where: string, { since, use }: { since: Since; use: string }): string {
  return `### ${name}\n\n*${where} · ${SINCE[since]}* — ${use}`
}

function toControl([name, entry]: [string, (typeof controlRequests)[keyof typeof controlRequests]]): string {
  const direction = entry.direction === 'from-cli' ? 'CLI to host' : 'host to CLI'
  return `${toHead(name, direction, entry)}\n\nRequest: ${toFields(entry.request)}\n\nResponse: ${toFields(entry.response)}\n`
}

function toTool([name, tool]: [string, (typeof toolSchemas)[keyof typeof toolSchemas]]): string {
  const result =
    'result' in tool && tool.result !== undefined ? `\n\nResult: ${toFields(tool.result as z.ZodType)}` : ''
  return `${toHead(name, 'tool', tool)}\n\nInput: ${toFields(tool.input)}${result}\n`
}

function toSchemas(schemas: Readonly<Record<string, z.ZodType>>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => `- \`${name}\`: ${toFields(schema)}\n`)
    .join('')
}

function toFlag([name, flag]: [string, Flag]): string {
  const names = [name, flag.short, flag.alias]
    .filter(Boolean)
    .map((each) => `\`${each}\``)
    .join(', ')
  const words = flag.words?.map((word) => `\`${word === '' ? '""' : word}\``).join(', ')
  return `| ${names} | ${flag.value}${flag.optional ? ', optional' : ''}${words ? `: ${words}` : ''} | ${SINCE[flag.since]} | ${flag.use} |`
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a.localeCompare(b, 'en')
}

function toFields(schema: z.ZodType): string {
  const fields = describeObject(toJsonSchema(schema))
  return fields === '' ? 'No fields of its own.' : `${fields}.`
}

/** Type and subtype are said by the heading already. */
const SAID = ['type', 'subtype']

/** Fields of nearly every message, told once. */
const SHARED = [
  'uuid',
  'session_id',
  'timestamp',
  'parentUuid',
  'logical_parent_uuid',
  'isSidechain',
  'isMeta',
  'cwd',
  'version',
  'gitBranch',
  'userType',
  'entrypoint',
  'slug',
  'agent_id',
  'forkedFrom',
]

function describeObject(schema: JsonSchema, depth = 0): string {
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (options !== undefined)
    return options
      .map((option) => describe(option, depth))
      .filter(Boolean)
      .join(' | ')
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  return fields
    .filter(([name, field]) => !(SAID.includes(name) && 'const' in field))
    .filter(([name]) => depth > 0 || schema.required?.includes(name) || !SHARED.includes(name))
    .map(([name, field]) => {
      const mark = schema.required?.includes(name) ? '' : '?'
      return `\`${name}${mark}\`${depth < 2 ? describeSuffix(field, depth) : ''}`
    })
    .join(', ')
}

function describeSuffix(field: JsonSchema, depth: number): string {
  const text = describe(field, depth)
  return text === '' ? '' : ` ${text}`
}

function describe(schema: JsonSchema, depth: number): string {
  const known = (schema as { known?: string[] }).known ?? (schema.enum as string[] | undefined)
  if (known !== undefined) return `(${known.join(' · ')})`
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (options !== undefined) {
    if (options.length > 6) return ''
    const texts = [
      ...new Set(options.filter((option) => option.type !== 'null').map((option) => describe(option, depth))),
    ]
    return texts.filter(Boolean).join(' or ')
  }
  if (schema.type === 'array') {
    const items = describe((schema.items ?? {}) as JsonSchema, depth)
    return items === '' ? '[]' : `[ ${items} ]`
  }
  if (schema.type === 'object' && schema.properties !== undefined) {
    const inner = describeObject(schema, depth + 1)
    return inner === '' ? '' : `{ ${inner} }`
  }
  return ''
}
