import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, constants, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** In the place of the CLI: says what comes out of a pipe in its folder, and nothing else. */
const PROGRAM = `#!/bin/sh
case "$*" in
  *--version*) echo "2.1.325 (Claude Code)"; exit 0 ;;
  *--help*) echo "--replay-user-messages"; exit 0 ;;
esac
exec cat lines
`

const BEAT_MS = 10

/** A CLI that says what a test wants, as fast as it wants. */
export class StreamingCli {
  readonly path: string
  readonly cwd: string
  readonly #pipe: number
  #messages = 0

  /** `home` is a folder of the test's own. */
  constructor(home: string) {
    this.path = join(home, 'claude')
    this.cwd = join(home, 'project')
    mkdirSync(this.cwd, { recursive: true })
    writeFileSync(this.path, PROGRAM)
    chmodSync(this.path, 0o755)
    const pipe = join(this.cwd, 'lines')
    execFileSync('mkfifo', [pipe])
    // Whoever opens a pipe for writing alone waits for a reader.
    this.#pipe = openSync(pipe, constants.O_RDWR)
  }

  say(message: object): void {
    writeSync(this.#pipe, `${JSON.stringify({ session_id: 's', parent_tool_use_id: null, ...message })}\n`)
  }

  /** An answer in pieces, so many a second, and then as a whole. Gives its words. */
  async stream({
    pieces,
    rate,
    toPiece,
  }: {
    pieces: number
    rate: number
    toPiece: (index: number) => string
  }): Promise<string> {
    const id = `msg_streamed_${this.#messages++}`
    const piece = (event: object) => this.say({ type: 'stream_event', event, uuid: crypto.randomUUID() })
    piece({ type: 'message_start', message: { id, type: 'message', role: 'assistant', content: [] } })
    piece({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
    const words: string[] = []
    const began = performance.now()
    while (words.length < pieces) {
      const due = Math.min(pieces, ((performance.now() - began) / 1000) * rate)
      while (words.length < due) {
        const text = toPiece(words.length)
        words.push(text)
        piece({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
      }
      await new Promise((resolve) => setTimeout(resolve, BEAT_MS))
    }
    const text = words.join('')
    const message = { id, type: 'message', role: 'assistant', content: [{ type: 'text', text }] }
    this.say({ type: 'assistant', uuid: crypto.randomUUID(), message })
    piece({ type: 'message_stop' })
    return text
  }

  close(): void {
    closeSync(this.#pipe)
  }
}
