import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Oracle, writeDataDirectory } from '@quarterdeck/testkit'
import { buildStale } from '../scripts/build.ts'
import { root as clone } from '../scripts/root.ts'
import type { RowContext } from '../scripts/rows.ts'
import { toSlowness } from './slowness.ts'

export interface BenchDirectory {
  root: string
  oracle: Oracle
  /** How much slower this machine is at the moment than the one on which the bars were set; at least 1. */
  readonly slowness: number
  /** A session of 50 MB, by which that is measured. */
  yardstick: string
  /** A folder that does not exist yet. */
  fresh(name: string): string
}

let made: Promise<BenchDirectory> | undefined

/** The directory of all rows about the archive, made once and gone at the end: 2,000 sessions and 1.06 GB, or a tenth of it. */
export function toBenchDirectory(context: RowContext): Promise<BenchDirectory> {
  made ??= make(context)
  return made
}

async function make({ seed, quick }: RowContext): Promise<BenchDirectory> {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const root = join(folder, 'claude')
  const size = quick
    ? { sessions: 200, projects: 8, bytes: 156_000_000, largestBytes: 50_000_000 }
    : { sessions: 2000, projects: 40, bytes: 1_060_000_000 }
  const oracle = await writeDataDirectory(root, { seed, ...size })
  let names = 0
  const { file } = oracle.sessions.reduce((one, other) =>
    toDistance(other.bytes) < toDistance(one.bytes) ? other : one,
  )
  const yardstick = join(root, file)
  return {
    root,
    oracle,
    yardstick,
    get slowness() {
      return toSlowness(yardstick)
    },
    fresh: (name) => join(folder, `${name}-${names++}`),
  }
}

function toDistance(bytes: number): number {
  return Math.abs(bytes - 50_000_000)
}

/** The worker as users run it: bundled, which is what takes long to load from its sources. */
export async function buildWorker(): Promise<URL> {
  await buildStale()
  return pathToFileURL(join(clone, 'packages/server/dist/archive-worker.js'))
}

export function listFiles(root: string): string[] {
  return globSync(join(root, 'projects/**/*.jsonl')).filter((path) => statSync(path).isFile())
}

export interface Measured {
  name: string
  value: number
  /** At most this, on the machine the bars were set on. */
  bar: number
  unit: 'ms' | 'MB' | 'of'
  /** Whether the bar moves with the machine. */
  isTime?: boolean
}

/** What a row found, said in one line. */
export function judge(measured: readonly Measured[], slowness: number) {
  const judged = measured.map((one) => ({ ...one, limit: one.isTime ? one.bar * slowness : one.bar }))
  const toText = (value: number, unit: string) =>
    unit === 'ms' && value < 10 ? value.toFixed(1) : unit === 'of' ? value.toFixed(2) : value.toFixed(0)
  return {
    passed: judged.every(({ value, limit }) => value <= limit),
    bar: judged
      .map(({ name, limit, unit }) => `${name} ${toText(limit, unit)}${unit === 'of' ? '' : ` ${unit}`}`)
      .join(', '),
    found: judged.map(({ name, value, unit }) => `${name} ${toText(value, unit)}`).join(', '),
    figures: { ...Object.fromEntries(judged.map(({ name, value }) => [name, value])), slowness },
  }
}

export async function time<Result>(act: () => Result | Promise<Result>): Promise<{ ms: number; result: Result }> {
  const started = performance.now()
  const result = await act()
  return { ms: performance.now() - started, result }
}

export async function median(rounds: number, act: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push((await time(act)).ms)
  return times.sort((one, other) => one - other)[Math.floor(rounds / 2)] as number
}
