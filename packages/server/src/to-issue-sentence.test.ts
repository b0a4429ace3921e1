import { SendMessage, StartSession } from '@quarterdeck/contract'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { toIssueSentence } from './to-issue-sentence.ts'

const sentenceOf = (schema: z.ZodType, value: unknown) => {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  return issue === undefined ? null : toIssueSentence(issue)
}

describe('what is wrong with something that was sent', () => {
  it('is said with its place, in plain words', () => {
    expect(sentenceOf(StartSession, {})).toBe("'cwd' is missing.")
    expect(sentenceOf(StartSession, { cwd: 5 })).toBe("'cwd' has to be text.")
    expect(sentenceOf(StartSession, { cwd: '/a', continue: 'yes' })).toBe("'continue' has to be true or false.")
    expect(sentenceOf(StartSession, { cwd: '/a', effort: 'some' })).toBe(
      "'effort' is none of low, medium, high, xhigh and max.",
    )
    expect(sentenceOf(SendMessage, { content: '' })).toBe("'content' is empty.")
    expect(sentenceOf(SendMessage, { content: [] })).toBe("'content' is empty.")
    expect(sentenceOf(SendMessage, { content: [{ type: 'text', text: '' }] })).toBe("'content.0.text' is empty.")
    expect(sentenceOf(SendMessage, { content: 'Hi', mood: 'good' })).toBe(
      "Nobody knows 'mood'. GET /api/openapi.json says what there is.",
    )
  })

  it.each([
    [[{ type: 'text' }]],
    [[{ type: 'text', text: 5 }]],
    [[{ type: 'image', source: 'a.png' }]],
    [[{ type: 'image', source: { type: 'base64', data: 'AA==' } }]],
    [[{ type: 'tool_result', tool_use_id: 't' }]],
    [['Hi']],
    [7],
  ])('is a message in a shape that the CLI would wait on for ever: %j', (content) => {
    expect(sentenceOf(SendMessage, { content })).toMatch(/^'content' is neither text nor a list of blocks/)
  })

  it('is nothing where a message is text, a picture or a document', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'AA==' }
    const pdf = { type: 'document', source: { ...source, media_type: 'application/pdf' }, title: 'A' }
    const content = [
      { type: 'text', text: 'Look', cache_control: { type: 'ephemeral' } },
      { type: 'image', source },
      pdf,
    ]
    expect(sentenceOf(SendMessage, { content })).toBeNull()
    expect(SendMessage.parse({ content }).content).toEqual(content)
  })
})
