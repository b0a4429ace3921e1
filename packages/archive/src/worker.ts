import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Job } from './index/job.ts'
import { isDamage, openIndex } from './index/open-index.ts'
import { runJob } from './index/run-job.ts'

/** What runs beside the program: counting, taking words, looking through files. One job at a time. */
const { folder } = workerData as { folder: string }
let database: DatabaseSync | null = null

parentPort?.on('message', (job: Job) => {
  let answer: Answer
  try {
    answer = runJob(
      job,
      () => {
        database ??= openIndex(folder, 'write') as DatabaseSync
        return database
      },
      (packed) => parentPort?.postMessage({ packed } satisfies Answer, [packed.numbers.buffer]),
    )
  } catch (error) {
    answer = { problem: { message: (error as Error).message, isDamage: isDamage(error) } }
  }
  parentPort?.postMessage(answer, answer.counted === undefined ? [] : [answer.counted.buffer])
})
