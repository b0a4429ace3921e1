import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { toolSchemas } from './table.ts'
import { canonicalToolName } from './tool-name.ts'
import { viewToolInput, viewToolResult } from './view.ts'
import type { BashInput } from './views/bash.ts'

interface RecordedCall {
  version: string
  name: string
  input: object
  result: object | string
}

/** What both CLIs sent, with the paths of the machine replaced. */
const recorded: RecordedCall[] = readFileSync(new URL('./recorded-calls.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

describe('recorded calls', () => {
  it.each(recorded)('$version $name: the input has a view of its own, with every field', ({ name, input }) => {
    expect(viewToolInput(name, input)).toEqual({ tool: canonicalToolName(name), value: input })
  })

  it.each(recorded.filter((call) => typeof call.result === 'object'))(
    '$version $name: the result has a view of its own, with every field',
    ({ name, result }) => {
      expect(viewToolResult(name, result)).toEqual({ tool: canonicalToolName(name), value: result })
    },
  )

  it.each(recorded.filter((call) => typeof call.result === 'string'))(
    '$version $name: the failure is a text without its label',
    ({ name, result }) => {
      expect(viewToolResult(name, result)).toEqual({ tool: 'error', text: String(result).slice('Error: '.length) })
    },
  )
})

describe('viewToolInput', () => {
  it('tells the compiler which value belongs to which tool', () => {
    const view = viewToolInput('Bash', { command: 'ls' })
    if (view.tool === 'Bash') expectTypeOf(view.value).toEqualTypeOf<BashInput>()
    expect(view.tool).toBe('Bash')
  })

  it('leaves out an optional field of the wrong type, and keeps the rest', () => {
    const input = { command: 'ls', timeout: 'long', description: ['a'], extra: { kept: true } }
    expect(viewToolInput('Bash', input)).toEqual({ tool: 'Bash', value: { command: 'ls', extra: { kept: true } } })
  })

  it('does so deep inside', () => {
    const todos = [
      { content: 'x', status: 'pending', activeForm: 7, extra: 1 },
      { content: 'y', status: 'blocked' },
    ]
    expect(viewToolInput('TodoWrite', { todos })).toEqual({
      tool: 'TodoWrite',
      value: {
        todos: [
          { content: 'x', status: 'pending', extra: 1 },
          { content: 'y', status: 'blocked' },
        ],
      },
    })
  })

  it('is generic while required fields are still missing or of the wrong type', () => {
    for (const [name, partial] of [
      ['Bash', {}],
      ['Bash', { command: 7 }],
      ['Edit', { file_path: '/home/user/project/a.txt', old_string: 'tw' }],
      ['Write', { file_path: '/home/user/project/a.txt' }],
      ['TodoWrite', { todos: [{ content: 'x' }] }],
      ['TaskStop', {}],
      ['SendMessage', { to: 'reviewer' }],
    ] as const) {
      expect(viewToolInput(name, partial)).toEqual({ tool: 'generic', name, value: partial })
    }
  })

  it.each([[null], ['text'], [['a']], [7], [true], [undefined]])('is generic for %j, which is no input', (input) => {
    for (const name of [...Object.keys(toolSchemas), 'mcp__a__b', 'Unheard'])
      expect(viewToolInput(name, input)).toEqual({ tool: 'generic', name, value: input })
  })

  it('is generic for a tool that it does not know, under the name that came', () => {
    for (const name of ['LSP', 'constructor', '__proto__', 'toString', ''])
      expect(viewToolInput(name, { a: 1 })).toEqual({ tool: 'generic', name, value: { a: 1 } })
  })

  it('splits the name of a tool of a server', () => {
    const value = { query: 'zod', limit: 3 }
    expect(viewToolInput('mcp__github__search_repositories', value)).toEqual({
      tool: 'mcp',
      server: 'github',
      name: 'search_repositories',
      value,
    })
  })
})

describe('viewToolResult', () => {
  it.each([
    ['Error: Exit code 1\ngo: cannot find main module', 'Exit code 1\ngo: cannot find main module'],
    ['<tool_use_error>File has not been read yet.</tool_use_error>', 'File has not been read yet.'],
    ['<tool_use_error>Error: No such tool available: X</tool_use_error>\n', 'No such tool available: X'],
    ['Error: <tool_use_error>Cancelled</tool_use_error>', 'Cancelled'],
    ['InputValidationError: command is missing', 'InputValidationError: command is missing'],
    ['User rejected tool use', 'User rejected tool use'],
    ['Error: about <tool_use_error> in a text', 'about <tool_use_error> in a text'],
  ])('reads the failure %j', (result, text) => {
    expect(viewToolResult('Bash', result)).toEqual({ tool: 'error', text })
  })

  it('takes text for a result where text is what the tool gives', () => {
    expect(viewToolResult('LS', '- /home/user/project/\n')).toEqual({ tool: 'LS', value: '- /home/user/project/\n' })
    expect(viewToolResult('mcp__a__b', 'done').tool).toBe('mcp')
    expect(viewToolResult('mcp__a__b', 'Error: refused')).toEqual({ tool: 'error', text: 'refused' })
    expect(viewToolResult('Unheard', 'done')).toEqual({ tool: 'generic', name: 'Unheard', value: 'done' })
  })

  it('leaves out an optional field of the wrong type, and keeps the rest', () => {
    const result = { stdout: 'hi', stderr: null, interrupted: 'no', extra: 1 }
    expect(viewToolResult('Bash', result)).toEqual({ tool: 'Bash', value: { stdout: 'hi', extra: 1 } })
  })

  it('knows a call that stepped aside and still runs', () => {
    const value = { detachedToolCall: true }
    expect(viewToolResult('WebFetch', value)).toEqual({ tool: 'detached', name: 'WebFetch', value })
  })

  it.each([[null], [{}], [[]], [7], [undefined]])('is generic for %j, in which nothing required is', (result) => {
    for (const name of ['Bash', 'Read', 'Edit', 'Agent', 'TaskOutput', 'WebSearch', 'AskUserQuestion'])
      expect(viewToolResult(name, result)).toEqual({ tool: 'generic', name, value: result })
  })
})

describe('any name with any JSON', () => {
  const anyName = fc.oneof(
    fc.constantFrom(...Object.keys(toolSchemas), 'Task', 'BashOutput', 'mcp__a__b', '__proto__', 'constructor'),
    fc.string(),
  )
  const words = fc.constantFrom('completed', 'text', 'Error: no', '', 'async_launched', 'image')
  const leaf = fc.oneof(fc.jsonValue({ maxDepth: 2 }), words)

  /** Objects with the fields that the schemas name, each of any type: the tree of failures to repair. */
  const fields = [
    ...new Set(Object.values(toolSchemas).flatMap((entry) => [entry.input, entry.result].flatMap(shapeOf))),
  ]
  const likely = fc.dictionary(
    fc.constantFrom(...fields, 'unheard_of'),
    fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })),
  )
  const anyJson = fc.oneof(fc.jsonValue(), likely, fc.array(likely, { maxLength: 3 }))

  it('never throws, and says which tool it is or that it is none', () => {
    fc.assert(
      fc.property(anyName, anyJson, (name, json) => {
        expect([canonicalToolName(name), 'mcp', 'generic']).toContain(viewToolInput(name, json).tool)
        expect([canonicalToolName(name), 'mcp', 'generic', 'error', 'detached']).toContain(
          viewToolResult(name, json).tool,
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('loses no field that the schema does not know', () => {
    fc.assert(
      fc.property(anyName, likely, fc.jsonValue(), (name, json, extra) => {
        const value = { ...json, unheard_of: extra }
        for (const view of [viewToolInput(name, value), viewToolResult(name, value)])
          expect((view as { value: typeof value }).value.unheard_of).toBe(extra)
      }),
      { numRuns: 1000 },
    )
  })

  function shapeOf(schema: object): string[] {
    return 'shape' in schema ? Object.keys(schema.shape as object) : []
  }
})
