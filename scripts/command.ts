import './assert-node.ts'
import { Problem } from './bootstrap/problem.mjs'

/** Runs a command of the repository: a problem that the person can put right is a sentence and exit 2. */
export async function command(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}
