import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'server', 'dist', 'quarterdeck.js')

export interface TestServer {
  url: string
  token: string
  pid: number
  /** What it printed so far. */
  output(): string
  /** SIGTERM, and what it printed at the end. Its sessions run on. */
  stop(): Promise<{ code: number | null; output: string }>
  /** Ends the server and all its sessions. */
  end(): Promise<void>
  kill(): Promise<void>
}

/** Starts the built program as users do, on any free port, and waits for its ready file. */
export async function startServer(options: {
  data: string
  env: Record<string, string>
  args?: string[]
}): Promise<TestServer> {
  const { data, env, args = [] } = options
  const readyFile = join(data, 'server.json')
  const child = spawn(process.execPath, [PROGRAM, '--port', '0', '--data', data, '--no-open', ...args], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  const ready = async () => {
    for (;;) {
      const found = readReady(readyFile)
      if (found !== null && found.pid === child.pid) return found
      await sleep(10)
    }
  }
  const { url, token, pid } = await Promise.race([
    ready(),
    exited.then((code) => Promise.reject(new Error(`The server ended with ${code}: ${output}`))),
  ])
  return {
    url,
    token,
    pid,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      return { code: await exited, output }
    },
    async end() {
      const command = spawn(process.execPath, [PROGRAM, 'stop', '--all', '--data', data], { env, stdio: 'ignore' })
      await new Promise((resolve) => command.on('close', resolve))
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The file may be one that an earlier server left, damaged or not; only the new server's own counts. */
function readReady(path: string): { url: string; token: string; pid: number } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
