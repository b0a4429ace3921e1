import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  cliFlags,
  contentBlocks,
  controlRequests,
  deltas,
  fieldSpellings,
  HookInput,
  messageTable,
  PermissionBehavior,
  PermissionMode,
  PermissionResult,
  PermissionUpdate,
  PermissionUpdateDestination,
  parsePermissionRule,
  printPermissionRule,
  stdinEntries,
  streamEvents,
  toJsonSchema,
} from '@quarterdeck/protocol'
import { canonicalToolName, parseMcpToolName, toolSchemas } from '@quarterdeck/protocol/tools'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { findField } from './schema-fields.ts'

interface Documented {
  name: string
  kind?: string
  /** Why the real CLI contradicts the entry. */
  not?: string
  /** Why a newer CLI no longer has it. */
  gone?: string
  fields?: string[]
  notFields?: Record<string, string>
  request?: string[]
  notRequest?: Record<string, string>
  response?: string[]
  notResponse?: Record<string, string>
  input?: string[]
  notInput?: Record<string, string>
  result?: string[]
  notResult?: Record<string, string>
  value?: string
  aliases?: string[]
  short?: string
  words?: string[]
  goneWords?: Record<string, string>
}

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'documented')

function read(name: string): Documented[] {
  return JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8'))
}

/** What the descriptions name besides, and why it has no schema in the protocol. */
const NOT_PROTOCOL: Record<string, string> = {
  bridge: 'messages between a phone and a host, not of the CLI: a matter of the server',
  commands: 'slash commands are prompts; which there are is said by system/init and initialize',
  directory: 'files of the data directory, which are not lines of transcripts: a matter of the archive',
  environment: 'variables for the process, which the driver sets',
  states: 'words for what the messages mean: a matter of the transcript',
  tags: 'tags inside texts, which the transcript takes apart',
}

const toWords = (schema: z.ZodType): string[] => JSON.stringify(toJsonSchema(schema)).match(/[\w-]+/g) ?? []

/** Words of the CLI's own inside are left to it: policies, flags and commands are no destinations for a host. */
const PERMISSION_WORDS: Record<string, string[]> = {
  mode: toWords(PermissionMode),
  behaviour: toWords(PermissionBehavior),
  destination: toWords(PermissionUpdateDestination),
  operation: toWords(PermissionUpdate),
  suggestion: toWords(PermissionUpdate),
}

/** Fields whose inside no schema of the message names, and why not. */
const UNTYPED: Record<string, string> = {
  'can_use_tool response: updatedInput':
    'It is the input of whichever tool was asked for, and has the schema of that tool.',
  'mcp_message request: message': 'It is JSON-RPC of the Model Context Protocol, which has its own library.',
  'mcp_message response: mcp_response': 'It is JSON-RPC of the Model Context Protocol, which has its own library.',
}

const at = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The path in the one spelling: transcripts and stdout spell some fields differently. */
function toOneSpelling(path: string): string {
  const [first = '', ...rest] = path.split('.')
  const spelling = fieldSpellings.find(({ alias }) => alias === first)
  if (spelling === undefined) return path
  const inner = spelling.deep
    ? rest.map((step) => step.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`))
    : rest
  return [spelling.name, ...inner].join('.')
}

/** Fields that have neither a schema nor a reason. */
function findMissing(
  where: string,
  schema: z.ZodType,
  fields: string[] = [],
  reasons: Record<string, string> = {},
): string[] {
  const isExcused = (field: string) => {
    const parents = field.split('.').map((_, index, steps) => steps.slice(0, index + 1).join('.'))
    return parents.some((path) => path in reasons || path.replace(/\[\]$/, '') in reasons)
  }
  return fields
    .filter((field) => !isExcused(field))
    .filter((field) => findField(schema, field) !== 'field')
    .map((field) => `${where}: ${field}`)
    .filter((path) => !Object.keys(UNTYPED).some((prefix) => path.startsWith(prefix)))
}

describe('what five descriptions of the protocol name', () => {
  it.each(read('messages'))(
    'the message $name has a schema with all its fields',
    ({ name, not, fields, notFields }) => {
      const entry = at(messageTable, name)
      if (entry === undefined) expect(not).toBeTruthy()
      else expect(findMissing(name, entry.schema, fields?.map(toOneSpelling), notFields)).toEqual([])
    },
  )

  it.each(read('stdin'))(
    'the message $name to the CLI has a schema with all its fields',
    ({ name, not, fields, notFields }) => {
      const entry = at(stdinEntries, name) ?? at(messageTable, name)
      if (entry === undefined) expect(not).toBeTruthy()
      else expect(findMissing(name, entry.schema as z.ZodType, fields, notFields)).toEqual([])
    },
  )

  it.each(read('control'))(
    'the control request $name has its pair of schemas',
    ({ name, not, request, notRequest, response, notResponse }) => {
      const pair = at(controlRequests, name)
      // The envelopes stand in this list too; their fields are checked with the messages.
      if (pair === undefined) return expect(not ?? at(messageTable, name.replace('envelope/', ''))).toBeTruthy()
      const answer = name === 'can_use_tool' ? PermissionResult : pair.response
      expect([
        ...findMissing(`${name} request`, pair.request, request, notRequest),
        ...findMissing(`${name} response`, answer, response, notResponse),
      ]).toEqual([])
    },
  )

  it.each(read('deltas'))('the $kind $name has a schema with its field', ({ name, not, fields }) => {
    const event = at(streamEvents, name)
    const schema = event ?? at(deltas, name)
    if (schema === undefined) return expect(not).toBeTruthy()
    const paths = fields?.map((field) => field.replace(/^event\./, ''))
    expect(findMissing(name, schema, paths)).toEqual([])
  })

  it.each(read('blocks'))('the block $name has a schema with all its fields', ({ name, fields }) => {
    const schema = at(contentBlocks, name)
    expect(schema).toBeDefined()
    expect(findMissing(name, schema as z.ZodType, fields)).toEqual([])
  })

  it.each(read('tools'))(
    'the tool $name has schemas of its input and result',
    ({ name, not, input, notInput, result, notResult }) => {
      const tool = at(toolSchemas, canonicalToolName(name))
      if (tool === undefined) return expect(not ?? parseMcpToolName(name)).toBeTruthy()
      expect([
        ...findMissing(`${name} input`, tool.input, input, notInput),
        ...(tool.result === undefined && !result?.length
          ? []
          : findMissing(`${name} result`, tool.result as z.ZodType, result, notResult)),
      ]).toEqual([])
    },
  )

  it.each(read('flags'))('the flag $name is in the table of flags', ({ name, aliases, short, words, value }) => {
    const flag = at(cliFlags, name) as { alias?: string; short?: string; words?: string[]; value: string } | undefined
    expect(flag).toBeDefined()
    if (short !== undefined) expect(flag?.short).toBe(short)
    if (aliases !== undefined) expect(aliases).toContain(flag?.alias)
    if (value !== 'none') expect(flag?.value).not.toBe('none')
    for (const word of words ?? []) expect(flag?.words).toContain(word)
  })

  it.each(read('permissions').filter(({ kind }) => kind !== undefined && kind in PERMISSION_WORDS))(
    'the $kind $name of permissions is a word of its schema',
    ({ kind, name, not, gone }) => {
      if (not === undefined && gone === undefined) expect(PERMISSION_WORDS[kind as string]).toContain(name)
    },
  )

  it.each(read('permissions').filter(({ kind }) => kind === 'rule'))(
    'the rule $name is read and written the same',
    ({ name }) => {
      expect(printPermissionRule(parsePermissionRule(name))).toBe(name)
    },
  )

  it.each(read('hooks').filter(({ kind }) => kind === 'event'))(
    'the hook $name is an event of its schema',
    ({ name }) => {
      expect(toWords(HookInput.shape.hook_event_name)).toContain(name)
    },
  )

  it('has nothing else but what has a reason', () => {
    const files = readdirSync(FIXTURES).filter((file) => file.endsWith('.json'))
    const tested = ['blocks', 'control', 'deltas', 'flags', 'hooks', 'messages', 'permissions', 'stdin', 'tools']
    expect(files.map((file) => file.replace('.json', ''))).toEqual([...tested, ...Object.keys(NOT_PROTOCOL)].sort())
  })
})
