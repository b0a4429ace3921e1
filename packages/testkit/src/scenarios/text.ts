import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { assistantText, has } from './patterns.ts'

const GREETING = 'Hello. Grüße. こんにちは.'

export const textScenarios: Scenario[] = [
  {
    name: 'plain-text',
    title: 'A prompt and an answer',
    how: 'one scripted text, streamed',
    async play(cli) {
      await cli.start()
      const uuid = cli.say('Say hello.', [{ text: GREETING }])
      await cli.next({ type: 'user', isReplay: true, uuid })
      await cli.next(assistantText(GREETING))
      await cli.result({ subtype: 'success', result: GREETING, num_turns: 1 })
      cli.saw({ type: 'system', subtype: 'init', session_id: cli.sessionId, claude_code_version: cli.version })
      cli.saw({ type: 'stream_event', event: { delta: { type: 'text_delta' } } })
      await cli.stop()
      cli.kept({ type: 'user', uuid, message: { content: has('Say hello.') } })
      cli.kept(assistantText(GREETING))
      assert.match(cli.model.lastUserText(), /Say hello\./)
    },
  },
  {
    name: 'thinking',
    title: 'Thinking before the answer, some of it redacted',
    how: 'a thinking block, a redacted one and a text in one message',
    async play(cli) {
      await cli.start()
      await cli.turn('Think first.', [
        { thinking: 'Two and two make four.', redactedThinking: 'cmVkYWN0ZWQ=', text: 'Four.' },
      ])
      cli.saw({ type: 'stream_event', event: { delta: { type: 'thinking_delta' } } })
      cli.saw({ type: 'assistant', message: { content: [{ type: 'thinking', thinking: 'Two and two make four.' }] } })
      cli.saw({ type: 'assistant', message: { content: [{ type: 'redacted_thinking' }] } })
      const ids = cli.all({ type: 'assistant' }).map((line) => (line.message as { id: string }).id)
      assert.equal(new Set(ids).size, 1, 'The blocks are one message')
      assert.equal(ids.length, 3, 'Each block is a line')
      await cli.stop()
      cli.kept({ type: 'assistant', message: { content: [{ type: 'thinking' }] } })
    },
  },
  {
    name: 'two-turns',
    title: 'Two prompts, one after the other, with growing cost',
    how: 'two scripted texts with their own token usage',
    async play(cli) {
      await cli.start()
      const usage = { input: 1000, output: 200, cacheCreation5m: 30, cacheCreation1h: 40, cacheRead: 500 }
      const first = await cli.turn('The first prompt.', [{ text: 'The first answer.', usage }])
      const second = await cli.turn('The second prompt.', [{ text: 'The second answer.', usage }])
      const wanted = {
        input_tokens: 1000,
        output_tokens: 200,
        cache_creation_input_tokens: 70,
        cache_read_input_tokens: 500,
      }
      for (const result of [first, second])
        for (const [name, value] of Object.entries(wanted))
          assert.equal((result.usage as Record<string, unknown>)[name], value, `${name} is the turn's own`)
      const ratio = (second.total_cost_usd as number) / (first.total_cost_usd as number)
      assert.ok(Math.abs(ratio - 2) < 1e-6, 'The cost is of all turns')
      assert.equal(cli.all({ type: 'system', subtype: 'init' }).length, 2, 'Every turn has an init')
    },
  },
  {
    name: 'server-tool',
    title: 'A web search that the API runs by itself',
    how: 'server_tool_use and web_search_tool_result blocks before the text, counted in the usage',
    async play(cli) {
      await cli.start()
      const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'quarterdeck' } }
      const page = {
        type: 'web_search_result',
        title: 'A page',
        url: 'https://example.com/',
        encrypted_content: 'ZQ==',
      }
      const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [page] }
      const text = { type: 'text', text: 'It is a deck.' }
      const usage = { server_tool_use: { web_search_requests: 1 } }
      await cli.turn('Look it up.', [{ blocks: [search, found, text], usage: { webSearches: 1 } }], {
        subtype: 'success',
        result: 'It is a deck.',
        // The older CLI cannot read such a block from a stream: it asks again without one, and then counts nothing.
        ...(cli.isNew ? { usage } : { total_cost_usd: 0 }),
      })
      cli.saw({ type: 'assistant', message: { content: [{ type: 'server_tool_use', name: 'web_search' }] } })
      cli.saw({ type: 'assistant', message: { content: [{ type: 'web_search_tool_result' }] } })
    },
  },
  {
    name: 'image',
    title: 'An image in the prompt',
    how: 'a one-pixel PNG as a base64 block beside the text',
    async play(cli) {
      await cli.start()
      const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PIXEL }
      await cli.turn(
        [
          { type: 'text', text: 'What is this?' },
          { type: 'image', source },
        ],
        [{ text: 'A pixel.' }],
        { subtype: 'success', result: 'A pixel.' },
      )
      const sent = JSON.stringify(cli.model.requests.at(-1)?.messages)
      assert.ok(sent.includes(PIXEL), 'The model got the image')
      await cli.stop()
      cli.kept({ type: 'user', message: { content: [{ type: 'image' }] } })
    },
  },
  {
    name: 'at-file',
    title: 'A file named with @ in the prompt',
    how: '@a.txt, which the CLI reads and attaches',
    async play(cli) {
      await cli.start()
      await cli.turn('What is in @a.txt ?', [{ text: 'Two lines.' }], { subtype: 'success', result: 'Two lines.' })
      assert.match(JSON.stringify(cli.model.requests.at(-1)?.messages), /one.{1,12}two/, 'The model got the file')
      await cli.stop()
      if (cli.isNew) cli.kept({ type: 'attachment', attachment: { type: 'file' } })
    },
  },
]

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
