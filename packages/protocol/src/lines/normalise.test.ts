import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldSpellings, normalise } from './normalise.ts'

describe('normalise', () => {
  it('gives a transcript line the spelling of stdout', () => {
    const line = {
      parentUuid: 'p',
      type: 'user',
      sessionId: 's',
      toolUseResult: { filePath: '/a' },
      parentToolUseID: 'toolu_1',
      agentId: 'a1',
      requestId: 'r',
    }
    expect(normalise(line)).toEqual({
      parentUuid: 'p',
      type: 'user',
      session_id: 's',
      tool_use_result: { filePath: '/a' },
      parent_tool_use_id: 'toolu_1',
      agent_id: 'a1',
      request_id: 'r',
    })
  })

  it('spells the metadata of a compaction as stdout does, all the way down', () => {
    const onDisk = {
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: {
        trigger: 'manual',
        preTokens: 295,
        cumulativeDroppedTokens: 0,
        preservedSegment: { headUuid: 'h', anchorUuid: 'a', tailUuid: 't' },
        preservedMessages: { anchorUuid: 'a', uuids: ['u'], allUuids: ['u'] },
      },
    }
    expect(normalise(onDisk).compact_metadata).toEqual({
      trigger: 'manual',
      pre_tokens: 295,
      cumulative_dropped_tokens: 0,
      preserved_segment: { head_uuid: 'h', anchor_uuid: 'a', tail_uuid: 't' },
      preserved_messages: { anchor_uuid: 'a', uuids: ['u'], all_uuids: ['u'] },
    })
    expect(
      normalise({ type: 'system', microcompactMetadata: { clearedAttachmentUUIDs: ['x'], compactedToolIds: ['t'] } })
        .microcompact_metadata,
    ).toEqual({ cleared_attachment_uuids: ['x'], compacted_tool_ids: ['t'] })
  })

  it('gives a plain object', () => {
    expect(normalise({ type: 'user', sessionId: 's' })).toStrictEqual({ type: 'user', session_id: 's' })
  })

  it('gives back the same object when there is nothing to do', () => {
    const message = { type: 'assistant', session_id: 's', message: { content: [{ type: 'tool_use', name: 'Agent' }] } }
    expect(normalise(message)).toBe(message)
  })

  it('keeps both spellings where a line has both', () => {
    const line = { type: 'user', sessionId: 'old', session_id: 'new' }
    expect(normalise(line)).toEqual(line)
  })

  it.each([
    [{ type: 'assistant', message: { content: [{ type: 'tool_use', name: 'Task' }] } }, 'message.content.0.name'],
    [
      { type: 'stream_event', event: { type: 'x', content_block: { type: 'tool_use', name: 'Task' } } },
      'event.content_block.name',
    ],
    [{ type: 'control_request', request: { subtype: 'can_use_tool', tool_name: 'Task' } }, 'request.tool_name'],
    [{ type: 'system', subtype: 'init', tools: ['Task', 'Bash'] }, 'tools.0'],
    [{ type: 'system', subtype: 'permission_denied', tool_name: 'Task' }, 'tool_name'],
    [{ type: 'result', permission_denials: [{ tool_name: 'Task' }] }, 'permission_denials.0.tool_name'],
    [{ type: 'tool_progress', tool_name: 'Task' }, 'tool_name'],
    [
      {
        type: 'progress',
        data: {
          type: 'agent_progress',
          message: { type: 'assistant', message: { content: [{ type: 'tool_use', name: 'Task' }] } },
        },
      },
      'data.message.message.content.0.name',
    ],
  ])('calls the tool for subagents Agent wherever a message names it: %j', (message, path) => {
    const read = (value: unknown) =>
      path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], value)
    expect(read(message)).toBe('Task')
    expect(read(normalise(message))).toBe('Agent')
    expect(read(message)).toBe('Task')
  })

  it('leaves the words of people alone', () => {
    const said = { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'Task', name: 'Task' }] } }
    expect(normalise(said)).toBe(said)
  })

  it('is idempotent and loses no value, for any object', () => {
    const key = fc.oneof(fc.constantFrom(...fieldSpellings.flatMap(({ alias, name }) => [alias, name])), fc.string())
    const type = fc.constantFrom(
      'assistant',
      'user',
      'system',
      'progress',
      'result',
      'stream_event',
      'control_request',
      'x',
    )
    fc.assert(
      fc.property(type, fc.dictionary(key, fc.jsonValue()), (name, fields) => {
        const message = { ...fields, type: name }
        const once = normalise(message)
        expect(normalise(once)).toEqual(once)
        expect(Object.keys(once).length).toBe(Object.keys(message).length)
      }),
    )
  })

  it('survives a line that is nested deeper than the stack', () => {
    const deep = (field: string) => JSON.parse(`${`{"${field}":`.repeat(20_000)}1${'}'.repeat(20_000)}`)
    expect(() => normalise({ type: 'system', compactMetadata: deep('a') })).not.toThrow()
    let progress: Record<string, unknown> = { type: 'progress' }
    for (let level = 0; level < 20_000; level++)
      progress = { type: 'progress', data: { type: 'agent_progress', message: progress } }
    expect(() => normalise(progress)).not.toThrow()
  })
})
