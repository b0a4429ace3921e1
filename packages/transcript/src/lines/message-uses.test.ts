import { type MessageName, type MessageOf, messageTable } from '@quarterdeck/protocol'
import { toSample } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { assistant, play, system, text, tool, user } from '../lines-for-test.ts'
import type { SessionState } from '../state/session-state.ts'
import { fold } from './fold.ts'
import { messageUses } from './message-uses.ts'
import type { SessionEvent } from './session-event.ts'

const names = Object.keys(messageTable) as MessageName[]

/** In the middle of a turn, with a call that runs, a hook, a message being written and one that waits. */
const busy = play([
  system('init', { cwd: '/p', tools: [], model: 'opus', session_id: 's' }),
  user('Go'),
  assistant('m', [text('Well.'), tool('sample')]),
  user('And then?'),
  { type: 'stream_event', uuid: 'x', event: { type: 'message_start', message: { id: 'open' } } },
  assistant('open', [text('Half')]),
  { type: 'stream_event', uuid: 'y', event: { type: 'content_block_start', index: 1, content_block: text('a') } },
])

/** The state without the fields that every counted message changes. */
const counted = ({ lines: _, lastAt: __, counted: ___, ...rest }: SessionState) => rest

function toBlock(event: object): object {
  return { event, api_message_id: 'open' }
}

/** A field that the sample leaves at a value which says nothing, with one that does. */
const TELLING: Partial<Record<MessageName, object>> = {
  attachment: { attachment: { type: 'max_turns_reached' } },
  'queue-operation': {
    content: '<task-notification><task-id>t</task-id><status>completed</status></task-notification>',
  },
  'system/plugin_install': { status: 'failed' },
  'system/elicitation_complete': { elicitation_id: 'e' },
  'system/session_state_changed': { state: 'requires_action' },
  'system/local_command': { content: '<local-command-stdout>out</local-command-stdout>' },
  user: { isVisibleInTranscriptOnly: false },
  'system/hook_started': { hook_id: 'h' },
  'progress/agent_progress': { parent_tool_use_id: 'sample' },
  'stream_event/message_start': { event: { type: 'message_start', message: { id: 'next' } } },
  'stream_event/content_block_start': toBlock({ type: 'content_block_start', index: 2, content_block: text('c') }),
  'stream_event/content_block_delta': toBlock({
    type: 'content_block_delta',
    index: 1,
    delta: { type: 'text_delta', text: 'b' },
  }),
  'stream_event/message_delta': toBlock({ type: 'message_delta', delta: {}, usage: { output_tokens: 9 } }),
  'stream_event/message_stop': toBlock({ type: 'message_stop' }),
  command_lifecycle: { command_uuid: 'u-And then?', state: 'started' },
}

const waiting = fold(busy, {
  kind: 'message',
  message: {
    type: 'control_request',
    request_id: 'sample',
    request: { subtype: 'elicitation', mcp_server_name: 'm', message: 'q', elicitation_id: 'e' },
  } as MessageOf<'control_request'>,
})

function change(name: MessageName): boolean {
  const sample = {
    ...(toSample(messageTable[name].schema) as object),
    uuid: 'sample-uuid',
    parent_tool_use_id: null,
    ...TELLING[name],
  }
  // The sample has every optional field: those that send a line elsewhere are taken out.
  const {
    parentUuid: _,
    isSidechain: __,
    isMeta: ___,
    isSynthetic: ____,
    isReplay: _____,
    isCompactSummary: ______,
    ...line
  } = sample as Record<string, unknown>
  const event = { kind: 'message', message: line } as unknown as SessionEvent
  const before =
    name === 'control_response' || name.startsWith('system/elicitation') || name.includes('cancel') ? waiting : busy
  const after = fold(before, event)
  return JSON.stringify(counted(after)) !== JSON.stringify(counted(before))
}

describe('the table of messages', () => {
  it('names every message of the protocol, each once', () => {
    expect(Object.keys(messageUses).sort()).toEqual([...names].sort())
    expect(Object.values(messageUses).every(({ use }) => use.endsWith('.'))).toBe(true)
  })

  it.each(names.filter((name) => messageUses[name].isFolded))('%s changes the state, as the table says', (name) => {
    expect(change(name)).toBe(true)
  })

  it.each(names.filter((name) => !messageUses[name].isFolded))('%s changes nothing, as the table says', (name) => {
    expect(change(name)).toBe(false)
  })

  it('stands in the documents as it is', async () => {
    const rows = names.map(
      (name) => `| \`${name}\` | ${messageUses[name].isFolded ? 'yes' : 'no'} | ${messageUses[name].use} |`,
    )
    const page = [
      '# What becomes of each message',
      '',
      'Written from `packages/transcript/src/lines/message-uses.ts` by its test (`npm test -- packages/transcript/src/lines/message-uses -u`).',
      '',
      '| message | folded | how, or why not |',
      '|---|---|---|',
      ...rows,
      '',
    ].join('\n')
    await expect(page).toMatchFileSnapshot('../../../../docs/transcript-messages.md')
  })
})
