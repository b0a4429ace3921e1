import { Worker } from 'node:worker_threads'
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
  worker: Worker
  current: Waiting | null
  idleTimer: NodeJS.Timeout | null
}

const IDLE_MS = 20_000
/** What is parsed is forgotten at once: the more of it fits, the less often it is swept up. */
const YOUNG_MB = 64

/** A few workers, started when there is something to do and ended when there is nothing. */
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
      // Copied, not given away: what an index that turns out to be damaged did not take is stored again.
      slot.worker.postMessage(waiting.job)
    }
  }

  #start(): Slot | null {
    if (this.#slots.size >= this.#size) return null
    const worker = new Worker(this.#url, {
      workerData: { folder: this.#folder },
      name: 'archive',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    const slot: Slot = { worker, current: null, idleTimer: null }
    this.#slots.add(slot)
    worker.on('message', (answer: Answer) => {
      if (answer.packed !== undefined) slot.current?.onAhead(answer.packed)
      else this.#settle(slot, answer)
    })
    worker.on('error', (error) => this.#fail(slot, new ArchiveError('worker_failed', String(error), { cause: error })))
    worker.on('exit', () => this.#fail(slot, new ArchiveError('worker_failed', 'The worker ended.')))
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
    await slot.worker.terminate()
  }
}
