import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { DriverError } from './driver-error.ts'
import type { Cli } from './find-cli.ts'
import { type Frame, LineFramer } from './line-framer.ts'

const STDERR_TAIL = 8192

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

/** One CLI process in a process group of its own, so that what it started ends with it. */
export class CliProcess {
  readonly exited: Promise<ExitInfo>
  readonly #child: ChildProcessWithoutNullStreams
  #stderr = ''
  #stopped = false
  #forced = false
  #isRunning = true

  constructor(
    cli: Cli,
    argv: string[],
    options: { cwd: string; env: Record<string, string> },
    onFrame: (frame: Frame) => void,
  ) {
    this.#child = spawn(cli.command, [...cli.args, ...argv], { ...options, detached: true, stdio: 'pipe' })
    const framer = new LineFramer(onFrame)
    this.#child.stdout.on('data', (chunk: Buffer) => framer.push(chunk))
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_TAIL)
    })
    // A child that is gone makes writes fail; that it is gone is told by `exited`.
    this.#child.stdin.on('error', () => undefined)
    this.exited = new Promise((resolve) => {
      this.#child.on('error', (error) => {
        if (this.#child.pid === undefined) resolve(this.#toExitInfo(null, null, error.message))
      })
      // Grandchildren that outlive the CLI would be orphans, and those that hold its stdout would keep `close` from coming.
      this.#child.on('exit', () => this.#signalGroup('SIGKILL'))
      this.#child.on('close', (code, signal) => {
        framer.end()
        resolve(this.#toExitInfo(code, signal))
      })
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  write(line: string): void {
    if (!this.#isRunning || !this.#child.stdin.writable)
      throw new DriverError('not_running', 'The CLI of this session has ended. Send a message to start it again.')
    this.#child.stdin.write(line)
  }

  /** Closes stdin, then SIGTERM, then SIGKILL, both to the whole group. Never SIGINT, which would lose the result. */
  async stop({ termAfterMs, killAfterMs }: StopTimes = { termAfterMs: 2000, killAfterMs: 3000 }): Promise<ExitInfo> {
    this.#stopped = true
    this.#child.stdin.end()
    const term = setTimeout(() => this.#signalGroup('SIGTERM'), termAfterMs)
    const kill = setTimeout(() => {
      this.#forced = true
      this.#signalGroup('SIGKILL')
    }, termAfterMs + killAfterMs)
    const info = await this.exited
    clearTimeout(term)
    clearTimeout(kill)
    return info
  }

  #signalGroup(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return
    try {
      process.kill(-this.#child.pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }

  #toExitInfo(code: number | null, signal: string | null, failedToStart?: string): ExitInfo {
    this.#isRunning = false
    return {
      code,
      signal,
      stopped: this.#stopped,
      forced: this.#forced,
      ...(failedToStart === undefined ? {} : { failedToStart }),
      stderr: this.#stderr,
    }
  }
}
