import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliProcess, identifyProcess, reapMarked, toText } from '@quarterdeck/driver'
import { createRandom } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'

const CHILD = "trap '' TERM; echo $$ > $1/$$; while :; do sleep 1; done"

/** Starts grandchildren that ignore SIGTERM: in its group, in a session of their own, and one that init adopts at once. */
const SOURCE = `
  import { spawn } from 'node:child_process'
  const start = (command, args, detached) => spawn(command, args, { stdio: 'inherit', detached })
  const [folder, child, isStubborn] = process.argv.slice(2)
  start('/bin/sh', ['-c', child, 'sh', folder], false)
  start('/bin/sh', ['-c', child, 'sh', folder], true)
  start('/bin/sh', ['-c', '(setsid /bin/sh -c "$2" sh "$1" &) ; exit 0', 'sh', folder, child], true)
  if (isStubborn === 'yes') process.on('SIGTERM', () => undefined)
  else process.stdin.on('end', () => process.exit(0))
  process.stdin.resume()
  console.log('up')
`

const WAYS = ['asked', 'ladder', 'killed', 'host killed'] as const

export default {
  id: 'R14',
  title: '200 start, stop and kill cycles with grandchildren that ignore SIGTERM',
  async run({ seed, quick }) {
    const random = createRandom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-r14-'))
    const path = join(folder, 'cli.mjs')
    writeFileSync(path, SOURCE)
    const bystander = new CliProcess(
      { path: '/bin/sleep', command: '/bin/sleep', args: ['1000'] },
      [],
      { cwd: folder, env: {}, marker: 'r14:bystander' },
      () => undefined,
    )
    const cycles = quick ? 12 : 200
    let started = 0
    let left = 0
    try {
      for (let cycle = 0; cycle < cycles; cycle++) {
        const way = WAYS[Math.floor(random() * WAYS.length)] as (typeof WAYS)[number]
        const pids = join(folder, String(cycle))
        const found = await runCycle(way, path, pids)
        started += found.length
        left += found.filter((pid) => identifyProcess(pid) !== null).length
      }
      const isBystanderThere = identifyProcess(bystander.pid as number) !== null
      return {
        passed: left === 0 && started === 4 * cycles && isBystanderThere,
        bar: 'no process left behind, and nobody else ended',
        found: `${left} of ${started} processes left after ${cycles} cycles${isBystanderThere ? '' : ', and a bystander ended'}`,
        figures: { cycles, started, left },
      }
    } finally {
      await bystander.stop({ termAfterMs: 0, killAfterMs: 100 })
      rmSync(folder, { recursive: true, force: true })
    }
  },
} satisfies Row

/** One life of a session; gives the processes that it had. */
async function runCycle(way: (typeof WAYS)[number], path: string, pids: string): Promise<number[]> {
  mkdirSync(pids)
  const marker = `r14:${crypto.randomUUID()}`
  const ready = Promise.withResolvers<void>()
  const argv = [pids, CHILD, way === 'ladder' ? 'yes' : 'no']
  const cli = { path, command: process.execPath, args: [path] }
  const options = { cwd: pids, env: { PATH: process.env.PATH ?? '' }, marker }
  const child = new CliProcess(cli, argv, options, (frame) => {
    if (frame.kind === 'line' && toText(frame.bytes) === 'up') ready.resolve()
  })
  await ready.promise
  const toPids = () => readdirSync(pids).map(Number)
  while (toPids().length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
  const all = [child.pid as number, ...toPids()]
  if (way === 'asked') await child.stop()
  else if (way === 'ladder') await child.stop({ termAfterMs: 20, killAfterMs: 20 })
  else {
    process.kill(child.pid as number, 'SIGKILL')
    // As a server does at its start, for what a host that was killed has left.
    if (way === 'host killed') await reapMarked((each) => each === marker)
    await child.exited
  }
  return all
}
