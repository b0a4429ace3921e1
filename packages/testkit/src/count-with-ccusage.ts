import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024

export interface CcusageTokens {
  inputTokens: number
  outputTokens: number
  cacheCreationTokens: number
  cacheReadTokens: number
}

export interface CcusageReport {
  daily: (CcusageTokens & { date: string; modelBreakdowns: (CcusageTokens & { modelName: string; cost: number })[] })[]
  totals: CcusageTokens & { totalCost: number }
  elapsedMs: number
}

/** Has ccusage count a data directory, offline and with its own prices. */
export async function countWithCcusage(dataDirectory: string, timeZone: string): Promise<CcusageReport> {
  const require = createRequire(import.meta.url)
  const program = join(dirname(require.resolve('ccusage/package.json')), 'src', 'cli.js')
  const args = [program, 'claude', 'daily', '--offline', '--json', '--timezone', timeZone]
  const env = { PATH: process.env.PATH, HOME: dataDirectory, CLAUDE_CONFIG_DIR: dataDirectory }
  const started = performance.now()
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: MOST_OUTPUT_BYTES })
  return { ...JSON.parse(stdout), elapsedMs: performance.now() - started }
}
