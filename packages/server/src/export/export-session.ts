import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { findWorker } from '../find-program.ts'
import { ServerError } from '../server-error.ts'

export type ToExport = { kind: 'lines'; bytes: Uint8Array } | { kind: 'next' }
/** The answer to each order; `piece` is null while lines are taken. */
export interface FromExport {
  piece: Uint8Array | null
  isEnd: boolean
}

/** A session of 100 MB takes about half of it. */
const MAX_HEAP_MB = 1536
const MOST_AT_ONCE = 2

let running = 0

/** The whole session as Markdown or as a page, piece by piece. It is folded in a thread; whoever stops reading ends that. */
export async function* exportSession(
  lines: AsyncIterable<Uint8Array>,
  format: 'md' | 'html',
): AsyncGenerator<Uint8Array> {
  if (running >= MOST_AT_ONCE)
    throw new ServerError(
      'too_many_requests',
      `${running} sessions are being exported already. Try again when they are done.`,
    )
  running++
  const worker = new Worker(findWorker('export-worker.js') ?? new URL('./export-worker.ts', import.meta.url), {
    workerData: { format },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    name: 'export',
  })
  const ask = async (order: ToExport): Promise<FromExport> => {
    worker.postMessage(order)
    const [answer] = (await once(worker, 'message')) as [FromExport]
    return answer
  }
  try {
    for await (const bytes of lines) await ask({ kind: 'lines', bytes })
    for (let answer = await ask({ kind: 'next' }); !answer.isEnd; answer = await ask({ kind: 'next' })) {
      if (answer.piece !== null) yield answer.piece
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new ServerError(
        'too_large',
        'The session is too long to be written out as a whole. Ask for format=jsonl.',
        { cause: error },
      )
    throw error
  } finally {
    running--
    await worker.terminate()
  }
}

/** Waits for the first piece, so that what goes wrong until then is an answer and not a broken one. */
export async function begun(pieces: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await pieces.next()
  return (async function* () {
    try {
      if (first.done !== true) yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  })()
}
