import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Archive } from '@quarterdeck/archive'
import type { Row } from '../../scripts/rows.ts'
import { judge, toBenchDirectory } from '../data-directory.ts'

/** In the full directory, with everything watched, as when a terminal writes beside a server. */
export default {
  id: 'archive-follow',
  title: 'A line that another process writes: how long until it is heard',
  async run(context) {
    const { root, oracle, slowness, fresh } = await toBenchDirectory(context)
    const session = oracle.sessions.at(-1)
    const path = join(root, session?.file ?? '')
    // Some files end in the middle of a line, as after a crash.
    appendFileSync(path, '\n')
    const archive = new Archive({ directories: [root], data: fresh('follow'), mode: 'serve', isIndexing: false })
    const times: number[] = []
    let written = 0
    const from = archive.readPosition(session?.id ?? '') ?? {}
    const stop = archive.followSession(session?.id ?? '', from, (event) => {
      if (event.kind === 'lines') times.push(...event.lines.map(() => performance.now() - written))
    })
    try {
      const count = context.quick ? 40 : 200
      for (let line = 0; line < count; line++) {
        written = performance.now()
        appendFileSync(
          path,
          `${JSON.stringify({ type: 'user', uuid: crypto.randomUUID(), message: { content: 'x' } })}\n`,
        )
        while (times.length <= line && performance.now() - written < 10_000) await sleep(1)
      }
      times.sort((one, other) => one - other)
      const p99 = times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
      const isWhole = times.length === count
      const judged = judge([{ name: 'p99', value: p99, bar: 200, unit: 'ms', isTime: true }], slowness)
      const median = times[Math.floor(times.length / 2)] ?? 0
      return {
        ...judged,
        passed: judged.passed && isWhole,
        found: `${judged.found}, median ${median.toFixed(0)} ms, ${times.length} of ${count} heard`,
      }
    } finally {
      stop()
      await archive.close()
    }
  },
} satisfies Row
