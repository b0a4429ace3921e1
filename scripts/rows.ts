import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { Problem } from './bootstrap/problem.mjs'
import { root } from './root.ts'
import { readProcessorTime, toStolenShare } from './stolen-time.ts'

export interface RowContext {
  seed: number
  /** A seeded smaller share, for a look in between. */
  quick: boolean
}

export interface Finding {
  passed: boolean
  /** What the bar is, in words: "at most 2.2 times". */
  bar: string
  /** What was measured or counted, in words. */
  found: string
  /** The numbers behind it, for results.json. */
  figures: Record<string, number>
}

/** A row of the table: a benchmark, or a fault to survive. Each stands in a file of its own as the default export. */
export interface Row {
  id: string
  title: string
  run(context: RowContext): Promise<Finding>
}

/** Runs the rows of `folder/rows`, prints a table, writes `folder/results.json`, and gives the exit code. */
export async function runRows(folder: 'bench' | 'faults', args: string[]): Promise<number> {
  const { quick, seed, only } = parseRowOptions(args)
  const rows = await loadRows(folder, only)
  const results: (Finding & { id: string; title: string; seconds: number; stolen: number | null })[] = []
  for (const { id, title, run } of rows) {
    process.stderr.write(`${id}: ${title}…\n`)
    const started = performance.now()
    const timeBefore = readProcessorTime()
    const finding = await run({ quick, seed })
    const stolen = toStolenShare(timeBefore, readProcessorTime())
    results.push({ id, title, seconds: Math.round((performance.now() - started) / 100) / 10, stolen, ...finding })
  }
  process.stdout.write(
    toTable([
      ['', 'id', 'what', 'bar', 'found', 'seconds', 'stolen'],
      ...results.map((row) => [
        row.passed ? 'ok' : 'FAILED',
        row.id,
        row.title,
        row.bar,
        row.found,
        String(row.seconds),
        row.stolen === null ? '' : `${Math.round(row.stolen * 100)} %`,
      ]),
    ]),
  )
  const path = join(root, folder, 'results.json')
  const machine = { node: process.version, platform: process.platform, arch: process.arch }
  writeFileSync(
    path,
    `${JSON.stringify({ at: new Date().toISOString(), seed, quick, machine, rows: results }, null, 2)}\n`,
  )
  const failed = results.filter((row) => !row.passed).length
  process.stdout.write(
    `${results.length - failed} passed, ${failed} failed. Seed ${seed}. Details: ${folder}/results.json\n`,
  )
  return failed === 0 ? 0 : 1
}

export function parseRowOptions(args: string[]): RowContext & { only: string | undefined } {
  let values: { quick?: boolean; seed?: string; only?: string }
  try {
    const options = { quick: { type: 'boolean' }, seed: { type: 'string' }, only: { type: 'string' } } as const
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new Problem(`${(error as Error).message.split('.')[0]}. The flags are --quick, --seed N and --only ID.`)
  }
  const { quick = false, seed = '1', only } = values
  if (!/^\d+$/.test(seed)) throw new Problem(`--seed takes a whole number, not '${seed}'.`)
  return { quick, seed: Number(seed), only }
}

async function loadRows(folder: string, only: string | undefined): Promise<Row[]> {
  const files = globSync(`${folder}/rows/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.sort().map((file) => import(join(root, file)) as Promise<{ default: Row }>))
  const rows = modules.map((module) => module.default)
  const chosen = rows.filter((row) => only === undefined || row.id === only)
  if (chosen.length === 0)
    throw new Problem(`There is no row '${only}'. There are: ${rows.map((row) => row.id).join(', ')}.`)
  return chosen
}

export function toTable(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => toWidth(line[column] ?? ''))))
  const toLine = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return `${lines.map(toLine).join('\n')}\n`
}

function toWidth(cell: string): number {
  return stripVTControlCharacters(cell).length
}
