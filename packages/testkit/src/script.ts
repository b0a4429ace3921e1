/** One answer of the scripted model. A script is a list of them: the first answers the prompt, the next its tool results, and so on. */
export interface Reply {
  text?: string
  thinking?: string
  tools?: { name: string; input: Record<string, unknown> }[]
  /** Pause before each delta, so that a test can act while the text streams. */
  delayMs?: number
  /** Answer with this HTTP status and an API error instead of a message. */
  errorStatus?: number
}

const MARK = '@script '

/** Writes a script into a prompt, so that a test can say in one place what is asked and what is answered. */
export function toScriptedPrompt(words: string, replies: Reply[]): string {
  return `${words}\n${MARK}${JSON.stringify(replies)}`
}

interface ApiMessage {
  role: string
  content: string | { type: string; text?: string }[]
}

/** Scripts by the words of the prompt they answer, for prompts that a person will see. */
export type Scripts = ReadonlyMap<string, Reply[]>

/** The reply that is due: the newest scripted prompt names the list, the assistant messages since then say how far it got. */
export function selectReply(messages: ApiMessage[], scripts: Scripts): Reply {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    if (message === undefined || message.role !== 'user') continue
    const text = toText(message)
    const script = parseScript(text) ?? findScript(text, scripts)
    if (script === undefined) continue
    const answered = messages.slice(index).filter((later) => later.role === 'assistant').length
    return script[answered] ?? { text: 'The script has no further reply.' }
  }
  return { text: `You said: ${lastLine(messages)}` }
}

/** The CLI joins prompts that follow each other without an answer: the last one counts. */
function findScript(text: string, scripts: Scripts): Reply[] | undefined {
  const found = [...scripts].filter(([words]) => text.includes(words))
  return found.sort(([a], [b]) => text.lastIndexOf(b) - text.lastIndexOf(a))[0]?.[1]
}

function parseScript(text: string): Reply[] | undefined {
  // At the start of a line only: a script for a subagent stands, escaped, inside its parent's.
  const line = text.split('\n').findLast((each) => each.startsWith(MARK))
  return line === undefined ? undefined : JSON.parse(line.slice(MARK.length))
}

function toText(message: ApiMessage): string {
  if (typeof message.content === 'string') return message.content
  return message.content.map((block) => block.text ?? '').join('\n')
}

function lastLine(messages: ApiMessage[]): string {
  const last = messages.findLast((message) => message.role === 'user')
  return last === undefined ? '' : (toText(last).trim().split('\n').at(-1) ?? '')
}
