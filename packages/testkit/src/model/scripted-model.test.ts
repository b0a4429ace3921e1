import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts'

type Event = {
  type: string
  delta?: { type: string; text?: string }
  message?: { usage: object }
  content_block?: object
}

describe('the scripted model', () => {
  let model: ScriptedModel
  beforeEach(async () => {
    model = await startScriptedModel()
  })
  afterEach(() => model.close().catch(() => undefined))

  const ask = (content: unknown, more: object = {}) =>
    fetch(`${model.url}/v1/messages?beta=true`, {
      method: 'POST',
      body: JSON.stringify({ model: 'a-model', messages: [{ role: 'user', content }], ...more }),
    })

  async function askForEvents(content: string): Promise<Event[]> {
    const text = await (await ask(content, { stream: true })).text()
    return text
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.replace(/^event: .*\ndata: /, '')))
  }

  it('answers as one message', async () => {
    model.script('Go.', [{ thinking: 'Hm.', text: 'Hi.', tools: [{ name: 'Read', input: { file_path: '/a' } }] }])
    const message = await (await ask('Go.')).json()
    expect(message).toMatchObject({ role: 'assistant', model: 'a-model', stop_reason: 'tool_use' })
    expect(message.content.map(({ type }: { type: string }) => type)).toEqual(['thinking', 'text', 'tool_use'])
  })

  it('streams the same in pieces', async () => {
    model.script('Go.', [{ redactedThinking: 'ZGF0YQ==', text: 'A text of more than twelve letters.' }])
    const events = await askForEvents('Go.')
    expect(events[0]?.type).toBe('message_start')
    expect(events.at(-1)?.type).toBe('message_stop')
    expect(events.map(({ delta }) => delta?.text ?? '').join('')).toBe('A text of more than twelve letters.')
    expect(events.some(({ content_block }) => JSON.stringify(content_block)?.includes('ZGF0YQ=='))).toBe(true)
  })

  it('counts tokens as told', async () => {
    const usage = { input: 1, output: 2, cacheCreation5m: 3, cacheCreation1h: 4, cacheRead: 5, webSearches: 6 }
    model.script('Go.', [{ text: 'Hi.', usage, stopReason: 'max_tokens' }])
    expect(await (await ask('Go.')).json()).toMatchObject({
      stop_reason: 'max_tokens',
      usage: {
        input_tokens: 1,
        output_tokens: 2,
        cache_creation_input_tokens: 7,
        cache_read_input_tokens: 5,
        cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
        server_tool_use: { web_search_requests: 6 },
      },
    })
  })

  it('fails as often as told, with retry-after, and then answers', async () => {
    model.script('Go.', [{ text: 'Hi.', failures: [{ status: 429, retryAfterSeconds: 7 }, { status: 529 }] }])
    const first = await ask('Go.')
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await first.json()).toMatchObject({ error: { type: 'rate_limit_error' } })
    expect((await (await ask('Go.')).json()).error.type).toBe('overloaded_error')
    expect((await ask('Go.')).status).toBe(200)
  })

  it.each([400, 401, 500])('fails with %i for ever', async (errorStatus) => {
    model.script('Go.', [{ errorStatus }])
    expect([(await ask('Go.')).status, (await ask('Go.')).status]).toEqual([errorStatus, errorStatus])
  })

  it('cuts the connection in the middle of a stream', async () => {
    model.script('Go.', [{ text: 'A text of more than twelve letters.', failures: [{ cutAfterDeltas: 1 }] }])
    const response = await ask('Go.', { stream: true })
    await expect(response.text()).rejects.toThrow('terminated')
    expect((await askForEvents('Go.')).at(-1)?.type).toBe('message_stop')
  })

  it('holds a reply until it is released', async () => {
    model.script('Go.', [{ text: 'Hi.', holdAfterDeltas: 0 }])
    let isOver = false
    const events = askForEvents('Go.').finally(() => (isOver = true))
    await model.holding()
    expect(isOver).toBe(false)
    model.release()
    expect((await events).at(-1)?.type).toBe('message_stop')
  })

  it('shows what the CLI sent', async () => {
    model.script('Go.', [{ text: 'Hi.' }, { text: 'Ho.' }])
    await ask([
      { type: 'text', text: 'Go.' },
      { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' },
    ])
    expect(model.lastUserText()).toContain('Go.')
    expect(model.toolResults()).toMatchObject([{ tool_use_id: 'toolu_1', content: 'ok' }])
    expect(model.requests).toHaveLength(1)
  })

  it('answers what the CLI asks for itself without using up the script', async () => {
    model.script('Go.', [{ text: 'Hi.' }])
    const summary = await (await ask('Go. Your task is to create a detailed summary of the conversation.')).json()
    expect(summary.content[0].text).toMatch(/<summary>/)
    const prefix = await ask('Go.\nCommand: git status', {
      system: 'Your task is to process Bash commands that an agent wants to run.',
    })
    expect((await prefix.json()).content[0].text).toBe('git')
    expect(model.ownRequests.map(({ purpose }) => purpose)).toEqual(['summary', 'command prefix'])
    expect((await (await ask('Go.')).json()).content[0].text).toBe('Hi.')
  })

  it('counts tokens that grow with the conversation', async () => {
    const count = async (content: string) => {
      const body = JSON.stringify({ messages: [{ role: 'user', content }] })
      return (await (await fetch(`${model.url}/v1/messages/count_tokens`, { method: 'POST', body })).json())
        .input_tokens
    }
    expect(await count('long '.repeat(100))).toBeGreaterThan(await count('short'))
  })

  it('tells of a script that ran out: to the CLI at once, and to the test at the end', async () => {
    model.script('Go.', [])
    const response = await ask('Go.')
    expect([response.status, (await response.json()).error.message]).toEqual([
      400,
      expect.stringMatching(/has 0 replies/),
    ])
    await expect(model.close()).rejects.toThrow(/has 0 replies/)
  })

  it('does not hang on a body that is none', async () => {
    const response = await fetch(`${model.url}/v1/messages`, { method: 'POST', body: '{' })
    expect(response.status).toBe(400)
    await expect(model.close()).rejects.toThrow(/no messages/)
  })
})
