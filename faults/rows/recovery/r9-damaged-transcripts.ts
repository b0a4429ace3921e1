import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive } from '@quarterdeck/archive'
import { createRandom, mutateTranscript, writeDataDirectory } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'

const AT_ONCE = 500
const LARGEST_BYTES = 60_000

/** Every mutated transcript is listed, paged, counted and searched; what stands whole in it must be there. */
export default {
  id: 'R9',
  title: 'Mutated transcripts: truncated, NUL blocks, torn and interleaved lines',
  async run({ seed, quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-r9-'))
    try {
      const source = join(folder, 'source')
      const oracle = await writeDataDirectory(source, { seed, sessions: 24, projects: 2, bytes: 2_400_000 })
      const whole = oracle.sessions.filter(({ file }) => oracle.damage.every((damage) => damage.file !== file))
      const originals = whole.map(({ file }) => {
        const bytes = readFileSync(join(source, file))
        return bytes.subarray(0, bytes.lastIndexOf('\n', LARGEST_BYTES) + 1)
      })
      const random = createRandom(seed)
      const count = quick ? 1000 : 10_000
      const figures = { transcripts: 0, exceptions: 0, wrongLines: 0, wrongCounts: 0, unlisted: 0 }
      for (let from = 0; from < count; from += AT_ONCE) {
        const root = join(folder, `round-${from}`)
        mkdirSync(join(root, 'projects/-p'), { recursive: true })
        const mutations = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => {
          const id = `00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`
          const mutated = mutateTranscript(originals[index % originals.length] as Buffer, random)
          writeFileSync(join(root, `projects/-p/${id}.jsonl`), mutated.bytes)
          return { id, intactLines: mutated.intactLines, damagedLines: mutated.damagedLines }
        })
        const archive = new Archive({ directories: [root], data: join(folder, `data-${from}`), mode: 'count' })
        try {
          await archive.settle()
          if (archive.progress?.state !== 'ready') figures.exceptions++
          const { items } = await archive.listSessions({ limit: 1e6, withHidden: true })
          figures.unlisted += mutations.length - items.length
          await archive.search({ text: 'the' })
          await archive.readUsage({ by: 'day' })
          for (const { id, intactLines, damagedLines } of mutations) {
            figures.transcripts++
            const page = archive.readPage(id, { limit: 1e6 })
            if (page?.items.length !== intactLines) figures.wrongLines++
            if (page?.damagedLines !== damagedLines) figures.wrongCounts++
          }
        } catch {
          figures.exceptions++
        } finally {
          await archive.close()
          rmSync(root, { recursive: true, force: true })
        }
      }
      const { transcripts, exceptions, wrongLines, wrongCounts, unlisted } = figures
      return {
        passed: exceptions + wrongLines + wrongCounts + unlisted === 0,
        bar: 'no exception, only the bad line lost, and counted',
        found: `${transcripts} transcripts: ${exceptions} exceptions, ${wrongLines} with other lines, ${wrongCounts} counted wrong`,
        figures,
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
} satisfies Row
