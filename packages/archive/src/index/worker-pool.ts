import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ArchiveError } from '../archive-error.ts'
import type { Answer, Job } from './job.ts'
import type { PackedCount } from './packed-count.ts'

interface Waiting {
  job: Job
  settle: (answer: Answer) => void
  fail: (error: Error) => void
  onAhead: (packed: PackedCount) => void
}

interface Slot {
  worker: ChildProcess
  current: Waiting | null
  idleTimer: NodeJS.Timeout | null
}

const IDLE_MS = 20_000
/** What a worker says at its end. */
const SAID_CHARACTERS = 4000
/** What is parsed is forgotten at once: the more of it fits, the less often it is swept up. */
const NODE_FLAGS = ['--max-semi-space-size=16']

/**
 * A few workers, started when there is something to do and ended when there is nothing. Processes and not threads: what a thread has
 * needed stays with the program for as long as that lives, and to take in a gigabyte needs a lot.
 */
export class WorkerPool {
  readonly #url: URL
  readonly #folder: string
  readonly #size: number
  readonly #waiting: Waiting[] = []
  readonly #slots = new Set<Slot>()
  #isClosed = false

  constructor(options: { url: URL; folder: string; size: number }) {
    this.#url = options.url
    this.#folder = options.folder
    this.#size = options.size
  }

  /** Rejects with an `ArchiveError`: `index_damaged` where the index cannot be read, `worker_failed` for the rest. */
  run(job: Job, isUrgent = false, onAhead: Waiting['onAhead'] = () => undefined): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new ArchiveError('closed', 'The archive was closed.'))
    return new Promise((settle, fail) => {
      const waiting = { job, settle, fail, onAhead }
      if (isUrgent) this.#waiting.unshift(waiting)
      else this.#waiting.push(waiting)
      this.#next()
    })
  }

  /** Starts all workers: there will soon be something to do. */
  warmUp(): void {
    for (let slot = this.#start(); slot !== null; slot = this.#start()) this.#rest(slot)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { fail } of this.#waiting.splice(0)) fail(new ArchiveError('closed', 'The archive was closed.'))
    await Promise.all([...this.#slots].map((slot) => this.#end(slot)))
  }

  /** Ends all workers, and with them their hold on the index; new ones are started when there is something to do. */
  async restart(): Promise<void> {
    await Promise.all([...this.#slots].map((slot) => this.#end(slot)))
    this.#next()
  }

  #next(): void {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const slot = [...this.#slots].find(({ current }) => current === null) ?? this.#start()
      if (slot === null) return
      const waiting = this.#waiting.shift() as Waiting
      if (slot.idleTimer !== null) clearTimeout(slot.idleTimer)
      slot.current = waiting
      slot.worker.ref()
      slot.worker.channel?.ref()
      slot.worker.send(waiting.job, () => undefined)
    }
  }

  #start(): Slot | null {
    if (this.#slots.size >= this.#size) return null
    const worker = fork(fileURLToPath(this.#url), [this.#folder], {
      serialization: 'advanced',
      execArgv: NODE_FLAGS,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    beNice(worker.pid)
    const slot: Slot = { worker, current: null, idleTimer: null }
    this.#slots.add(slot)
    worker.on('message', (answer: Answer) => {
      if (answer.packed !== undefined) slot.current?.onAhead(answer.packed)
      else this.#settle(slot, answer)
    })
    worker.on('error', (error) => this.#fail(slot, new ArchiveError('worker_failed', String(error), { cause: error })))
    let said = ''
    worker.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-SAID_CHARACTERS)
    })
    // Whoever has nothing else to do need not wait for it.
    ;(worker.stderr as Socket | null)?.unref()
    worker.on('close', (code, signal) => {
      const why = /\w*Error: .*/.exec(said)?.[0] ?? signal ?? `exit code ${code}`
      this.#fail(slot, new ArchiveError('worker_failed', `A worker of the index ended: ${why}`))
    })
    return slot
  }

  #settle(slot: Slot, answer: Answer): void {
    const { current } = slot
    slot.current = null
    this.#rest(slot)
    if (answer.problem === undefined) current?.settle(answer)
    else {
      const code = answer.problem.isDamage ? 'index_damaged' : 'worker_failed'
      current?.fail(new ArchiveError(code, answer.problem.message))
    }
    this.#next()
  }

  #rest(slot: Slot): void {
    slot.worker.unref()
    slot.worker.channel?.unref()
    slot.idleTimer = setTimeout(() => this.#end(slot), IDLE_MS).unref()
  }

  #fail(slot: Slot, error: Error): void {
    if (!this.#slots.delete(slot)) return
    slot.current?.fail(error)
    slot.current = null
    this.#next()
  }

  async #end(slot: Slot): Promise<void> {
    if (slot.idleTimer !== null) clearTimeout(slot.idleTimer)
    this.#slots.delete(slot)
    slot.current?.fail(new ArchiveError('closed', 'The worker was ended.'))
    slot.current = null
    const { worker } = slot
    if (worker.exitCode !== null || worker.signalCode !== null) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.ref()
    worker.kill('SIGKILL')
    await ended
  }
}

/** Whoever works at the machine goes first. */
function beNice(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not allow it: then it takes its share like everybody.
  }
}
