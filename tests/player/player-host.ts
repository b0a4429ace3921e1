import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliProcess, type ExitInfo, toText } from '@quarterdeck/driver'
import { parseLine, serialise, toAllow, toControlRequest, toDeny, toUserMessage } from '@quarterdeck/protocol'
import { afterEach, beforeEach, expect } from 'vitest'
import { root } from '../../scripts/root.ts'

export const PLAYER = join(root, 'packages/player/bin/quarterdeck-player.mjs')

export type Wire = { type: string } & Record<string, unknown>
export interface Asked extends Wire {
  request_id: string
  request: { tool_name: string; input: Record<string, unknown>; permission_suggestions?: [] }
}

const FLAGS = [
  '--output-format=stream-json',
  '--input-format=stream-json',
  '--verbose',
  '--permission-prompt-tool=stdio',
]
const FULL = ['--include-partial-messages', '--replay-user-messages', '--include-hook-events']

/** A host of the player, for tests: sends what it is told, and waits for what is to come. */
export class PlayerHost {
  readonly lines: string[] = []
  /** Of the lines those that are JSON objects. */
  readonly messages: Wire[] = []
  readonly oversize: number[] = []
  readonly child: CliProcess
  #seen = 0
  #wake: () => void = () => undefined

  constructor(options: { home: string; env?: Record<string, string>; argv?: string[]; flags?: string[] }) {
    const { home, env = {}, argv = [], flags = FULL } = options
    const cli = { path: PLAYER, command: process.execPath, args: [PLAYER] }
    const all = {
      HOME: home,
      PATH: '',
      QUARTERDECK_PLAYER_SPEED: '0',
      CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
      ...env,
    }
    this.child = new CliProcess(cli, [...FLAGS, ...flags, ...argv], { cwd: home, env: all }, (frame) => {
      if (frame.kind === 'oversize') this.oversize.push(frame.bytes)
      else this.#take(toText(frame.bytes))
      this.#wake()
    })
    void this.child.exited.then(() => this.#wake())
  }

  #take(line: string): void {
    this.lines.push(line)
    this.messages.push(...parseOrNothing(line))
  }

  all(type: string, subtype?: string): Wire[] {
    return this.messages.filter((each) => each.type === type && (subtype === undefined || each.subtype === subtype))
  }

  send(message: object): void {
    this.child.write(serialise(message))
  }

  say(content: string): string {
    const uuid = crypto.randomUUID()
    this.send(toUserMessage({ content, uuid }))
    return uuid
  }

  allow(asked: Asked, more: Partial<Parameters<typeof toAllow>[0]> = {}): void {
    this.send(toAllow({ requestId: asked.request_id, input: asked.request.input, ...more }))
  }

  deny(asked: Asked, message: string, interrupt?: boolean): void {
    this.send(toDeny({ requestId: asked.request_id, message, interrupt }))
  }

  async request(subtype: string, fields: object = {}): Promise<Record<string, unknown>> {
    const id = crypto.randomUUID()
    this.send(toControlRequest(id, { subtype, ...fields }))
    const answer = await this.next((each) => each.type === 'control_response' && responseOf(each).request_id === id)
    return responseOf(answer)
  }

  asked(): Promise<Asked> {
    return this.next((each) => each.type === 'control_request') as Promise<Asked>
  }

  result(): Promise<Wire> {
    return this.next((each) => each.type === 'result')
  }

  /** Waits for the next message that is wanted; what comes before it is passed over. Fails when the player ends first. */
  async next(isWanted: (message: Wire) => boolean): Promise<Wire> {
    let ended: ExitInfo | undefined
    void this.child.exited.then((info) => {
      ended = info
    })
    for (;;) {
      while (this.#seen < this.messages.length) {
        const message = this.messages[this.#seen++]
        if (message !== undefined && isWanted(message)) return message
      }
      if (ended !== undefined) throw new Error(`The player ended: ${JSON.stringify(ended)}\n${this.lines.join('\n')}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  stop(): Promise<ExitInfo> {
    return this.child.stop({ termAfterMs: 10_000, killAfterMs: 1000 })
  }
}

function parseOrNothing(line: string): Wire[] {
  try {
    const value = JSON.parse(line)
    return value !== null && typeof value === 'object' ? [value] : []
  } catch {
    // What the fault `garbage` writes.
    return []
  }
}

function responseOf(message: Wire): Record<string, unknown> {
  return message.response as Record<string, unknown>
}

/** Sets up a home for each test, and ends whatever was started in it. */
export function usePlayer() {
  const player = {
    home: '',
    hosts: [] as PlayerHost[],
    /** Starts another one in the same home. */
    start(options: Partial<ConstructorParameters<typeof PlayerHost>[0]> = {}): PlayerHost {
      const host = new PlayerHost({ home: player.home, ...options })
      player.hosts.push(host)
      return host
    },
  }
  beforeEach(() => {
    player.home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-player-')))
    player.hosts = []
  })
  afterEach(async () => {
    await Promise.all(player.hosts.map((each) => each.stop()))
    rmSync(player.home, { recursive: true, force: true, maxRetries: 5 })
  })
  return player
}

/** Everything it ever says must be a message that we know, without a field that does not fit. */
export function expectWellFormed(host: PlayerHost): void {
  const odd = host.lines.map(parseLine).filter((line) => line.kind !== 'message' || line.faults.length > 0)
  expect(odd).toEqual([])
  expect(host.lines.length).toBeGreaterThan(0)
}

export function toPrompt(steps: object[]): string {
  return `Play.\n@script ${JSON.stringify(steps)}`
}
