import { spawn } from 'node:child_process'
import { root } from './root.ts'

export interface Outcome {
  code: number
  output: string
}

/** Runs a program in the clone and gives its exit code and, unless it writes to the terminal itself, what it printed. */
export function runProgram(file: string, args: string[], options: { inherit?: boolean; env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(file, args, {
    cwd: root,
    stdio: options.inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })
}

/** Runs a JavaScript program of node_modules under this Node. */
export function runTool(path: string, args: string[], options: { inherit?: boolean; env?: NodeJS.ProcessEnv } = {}) {
  return runProgram(process.execPath, [`${root}/node_modules/${path}`, ...args], options)
}
