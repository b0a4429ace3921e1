import type { DatabaseSync } from 'node:sqlite'
import type { Answer, Job } from './index/job.ts'
import { isDamage, openIndex } from './index/open-index.ts'
import { runJob } from './index/run-job.ts'

/** What runs beside the program: counting, taking words, looking through files. One job at a time. */
const folder = process.argv[2] ?? ''
let database: DatabaseSync | null = null

process.on('disconnect', () => process.exit())
process.on('message', async (job: Job) => {
  let answer: Answer
  try {
    answer = await runJob(
      job,
      () => {
        database ??= openIndex(folder, 'write') as DatabaseSync
        return database
      },
      (packed) => new Promise((sent) => process.send?.({ packed } satisfies Answer, () => sent())),
    )
  } catch (error) {
    answer = { problem: { message: (error as Error).message, isDamage: isDamage(error) } }
  }
  process.send?.(answer)
})
