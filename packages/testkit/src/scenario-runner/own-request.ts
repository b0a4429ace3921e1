import type { Reply } from '../model/reply.ts'
import { type ApiMessage, toText } from '../model/script.ts'

interface Body {
  messages: ApiMessage[]
  system?: unknown
  tools?: unknown
}

interface OwnPurpose {
  purpose: string
  /** Words that stand in such a request and in no other: in its system prompt, or in its newest user message. */
  system?: string
  user?: string
  toReply(userText: string): Reply
}

const PURPOSES: OwnPurpose[] = [
  {
    purpose: 'summary',
    user: 'create a detailed summary of',
    toReply: () => ({ text: '<analysis>All of it.</analysis>\n<summary>What was said so far, in short.</summary>' }),
  },
  { purpose: 'suggestion', user: '[SUGGESTION MODE', toReply: () => ({ text: 'run the tests' }) },
  { purpose: 'progress', user: 'Describe your most recent action', toReply: () => ({ text: 'Reading a file' }) },
  {
    purpose: 'topic',
    system: 'Analyze if this message',
    toReply: () => ({ text: '{"isNewTopic":true,"title":"A scripted session"}' }),
  },
  { purpose: 'title', system: ' title', toReply: () => ({ text: '{"title":"A scripted session"}' }) },
  { purpose: 'hook', system: 'evaluating a hook', toReply: () => ({ text: '{"ok":true}' }) },
  {
    purpose: 'stop condition',
    system: 'verifying a stop condition',
    toReply: () => ({ tools: [{ name: 'StructuredOutput', input: { ok: true } }] }),
  },
  {
    purpose: 'file paths',
    system: 'Extract any file paths',
    toReply: () => ({
      text: '<is_displaying_contents>\nfalse\n</is_displaying_contents>\n\n<filepaths>\n</filepaths>',
    }),
  },
  {
    purpose: 'command prefix',
    system: 'process Bash commands that',
    toReply: (userText) => ({ text: userText.match(/Command: (\S+)[^\n]*$/)?.[1] ?? 'none' }),
  },
  { purpose: 'web page', user: 'Web page content', toReply: () => ({ text: 'The page, in short.' }) },
]

/**
 * The CLI asks the model on its own account too: for a title, a summary, the prefix of a command. Such a request is known by
 * the words it brings, or by having the CLI's system prompt and no tools; it must never use up a step of a test's script.
 */
export function selectOwnReply(body: Body): { purpose: string; reply: Reply } | undefined {
  const userText = toText(body.messages.findLast(({ role }) => role === 'user') ?? { role: 'user', content: '' })
  const system = toSystemText(body.system)
  const hasTools = Array.isArray(body.tools) && body.tools.length > 0
  const found = PURPOSES.find((each) => {
    if (each.user !== undefined) return userText.includes(each.user)
    return (!hasTools || each.purpose === 'stop condition') && system.includes(each.system as string)
  })
  if (found !== undefined) return { purpose: found.purpose, reply: found.toReply(userText) }
  if (!hasTools && system.includes(CLI_MARK)) return { purpose: 'other', reply: { text: 'OK.' } }
  return undefined
}

const CLI_MARK = 'x-anthropic-billing-header'

function toSystemText(system: unknown): string {
  if (typeof system === 'string') return system
  if (!Array.isArray(system)) return ''
  return system.map((block: { text?: string }) => block.text ?? '').join('\n')
}
