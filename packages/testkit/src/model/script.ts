import type { ApiMessage, Failure, Reply, Step } from './reply.ts'

export type { ApiMessage, Failure, Reply, Step } from './reply.ts'

const MARK = '@script '

/** Writes a script into a prompt, so that a test can say in one place what is asked and what is answered. */
export function toScriptedPrompt(words: string, replies: Reply[]): string {
  return `${words}\n${MARK}${JSON.stringify(replies)}`
}

/** Scripts by the words of the prompt they answer, for prompts that a person will see. */
export type Scripts = ReadonlyMap<string, readonly Step[]>

/** What is due: a reply and where it stands, or what is wrong with the script. */
export type Selection =
  | { kind: 'reply'; reply: Reply; step: string }
  | { kind: 'echo'; reply: Reply }
  | { kind: 'fault'; problem: string }

/** The reply that is due: the newest scripted prompt names the list, the assistant messages since then say how far it got. */
export function selectReply(messages: ApiMessage[], scripts: Scripts): Selection {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    if (message === undefined || message.role !== 'user') continue
    const script = findScript(toText(message), scripts)
    if (script === undefined) continue
    if ('problem' in script) return { kind: 'fault', problem: script.problem }
    const answered = messages.slice(index).filter((later) => later.role === 'assistant').length
    const step = script.replies[answered]
    const reply = typeof step === 'function' ? step(messages) : step
    if (reply === undefined && isTaskNotification(messages)) return { kind: 'echo', reply: { text: 'Noted.' } }
    if (reply === undefined) return { kind: 'fault', problem: noFurtherReply(script, answered, messages) }
    return { kind: 'reply', reply, step: `${script.words}#${answered}@${messages.length}` }
  }
  return { kind: 'echo', reply: { text: `You said: ${lastLine(messages)}` } }
}

/** A background task that ends starts a turn by itself, at a time no script can foresee: one that says nothing of it means this. */
function isTaskNotification(messages: ApiMessage[]): boolean {
  const last = messages.findLast(({ role }) => role === 'user')
  return last !== undefined && toText(last).includes('<task-notification>')
}

/** The failure that comes before a reply the nth time it is asked for; the CLI asks again after each. */
export function selectFailure(reply: Reply, timesAsked: number): Failure | undefined {
  return reply.failures?.[timesAsked]
}

interface Script {
  words: string
  replies: readonly Step[]
}

/** The CLI joins prompts that follow each other without an answer: the last one counts. */
function findScript(text: string, scripts: Scripts): Script | { problem: string } | undefined {
  // At the start of a line only: a script for a subagent stands, escaped, inside its parent's.
  const line = text.split('\n').findLast((each) => each.startsWith(MARK))
  if (line !== undefined) return parseScript(line)
  const found = [...scripts].filter(([words]) => text.includes(words))
  const last = found.sort(([a], [b]) => text.lastIndexOf(b) - text.lastIndexOf(a))[0]
  return last === undefined ? undefined : { words: last[0], replies: last[1] }
}

function parseScript(line: string): Script | { problem: string } {
  let replies: unknown
  try {
    replies = JSON.parse(line.slice(MARK.length))
  } catch (error) {
    return { problem: `The script is not JSON (${(error as Error).message}): ${line}` }
  }
  if (!Array.isArray(replies)) return { problem: `The script is not a list of replies: ${line}` }
  return { words: line, replies }
}

function noFurtherReply({ words, replies }: Script, answered: number, messages: ApiMessage[]): string {
  return `The script '${words}' has ${replies.length} replies and was asked for number ${answered + 1}, after: ${lastLine(messages)}`
}

/** The words of a message, without tool results. */
export function toText(message: ApiMessage): string {
  if (typeof message.content === 'string') return message.content
  return message.content.map((block) => block.text ?? '').join('\n')
}

function lastLine(messages: ApiMessage[]): string {
  const last = messages.findLast((message) => message.role === 'user')
  return last === undefined ? '' : (toText(last).trim().split('\n').at(-1) ?? '')
}
