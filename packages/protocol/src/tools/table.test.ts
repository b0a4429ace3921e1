import { describe, expect, it } from 'vitest'
import { toolSchemas } from './table.ts'
import { canonicalToolName } from './tool-name.ts'

describe('toolSchemas', () => {
  it('lists tools under the name that the current CLI gives them', () => {
    for (const name of Object.keys(toolSchemas)) expect(canonicalToolName(name)).toBe(name)
  })

  it('says of each in one sentence how it is shown', () => {
    for (const [name, { use }] of Object.entries(toolSchemas)) expect(use, name).toMatch(/^[A-Z][^.]*\.$/)
  })

  it('neither adds nor changes a field: a view is the value as it came', () => {
    for (const [name, { input }] of Object.entries(toolSchemas)) {
      const parsed = input.safeParse({ unheard_of: 1 })
      if (parsed.success) expect(parsed.data, name).toEqual({ unheard_of: 1 })
      else expect(parsed.error.issues.length, name).toBeGreaterThan(0)
    }
  })

  it('requires of an input only what its view cannot do without', () => {
    const required = Object.entries(toolSchemas).map(([name, { input }]) => [
      name,
      input.safeParse({}).error?.issues.map((issue) => issue.path.join('.')) ?? [],
    ])
    expect(Object.fromEntries(required)).toMatchObject({
      Bash: ['command'],
      Read: ['file_path'],
      Edit: ['file_path', 'old_string', 'new_string'],
      MultiEdit: ['file_path', 'edits'],
      Write: ['file_path', 'content'],
      Grep: ['pattern'],
      WebFetch: ['url'],
      WebSearch: ['query'],
      Agent: ['prompt'],
      TodoWrite: ['todos'],
      TaskUpdate: ['taskId'],
      TaskList: [],
      AskUserQuestion: ['questions'],
      ExitPlanMode: [],
      Skill: ['skill'],
      ToolSearch: ['query'],
    })
  })
})
