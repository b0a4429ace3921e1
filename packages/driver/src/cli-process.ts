import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { DriverError } from './driver-error.ts'
import type { Cli } from './find-cli.ts'
import { type Frame, LineFramer } from './line-framer.ts'
import { signalGroup } from './signal-group.ts'

const STDERR_TAIL = 8192
/** How long after its exit we wait for the rest of its output: something it started may hold the pipe for ever. */
const DRAIN_MS = 500

/** How a process ended, as facts. */
export interface ExitInfo {
  code: number | null
  signal: string | null
  /** We asked it to end. */
  stopped: boolean
  /** It did not end when asked, and was killed. */
  forced: boolean
  /** It never ran: why. */
  failedToStart?: string
  /** The end of what it wrote to stderr. */
  stderr: string
}

export interface StopTimes {
  /** From the end of stdin to SIGTERM. */
  termAfterMs: number
  /** From SIGTERM to SIGKILL. */
  killAfterMs: number
}

export interface ProcessOptions {
  cwd: string
  env: Record<string, string>
}

/** One CLI process in a process group of its own, so that a signal reaches what it started too. */
export class CliProcess {
  /** Settles once it runs, or once it is clear that it never will: `exited` says why. */
  readonly started: Promise<boolean>
  readonly exited: Promise<ExitInfo>
  readonly #child: ChildProcessWithoutNullStreams
  readonly #framer: LineFramer
  #stderr = ''
  #stopped = false
  #forced = false
  #isRunning = true

  constructor(cli: Cli, argv: string[], options: ProcessOptions, onFrame: (frame: Frame) => void) {
    this.#child = spawn(cli.command, [...cli.args, ...argv], { ...options, detached: true, stdio: 'pipe' })
    this.#framer = new LineFramer(onFrame)
    this.#child.stdout.on('data', (chunk: Buffer) => this.#framer.push(chunk))
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_TAIL)
    })
    // A child that is gone makes writes fail; that it is gone is told by `exited`.
    this.#child.stdin.on('error', () => undefined)
    this.exited = this.#watch()
    this.started = new Promise((resolve) => {
      this.#child.on('spawn', () => resolve(true))
      this.#child.on('error', () => resolve(false))
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** It runs, and nobody has asked it to end. */
  get canWrite(): boolean {
    return this.#isRunning && this.#child.stdin.writable
  }

  write(line: string): void {
    if (!this.canWrite)
      throw new DriverError('not_running', 'The CLI of this session has ended. Send a message to start it again.')
    this.#child.stdin.write(line)
  }

  /** Reads no more of its output, which holds it back once the pipe is full. */
  pause(): void {
    this.#child.stdout.pause()
  }

  unpause(): void {
    this.#child.stdout.resume()
  }

  /** Closes stdin, then SIGTERM, then SIGKILL, both to the whole group. Never SIGINT, which would lose the result. */
  async stop({ termAfterMs, killAfterMs }: StopTimes = { termAfterMs: 2000, killAfterMs: 3000 }): Promise<ExitInfo> {
    this.#stopped = true
    this.#child.stdin.end()
    const term = setTimeout(() => this.#signal('SIGTERM'), termAfterMs)
    const kill = setTimeout(() => {
      this.#forced = true
      this.#signal('SIGKILL')
    }, termAfterMs + killAfterMs)
    const info = await this.exited
    clearTimeout(term)
    clearTimeout(kill)
    return info
  }

  #watch(): Promise<ExitInfo> {
    return new Promise((resolve) => {
      const end = (code: number | null, signal: string | null, failedToStart?: string) => {
        this.#isRunning = false
        this.#framer.end()
        const { stdout, stderr } = this.#child
        stdout.destroy()
        stderr.destroy()
        const facts = { code, signal, stopped: this.#stopped, forced: this.#forced, stderr: this.#stderr }
        resolve(failedToStart === undefined ? facts : { ...facts, failedToStart })
      }
      this.#child.on('error', (error) => {
        if (this.#child.pid === undefined) end(null, null, error.message)
      })
      this.#child.on('exit', (code, signal) => {
        this.#isRunning = false
        // What it left behind in its group would be orphans.
        this.#signal('SIGKILL')
        const timer = setTimeout(end, DRAIN_MS, code, signal)
        this.#child.on('close', () => {
          clearTimeout(timer)
          end(code, signal)
        })
      })
    })
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid !== undefined) signalGroup(this.#child.pid, signal)
  }
}
