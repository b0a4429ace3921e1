import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { ExitInfo } from '@quarterdeck/protocol/pure'
import { type Frame, LineFramer } from '../lines/line-framer.ts'
import type { OutputPipe } from '../lines/output-pipe.ts'
import { isSuspended } from '../process/process-identity.ts'
import { endKnown, findDescendants, type KnownProcess, reapMarked } from '../process/reap.ts'
import { signalGroup } from '../process/signal-process.ts'
import { SESSION_MARKER } from './child-env.ts'
import { toExitInfo } from './exit-info.ts'
import type { Cli } from './find-cli.ts'
import { type CliChild, spawnCli } from './spawn-cli.ts'

const STDERR_TAIL = 8192
/** How long after its exit we wait for the rest of its output: something it started may hold the pipe for ever. */
const DRAIN_MS = 500
/** What a child that does not read may cost us. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024

export interface StopTimes {
  /** From the end of stdin to SIGTERM. */
  termAfterMs: number
  /** From SIGTERM to SIGKILL. */
  killAfterMs: number
}

export interface ProcessOptions {
  cwd: string
  env: Record<string, string>
  /** Put into the environment of the process and so of all that it starts, which is ended with it, wherever it went. */
  marker?: string
  /** Whether a turn runs: asked when the process ends, since its end is then no end of its own. */
  inTurn?: () => boolean
  maxUnreadBytes?: number
  /** All lines of what was read in one go have been given. */
  onRead?: () => void
  /** What it is to write to; without, a pipe of its own. */
  output?: OutputPipe | null
}

/**
 * `full`: the child has not read what it was sent before, and this was not sent. `not_running`: it has ended, or is about
 * to.
 */
export type WriteResult = 'written' | 'full' | 'not_running'

/** One CLI process in a process group of its own, so that a signal reaches what it started too. */
export class CliProcess {
  /** Settles once it runs, or once it is clear that it never will: `exited` says why. */
  readonly started: Promise<boolean>
  readonly exited: Promise<ExitInfo>
  readonly #child: CliChild | null
  readonly #output: Readable | null = null
  readonly #framer: LineFramer
  readonly #options: ProcessOptions
  readonly #started = Promise.withResolvers<boolean>()
  readonly #exited = Promise.withResolvers<ExitInfo>()
  #noted: Promise<KnownProcess[]> = Promise.resolve([])
  #stderr = Buffer.alloc(0)
  #stopped = false
  #forced = false
  #isRunning = true

  constructor(cli: Cli, argv: string[], options: ProcessOptions, onFrame: (frame: Frame) => void) {
    this.started = this.#started.promise
    this.exited = this.#exited.promise
    this.#options = options
    this.#framer = new LineFramer(onFrame)
    const { cwd, marker, output = null } = options
    const env = marker === undefined ? options.env : { ...options.env, [SESSION_MARKER]: marker }
    this.#child = spawnCli(cli, argv, { cwd, env, output }, (reason) => this.#fail(reason))
    output?.theirs.destroy()
    this.#output = output?.ours ?? this.#child?.stdout ?? null
    const read = (bytes: Buffer) => {
      this.#framer.push(bytes)
      options.onRead?.()
    }
    if (output !== null) output.take = read
    else this.#output?.on('data', read)
    if (this.#child !== null) this.#watch(this.#child)
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** It runs, and nobody has asked it to end. */
  get canWrite(): boolean {
    return this.#isRunning && (this.#child?.stdin.writable ?? false)
  }

  /** Somebody has suspended it: its silence has a reason. */
  get isSuspended(): boolean {
    return this.#isRunning && this.pid !== undefined && isSuspended(this.pid)
  }

  /** Bytes it was sent and has not read, but for what the pipe itself holds. More than none for long: it does not read. */
  get unreadBytes(): number {
    return this.#child?.stdin.writableLength ?? 0
  }

  /** Bytes of a line that it has begun and not finished. */
  get pendingBytes(): number {
    return this.#framer.pendingBytes
  }

  /** A line on its own goes through whatever its length, so that a large picture can be sent. */
  write(line: string | Buffer): WriteResult {
    if (this.#child === null || !this.canWrite) return 'not_running'
    const { maxUnreadBytes = MAX_UNREAD_BYTES } = this.#options
    const unread = this.unreadBytes
    if (unread > 0 && unread + Buffer.byteLength(line) > maxUnreadBytes) return 'full'
    this.#child.stdin.write(line)
    return 'written'
  }

  /** Reads no more of its output, so that it waits, until `resume`. For whoever cannot keep up. */
  pause(): void {
    this.#output?.pause()
  }

  resume(): void {
    this.#output?.resume()
  }

  /** Closes stdin, then SIGTERM, then SIGKILL, both to the whole group. Never SIGINT, which would lose the result. */
  async stop({ termAfterMs, killAfterMs }: StopTimes = { termAfterMs: 2000, killAfterMs: 3000 }): Promise<ExitInfo> {
    if (this.#isRunning) this.#stopped = true
    void this.#note()
    this.#child?.stdin.end()
    const term = setTimeout(() => {
      this.#signal('SIGTERM')
      // One that was suspended would not hear it.
      this.#signal('SIGCONT')
    }, termAfterMs)
    const kill = setTimeout(() => void this.#kill(), termAfterMs + killAfterMs)
    const info = await this.exited
    clearTimeout(term)
    clearTimeout(kill)
    return info
  }

  /** From this moment on it does nothing more; not even what it would do when its stdin is closed, or when it is asked to end. */
  kill(): Promise<ExitInfo> {
    if (this.#isRunning) this.#stopped = true
    // At once: to find what it has started takes a moment.
    this.#signal('SIGSTOP')
    this.#child?.stdin.end()
    void this.#kill()
    return this.exited
  }

  #watch(child: CliChild): void {
    child.on('spawn', () => this.#started.resolve(true))
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = Buffer.concat([this.#stderr, chunk]).subarray(-STDERR_TAIL)
    })
    // A child that is gone makes writes fail (EPIPE); that it is gone is told by `exited`.
    for (const stream of [child.stdin, this.#output, child.stderr]) stream?.on('error', () => undefined)
    child.on('exit', async (code, signal) => {
      this.#isRunning = false
      // What it left behind would be orphans.
      this.#signal('SIGKILL')
      await Promise.all([this.#drain(child), this.#reap()])
      this.#end({ code, signal })
    })
  }

  /** Waits for the rest of its output, though not for long. */
  #drain(child: CliChild): Promise<void> {
    const output = this.#output
    return new Promise((resolve) => {
      output?.resume()
      const timer = setTimeout(resolve, DRAIN_MS)
      const closed = [once(child, 'close'), output === null || output.closed ? null : once(output, 'close')]
      Promise.allSettled(closed).then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  /** What has dropped its environment can be told only by its parents, and so only while they live. */
  async #note(): Promise<void> {
    if (this.pid === undefined || !this.#isRunning) return
    this.#noted = Promise.all([this.#noted, findDescendants(this.pid)]).then((known) => known.flat())
    await this.#noted
  }

  async #kill(): Promise<void> {
    this.#forced = true
    await this.#note()
    this.#signal('SIGKILL')
  }

  async #reap(): Promise<void> {
    const { marker } = this.#options
    await endKnown(await this.#noted)
    if (marker !== undefined) await reapMarked((each) => each === marker)
  }

  #fail(reason: string): void {
    this.#isRunning = false
    this.#started.resolve(false)
    this.#end({ code: null, signal: null, failure: reason })
  }

  #end(how: { code: number | null; signal: string | null; failure?: string }): void {
    this.#framer.end()
    this.#output?.destroy()
    this.#child?.stderr.destroy()
    const stderr = this.#stderr.toString('utf8')
    // Not before the rest of its output was read: the result may be in it.
    const inTurn = how.failure === undefined && (this.#options.inTurn?.() ?? false)
    this.#exited.resolve(toExitInfo({ ...how, inTurn, stderr, stopped: this.#stopped, forced: this.#forced }))
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.pid !== undefined) signalGroup(this.pid, signal)
  }
}
