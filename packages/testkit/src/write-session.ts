import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface WrittenSession {
  sessionId: string
  /** Of each line, oldest first: a prompt, its answer, and so on. */
  uuids: string[]
}

/** A transcript of so many prompts and answers, as the CLI writes one; `says` gives the words of a line. */
export function writeSession(
  home: string,
  cwd: string,
  turns: number,
  says: (line: number) => string = (line) => `Line ${line}.`,
  /** Behind which line one stands; behind the one before it, if it is not said. */
  toParent: (line: number) => number = (line) => line - 1,
): WrittenSession {
  const sessionId = randomUUID()
  const uuids = Array.from({ length: turns * 2 }, () => randomUUID())
  const lines = uuids.map((uuid, line) => {
    const isPrompt = line % 2 === 0
    const text = says(line)
    return JSON.stringify({
      type: isPrompt ? 'user' : 'assistant',
      uuid,
      parentUuid: uuids[toParent(line)] ?? null,
      sessionId,
      timestamp: new Date(Date.UTC(2026, 0, 2, 9) + line * 1000).toISOString(),
      cwd,
      version: '2.1.325',
      isSidechain: false,
      userType: 'external',
      message: isPrompt
        ? { role: 'user', content: text }
        : {
            id: `msg_${line}`,
            type: 'message',
            role: 'assistant',
            model: 'claude-opus-4-6',
            content: [{ type: 'text', text }],
            usage: { input_tokens: 12, output_tokens: 345, cache_read_input_tokens: 6000 },
          },
    })
  })
  const folder = join(home, '.claude', 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`)
  return { sessionId, uuids }
}
