import type { Conversation } from '../conversation.ts'
import { addSearchProgress } from '../lines/progress-lines.ts'
import { NOUNS, toIdentifier } from '../text/words.ts'
import type { ToolCall } from './tool-call.ts'

export function webFetchCall(conversation: Conversation, bytes: number): ToolCall {
  const { chance, text } = conversation
  const url = `https://${chance.pick(NOUNS)}.example.org/${chance.pick(NOUNS)}/${toIdentifier(chance)}`
  const result = `# ${toIdentifier(chance)}\n\n${text.prose(chance, bytes)}`
  return {
    name: 'WebFetch',
    input: { url, prompt: text.sentence(chance) },
    content: result,
    structured: {
      bytes: Buffer.byteLength(result) * 9,
      code: 200,
      codeText: 'OK',
      result,
      durationMs: chance.integer(300, 9000),
      url,
    },
  }
}

export function webSearchCall(conversation: Conversation): ToolCall {
  const { chance, text, ids, place } = conversation
  const query = `${toIdentifier(chance)} ${chance.pick(NOUNS)} 2026`
  const links = Array.from({ length: 5 }, () => ({
    title: text.sentence(chance),
    url: `https://${chance.pick(NOUNS)}.example.net/${toIdentifier(chance)}`,
  }))
  const answer = text.prose(chance, 900)
  const isOld = place.style === 'old' && conversation.isMain
  return {
    name: 'WebSearch',
    input: { query },
    content: `${query}\n\n${JSON.stringify(links)}\n\n${answer}`,
    structured: {
      query,
      results: [{ tool_use_id: `srv${ids.toolUse()}`, content: links }, answer],
      durationSeconds: 12.25,
    },
    ...(isOld && { during: ({ toolUseId }) => addSearchProgress(conversation, toolUseId, query) }),
  }
}
