import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SendMessage } from '@quarterdeck/contract'
import { writePrivateFile } from '../../private-file.ts'

export interface SentPromptsOptions {
  /** A prompt that could not be written down was sent all the same. */
  onFault: (error: unknown) => void
  /** So many stay. */
  count?: number
  /** So much stays, in bytes. */
  bytes?: number
}

/** Nobody looks for a whole log file that was pasted, and a few of them would push out everything else. */
const LONGEST_CHARACTERS = 256 * 1024

export function toPromptsFile(data: string): string {
  return join(data, 'prompts.jsonl')
}

/**
 * What people have said through us, since the CLI writes its own history for the terminal alone. In the form of that history, so
 * that both are read alike: only the words, never what was attached.
 */
export class SentPrompts {
  readonly #path: string
  readonly #onFault: (error: unknown) => void
  readonly #most: { count: number; bytes: number }
  #count = 0
  #bytes = 0
  #isWhole = false

  constructor(path: string, { onFault, count = 10_000, bytes = 16 * 1024 * 1024 }: SentPromptsOptions) {
    this.#path = path
    this.#onFault = onFault
    this.#most = { count, bytes }
    this.#try(() => this.#tidy())
  }

  keep(content: SendMessage['content'], { sessionId, cwd }: { sessionId: string; cwd: string }): void {
    const display = toWords(content)
    if (display.trim() === '' || display.length > LONGEST_CHARACTERS) return
    const prompt = { display, pastedContents: {}, timestamp: Date.now(), project: cwd, sessionId }
    this.#try(() => this.#append(`${JSON.stringify(prompt)}\n`))
  }

  #append(line: string): void {
    // Pages are asked for by their place in the file, so it is seldom that places move.
    if (!this.#isWhole || this.#count >= 2 * this.#most.count || this.#bytes >= 2 * this.#most.bytes) this.#tidy()
    this.#isWhole = false
    appendFileSync(this.#path, line, { mode: 0o600 })
    this.#isWhole = true
    this.#count++
    this.#bytes += Buffer.byteLength(line)
  }

  /** Lets go of the oldest, and of a line that was cut short, which would spoil the next one. */
  #tidy(): void {
    const found = existsSync(this.#path) ? readFileSync(this.#path, 'utf8') : ''
    const lines = takeNewest(found.split('\n').slice(0, -1), this.#most)
    const text = lines.map((line) => `${line}\n`).join('')
    if (text !== found) writePrivateFile(this.#path, text)
    else if (found !== '') chmodSync(this.#path, 0o600)
    this.#count = lines.length
    this.#bytes = Buffer.byteLength(text)
    this.#isWhole = true
  }

  #try(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#onFault(error)
    }
  }
}

function takeNewest(lines: readonly string[], most: { count: number; bytes: number }): string[] {
  let first = lines.length
  let bytes = 0
  while (first > 0 && lines.length - first < most.count) {
    bytes += Buffer.byteLength(lines[first - 1] ?? '') + 1
    if (bytes > most.bytes) break
    first--
  }
  return lines.slice(first)
}

function toWords(content: SendMessage['content']): string {
  if (typeof content === 'string') return content
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
