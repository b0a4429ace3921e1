import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * What a function of the official Agent SDK answers, as JSON. It runs in a process of its own, because the SDK finds the data directory
 * by its environment and remembers it.
 */
export async function askSdk(name: string, args: readonly unknown[], env: Record<string, string>): Promise<unknown> {
  const source = `
    const sdk = await import(${JSON.stringify(import.meta.resolve('@anthropic-ai/claude-agent-sdk'))})
    const answer = await sdk[${JSON.stringify(name)}](...${JSON.stringify(args)})
    process.stdout.write(JSON.stringify(answer ?? null))
  `
  const options = { env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source], options)
  return JSON.parse(stdout)
}
