import type { Row, ToolCall } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { findResources, type KnownServers } from './find-resources.ts'

const toCall = (name: string, more: Partial<ToolCall>): ToolCall => ({
  ...{ kind: 'tool', id: name, name, input: {}, status: 'done' },
  ...more,
})
const toRow = (...calls: ToolCall[]): Row => ({
  ...{ kind: 'tools', key: 'a' },
  calls: calls.map((call) => ({ key: call.id, call })),
})
const about: KnownServers['about'] = {
  mcpServers: [
    { name: 'desk', status: 'connected' },
    { name: 'shed', status: 'failed' },
  ],
  tools: ['Bash', 'ListMcpResourcesTool'],
}
const listed = toRow(
  toCall('ListMcpResourcesTool', {
    structured: [
      { server: 'desk', uri: 'desk://rooms/12', name: 'Room twelve', description: 'The big one' },
      { server: 'desk', uri: 'desk://plan', name: 'desk://plan' },
      { uri: 'desk://of nobody' },
      null,
    ],
  }),
)
const valuesOf = (known: KnownServers, query: string) => findResources(known, query).map(({ value }) => value)

describe('resources behind an @', () => {
  it('are those that the conversation has named, then the servers that have some', () => {
    const rows = [toRow(toCall('ReadMcpResourceTool', { input: { server: 'desk', uri: 'desk://read' } })), listed]
    expect(valuesOf({ about, rows }, '')).toEqual([
      'desk:desk://read',
      'desk:desk://rooms/12',
      'desk:desk://plan',
      'desk:',
    ])
    expect(findResources({ about, rows }, 'rooms')[0]).toMatchObject({ hint: 'Room twelve — The big one', from: 'MCP' })
  })

  it('are found by what they are called, and a server that was gone into is not offered again', () => {
    const known = { about, rows: [listed] }
    expect(valuesOf(known, 'TWELVE')).toEqual(['desk:desk://rooms/12'])
    expect(valuesOf(known, 'desk:')).toEqual(['desk:desk://rooms/12', 'desk:desk://plan'])
    expect(valuesOf(known, 'nothing')).toEqual([])
  })

  it('keep what was said of them when one is read later', () => {
    const read = toRow(toCall('ReadMcpResource', { input: { server: 'desk', uri: 'desk://rooms/12' } }))
    const [room] = findResources({ about, rows: [listed, read] }, 'rooms')
    expect(room?.hint).toBe('Room twelve — The big one')
  })

  it('are none where no server has any, and not those of a call that failed', () => {
    expect(valuesOf({ about: { ...about, tools: ['Bash'] }, rows: [] }, '')).toEqual([])
    const rows = [
      toRow(toCall('ReadMcpResourceTool', { input: { server: 'desk', uri: 'desk://x' }, status: 'failed' })),
    ]
    expect(valuesOf({ about, rows }, 'desk://')).toEqual([])
  })
})
