import { CliProcess, type ExitInfo, findCli, toText } from '@quarterdeck/driver'
import { findRealCli, toCliEnv } from '../real-cli.ts'
import type { Folder } from './scenario-folder.ts'

/** A line that went over a pipe, and when; or a process that began or ended. */
export type RecordLine =
  | { t: number; dir: 'start'; argv: string[] }
  | { t: number; dir: 'out' | 'in' | 'err'; line: string }
  | { t: number; dir: 'exit'; code: number | null; signal: string | null }

const FLAGS = [
  '--output-format=stream-json',
  '--input-format=stream-json',
  '--verbose',
  '--include-partial-messages',
  '--replay-user-messages',
  '--permission-prompt-tool=stdio',
]

const EXIT_DEADLINE_MS = 30_000

export interface ProcessOptions {
  version: string
  home: Folder
  project: Folder
  modelUrl: string
  onLine(text: string): void
  onEnd(info: ExitInfo): void
}

/** The real CLI, one process after another, and a record of all that goes over its pipes. */
export class ScenarioProcess {
  readonly record: RecordLine[] = []
  readonly #options: ProcessOptions
  readonly #startedAt = performance.now()
  #child: CliProcess | undefined

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  launch(session: string[], more: string[], extraEnv: Record<string, string>): void {
    const { version, home, project, modelUrl, onLine, onEnd } = this.#options
    // Some accounts default to a mode that asks nobody.
    const mode = more.some((flag) => flag.startsWith('--permission-mode')) ? [] : ['--permission-mode=default']
    const argv = [...FLAGS, ...mode, ...session, ...more]
    const env = {
      ...toCliEnv({ home: home.root, modelUrl }),
      CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
      CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true',
      CLAUDE_CODE_TMPDIR: home.path('tmp'),
      ...extraEnv,
    }
    home.make('tmp')
    this.record.push({ t: this.#now(), dir: 'start', argv })
    const cli = findCli({ named: findRealCli(version), env, home: home.root })
    const child = new CliProcess(cli, argv, { cwd: project.root, env }, (frame) => {
      if (frame.kind !== 'line') return
      const line = toText(frame.bytes)
      this.record.push({ t: this.#now(), dir: 'out', line })
      onLine(line)
    })
    this.#child = child
    void child.exited.then((info) => {
      this.#recordEnd(info)
      onEnd(info)
    })
  }

  write(text: string): void {
    this.record.push({ t: this.#now(), dir: 'in', line: text.replace(/\n$/, '') })
    this.#running().write(text)
  }

  /** Closes stdin; what comes of it is told by `exited`. */
  closeInput(): void {
    void this.#running().stop({ termAfterMs: 15_000, killAfterMs: 1000 })
  }

  /** How the process ended. Fails when it does not end. */
  async exited(): Promise<ExitInfo> {
    const late = Promise.withResolvers<never>()
    const message = `The CLI did not end in ${EXIT_DEADLINE_MS} ms`
    const deadline = setTimeout(() => late.reject(new Error(message)), EXIT_DEADLINE_MS)
    try {
      const info = await Promise.race([this.#running().exited, late.promise])
      this.#child = undefined
      return info
    } finally {
      clearTimeout(deadline)
    }
  }

  #running(): CliProcess {
    if (this.#child === undefined) throw new Error('The CLI is not running')
    return this.#child
  }

  #recordEnd(info: ExitInfo): void {
    const lines = info.stderr.split('\n').filter((line) => line.trim() !== '')
    for (const line of lines) this.record.push({ t: this.#now(), dir: 'err', line })
    this.record.push({ t: this.#now(), dir: 'exit', code: info.code, signal: info.signal })
  }

  #now(): number {
    return Math.round(performance.now() - this.#startedAt)
  }
}
