import { type LogRecord, normalise } from '@quarterdeck/protocol'
import { listRecordedVersions, listRecordings, readRecording, type StoredRecording } from '@quarterdeck/testkit'
import { fold, initialState, type SessionState, toEvent } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { toEvent as toHubEvent } from '../hub/live/to-event.ts'
import type { SessionMessage } from './bridge-message.ts'
import { toBridgeStatus, translate } from './translate.ts'

type Raw = Record<string, unknown> & { type?: string; subtype?: string }
type Said = Raw & { from: string; message?: unknown; request?: unknown; event?: unknown; parent_tool_use_id?: unknown }

/** The log that a keeper would have written. */
function toLog({ lines }: StoredRecording): LogRecord[] {
  return lines.flatMap((line, at): LogRecord[] => {
    const record = { seq: at + 1, at: new Date(1_700_000_000_000 + line.t).toISOString() }
    if (line.dir === 'start')
      return [
        {
          ...record,
          from: 'keeper',
          message: { type: 'keeper', subtype: 'started', pid: 1, sessionId: 's', cwd: '/p', resumed: false },
        },
      ]
    if (line.dir === 'exit') {
      const exit = { kind: 'finished', code: line.code, signal: line.signal, forced: false, inTurn: false, stderr: '' }
      return [{ ...record, from: 'keeper', message: { type: 'keeper', subtype: 'exited', exit } }]
    }
    if (line.dir !== 'in' && line.dir !== 'out') return []
    const message = parse(line.line)
    return message === null ? [] : [{ ...record, from: line.dir === 'in' ? 'host' : 'cli', message }]
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function play(log: readonly LogRecord[]) {
  let state: SessionState = initialState
  const told: { record: LogRecord; message: SessionMessage }[] = []
  for (const record of log) {
    const next = translate(state, record)
    state = next.state
    for (const message of next.messages) told.push({ record, message })
  }
  const of = <T extends SessionMessage['type']>(type: T) =>
    told.flatMap(({ message }) => (message.type === type ? [message as Extract<SessionMessage, { type: T }>] : []))
  return { state, told, of }
}

const all = listRecordedVersions().flatMap((version) =>
  listRecordings(version).map((name) => ({ title: `${version} ${name}`, log: toLog(readRecording(version, name)) })),
)

describe.each(all)('$title, on the bridge', ({ log }) => {
  const said = log
    .filter(({ from }) => from === 'cli')
    .map(({ message }): Said => ({ ...normalise(message as Raw), from: 'cli' }))

  it('tells each message of Claude, each result of a tool and each end of a turn once, in order', () => {
    const { of } = play(log)
    expect(of('assistant').map(({ message }) => message)).toEqual(
      said.filter(({ type }) => type === 'assistant').map(({ message }) => message),
    )
    const blocks = said
      .filter(({ type }) => type === 'user')
      .flatMap(({ message }) => (message as { content: unknown }).content)
      .filter((block) => (block as Raw).type === 'tool_result') as { tool_use_id: string }[]
    expect(of('tool_result').map(({ toolUseId }) => toolUseId)).toEqual(blocks.map(({ tool_use_id }) => tool_use_id))
    expect(of('result').map(({ subtype }) => subtype)).toEqual(
      said.filter(({ type }) => type === 'result').map(({ subtype }) => subtype),
    )
  })

  it('asks what the CLI asks, once, with the call it is about', () => {
    const { of } = play(log)
    const asked = said
      .filter(({ request }) => (request as Raw)?.subtype === 'can_use_tool')
      .map(({ request }) => request as Raw)
    const requests = of('permission_request').filter(({ toolName }) =>
      asked.some(({ tool_name }) => tool_name === toolName),
    )
    expect(requests.map(({ toolUseId, toolName, input }) => ({ toolUseId, toolName, input }))).toEqual(
      asked.map(({ tool_use_id, tool_name, input }) => ({ toolUseId: tool_use_id, toolName: tool_name, input })),
    )
  })

  it('is in the state that the fold is in, and says so only when that changes', () => {
    let state = initialState
    let status: string | null = null
    for (const record of log) {
      const before = toBridgeStatus(state)
      const { messages, state: next } = translate(state, record)
      const told = messages.filter(({ type }) => type === 'status') as { status: string }[]
      expect(told.map((each) => each.status)).toEqual(toBridgeStatus(next) === before ? [] : [toBridgeStatus(next)])
      status = told.at(-1)?.status ?? status
      state = next
    }
    const whole = log.reduce((folded, record) => fold(folded, toHubEvent(record)), initialState)
    expect(status ?? 'idle').toBe(toBridgeStatus(whole))
  })

  it('streams the words of Claude, and not those of its agents', () => {
    const { of } = play(log)
    const pieces = said.filter(({ type, parent_tool_use_id }) => type === 'stream_event' && parent_tool_use_id == null)
    const deltas = pieces.map(({ event }) => (event as Raw).delta as Raw | undefined)
    const join = (kind: string, field: string) =>
      deltas
        .filter((delta) => delta?.type === kind)
        .map((delta) => delta?.[field])
        .join('')
    expect(
      of('stream_delta')
        .map(({ text }) => text)
        .join(''),
    ).toBe(join('text_delta', 'text'))
    expect(
      of('thinking_delta')
        .map(({ text }) => text)
        .join(''),
    ).toBe(join('thinking_delta', 'thinking'))
  })
})

describe('a translation for the bridge', () => {
  const start = () => fold(initialState, toEvent({ ...toKeeper('started'), seq: 1 }, null))
  const toKeeper = (subtype: string, more: object = {}): LogRecord => ({
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
    from: 'keeper',
    message: { type: 'keeper', subtype, pid: 1, sessionId: 's', cwd: '/p', resumed: false, ...more },
  })
  const fromCli = (message: object): LogRecord => ({ seq: 2, at: '2026-01-01T00:00:00.000Z', from: 'cli', message })

  it('gives the pictures of a result beside its words', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const content = [
      {
        type: 'tool_result',
        tool_use_id: 't',
        content: [{ type: 'text', text: 'one' }, image, { type: 'text', text: 'two' }],
      },
      { type: 'tool_result', tool_use_id: 'u', content: 'plain', is_error: true },
    ]
    const { messages } = translate(start(), fromCli({ type: 'user', message: { role: 'user', content } }))
    expect(messages).toEqual([
      { type: 'tool_result', toolUseId: 't', content: 'one\ntwo', images: [{ mimeType: 'image/png', data: 'AAAA' }] },
      { type: 'tool_result', toolUseId: 'u', content: 'plain', isError: true },
    ])
  })

  it('tells a prompt once, though the CLI says it again', () => {
    const message = { type: 'user', uuid: 'u1', message: { role: 'user', content: [{ type: 'text', text: 'Hello' }] } }
    const first = translate(start(), { ...fromCli(message), from: 'host' })
    expect(first.messages).toEqual([
      { type: 'user_input', text: 'Hello' },
      { type: 'status', status: 'running' },
    ])
    expect(translate(first.state, fromCli({ ...message, isReplay: true })).messages).toEqual([])
  })

  it('says why a process ended by itself, and that nothing runs', () => {
    const working = translate(start(), {
      ...fromCli({ type: 'user', uuid: 'u1', message: { role: 'user', content: 'Hello' } }),
      from: 'host',
    }).state
    const exit = {
      kind: 'crashed',
      code: null,
      signal: 'SIGKILL',
      forced: false,
      inTurn: true,
      stderr: 'line\nout of memory\n',
    }
    expect(translate(working, toKeeper('exited', { exit })).messages).toEqual([
      {
        type: 'error',
        message: 'Claude Code ended by itself (SIGKILL). out of memory The next message starts it again.',
      },
      { type: 'status', status: 'idle' },
    ])
  })

  it('passes over what it does not know', () => {
    expect(translate(start(), fromCli({ type: 'of_tomorrow', x: 1 })).messages).toEqual([])
    expect(translate(start(), { message: 'no object', from: 'cli' }).messages).toEqual([])
  })

  it('reads a line of a transcript, which has no time or writer of its own', () => {
    const line = {
      type: 'assistant',
      uuid: 'a',
      parentUuid: null,
      isSidechain: false,
      sessionId: 's',
      cwd: '/p',
      version: '2.1.325',
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { id: 'm', role: 'assistant', model: 'x', content: [{ type: 'text', text: 'Hi' }] },
    }
    expect(translate(initialState, { message: line }).messages).toMatchObject([
      { type: 'assistant', message: { id: 'm' } },
    ])
  })
})
