import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Oracle } from './oracle/oracle.ts'
import { writeDataDirectory } from './write-data-directory.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sessions: { type: 'string', default: '2000' },
    projects: { type: 'string' },
    bytes: { type: 'string' },
    'largest-bytes': { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Where to keep the whole oracle, as JSON. */
    oracle: { type: 'string' },
  },
})

const [folder] = positionals
if (folder === undefined) {
  console.error('Say where: generate.ts FOLDER --sessions 2000 --projects 40 --bytes 1060000000 --seed 1')
  process.exit(2)
}
const startMs = performance.now()
const oracle = await writeDataDirectory(folder, {
  seed: Number(values.seed),
  sessions: Number(values.sessions),
  ...(values.projects && { projects: Number(values.projects) }),
  ...(values.bytes && { bytes: Number(values.bytes) }),
  ...(values['largest-bytes'] && { largestBytes: Number(values['largest-bytes']) }),
})
if (values.oracle) writeFileSync(values.oracle, JSON.stringify(oracle))
console.log(JSON.stringify(summarise(oracle, (performance.now() - startMs) / 1000), null, 2))

function summarise({ sessions, usage, ...rest }: Oracle, seconds: number) {
  const sizes = sessions.map(({ bytes }) => bytes).sort((one, other) => one - other)
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))]
  return {
    seconds,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    files: rest.files,
    bytes: rest.bytes,
    projects: rest.projects.length,
    sessions: sessions.length,
    median: at(0.5),
    p95: at(0.95),
    largest: sizes.slice(-7),
    prompts: rest.prompts,
    usage: usage.total,
    unpricedModels: usage.unpricedModels,
    copies: sessions.filter(({ copyOf }) => copyOf !== null).length,
    subagents: sessions.reduce((sum, { subagents }) => sum + subagents.length, 0),
    needles: rest.needles.length,
    decoys: rest.decoys.length,
    damaged: rest.damage,
    fileVersions: rest.fileVersions.length,
    longest: rest.longest,
    streaks: rest.streaks,
  }
}
