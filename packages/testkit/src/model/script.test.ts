import { describe, expect, it } from 'vitest'
import { type ApiMessage, type Reply, selectFailure, selectReply, toScriptedPrompt } from './script.ts'

const NONE = new Map<string, Reply[]>()
const user = (content: ApiMessage['content']): ApiMessage => ({ role: 'user', content })
const assistant: ApiMessage = { role: 'assistant', content: 'Said.' }
const textOf = (messages: ApiMessage[], scripts: ReadonlyMap<string, Reply[]> = NONE) => {
  const selected = selectReply(messages, scripts)
  return selected.kind === 'fault' ? selected.problem : selected.reply.text
}

describe('the reply that is due', () => {
  const prompt = toScriptedPrompt('Go.', [{ text: 'first' }, { text: 'second' }])

  it('is the first for the prompt and the next for each answer since', () => {
    expect(textOf([user(prompt)])).toBe('first')
    expect(textOf([user(prompt), assistant, user([{ type: 'tool_result', content: 'ok' }])])).toBe('second')
  })

  it('is of the newest script, though an older one has replies left', () => {
    const newer = toScriptedPrompt('Go on.', [{ text: 'newer' }])
    expect(textOf([user(prompt), assistant, user(newer)])).toBe('newer')
  })

  it('is found by the words of the prompt too, the last of several that the CLI joined', () => {
    const scripts = new Map([
      ['Left.', [{ text: 'left' }]],
      ['Right.', [{ text: 'right' }]],
    ])
    expect(textOf([user('Left.\nRight.')], scripts)).toBe('right')
    expect(
      textOf(
        [
          user([
            { type: 'text', text: 'Right.' },
            { type: 'text', text: 'Left.' },
          ]),
        ],
        scripts,
      ),
    ).toBe('left')
  })

  it('is not looked for in a script that stands escaped inside another', () => {
    const outer = toScriptedPrompt('Send.', [{ text: 'outer', tools: [{ name: 'Task', input: { prompt } }] }])
    expect(textOf([user(outer)])).toBe('outer')
  })

  it('can be made from the conversation', () => {
    const scripts = new Map([['Count.', [(messages: ApiMessage[]) => ({ text: `${messages.length}` })]]])
    expect(selectReply([user('Count.')], scripts)).toMatchObject({ kind: 'reply', reply: { text: '1' } })
  })

  it('is an echo where nothing is scripted', () => {
    expect(selectReply([user('Hi there')], NONE)).toEqual({ kind: 'echo', reply: { text: 'You said: Hi there' } })
  })

  it('is a fault, with the script and the question, when there are no more', () => {
    const problem = textOf([user(toScriptedPrompt('Go.', [])), { role: 'user', content: 'And now?' }])
    expect(problem).toMatch(/has 0 replies and was asked for number 1.*And now\?/)
  })

  it('is a fault when the script is not JSON, or no list', () => {
    expect(textOf([user('@script [{')])).toMatch(/not JSON/)
    expect(textOf([user('@script {}')])).toMatch(/not a list/)
  })

  it('is a note when a background task ended and the script says nothing of it', () => {
    const messages = [
      user(toScriptedPrompt('Go.', [{ text: 'only' }])),
      assistant,
      user('<task-notification>…</task-notification>'),
    ]
    expect(textOf(messages)).toBe('Noted.')
  })
})

describe('failures before a reply', () => {
  it('come one per request, in order, and then the reply', () => {
    const reply: Reply = { text: 'At last.', failures: [{ status: 529 }, { cutAfterDeltas: 2 }] }
    expect([0, 1, 2].map((times) => selectFailure(reply, times))).toEqual([
      { status: 529 },
      { cutAfterDeltas: 2 },
      undefined,
    ])
  })
})
