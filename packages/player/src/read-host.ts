import type { Readable } from 'node:stream'
import { type HostMessage, parseHostLine } from './host-message.ts'

/** Who listens to the host: a script or a recording at play. */
export interface Listener {
  receive(message: HostMessage): void
  /** Stdin is over: nothing more will come, no answer either. */
  end(): void
}

/** Reads lines until the host ends. Split at newlines only: a prompt may well hold U+2028, where `readline` would cut too. */
export function readHost(input: Readable, listener: Listener, onBroken: (problem: string) => void): void {
  let rest = ''
  const take = (line: string) => {
    if (line.trim() === '') return
    const parsed = parseHostLine(line)
    if (parsed.kind === 'broken') onBroken(parsed.problem)
    else listener.receive(parsed.message)
  }
  input.setEncoding('utf8')
  input.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
  input.on('end', () => {
    take(rest)
    listener.end()
  })
}
