import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root as clone } from '../scripts/root.ts'
import type { RowContext } from '../scripts/rows.ts'
import { toBenchDirectory } from './data-directory.ts'

const PROGRAM = join(clone, 'packages/server/dist/quarterdeck.js')

export interface Got {
  status: number
  /** Until the first byte of the body, and until the last. */
  firstByteMs: number
  ms: number
  bytes: number
  /** Empty where it was asked not to keep it. */
  body: Buffer
}

/** The built server as a process of its own, measured from its start. */
export class BenchServer {
  readonly #child: ChildProcess
  readonly #agent = new Agent({ keepAlive: true })
  readonly #data: string
  #url = new URL('http://127.0.0.1')
  #token = ''

  private constructor(child: ChildProcess, data: string) {
    this.#child = child
    this.#data = data
  }

  /** Resolves at the moment it says that it is ready. */
  static async start(root: string, data: string): Promise<BenchServer> {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    const ready = join(data, 'server.json')
    rmSync(ready, { force: true })
    const args = [PROGRAM, '--port', '0', '--no-open', '--data', data, '--claude-dir', root]
    const server = new BenchServer(spawn(process.execPath, args, { stdio: 'ignore' }), data)
    while (!server.#readReady(ready)) await sleep(5)
    return server
  }

  /** On a connection that is open already, as a browser has it. `isKept` keeps the body. */
  get(path: string, { isKept = false } = {}): Promise<Got> {
    const { hostname, port } = this.#url
    const begun = performance.now()
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#token}` }
      const sent = request({ agent: this.#agent, hostname, port, path, headers }, (response) => {
        const pieces: Buffer[] = []
        let bytes = 0
        let firstByteMs = 0
        response.on('data', (piece: Buffer) => {
          if (bytes === 0) firstByteMs = performance.now() - begun
          bytes += piece.length
          if (isKept) pieces.push(piece)
        })
        response.on('end', () => {
          const ms = performance.now() - begun
          resolve({ status: response.statusCode ?? 0, firstByteMs, ms, bytes, body: Buffer.concat(pieces) })
        })
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  async json<Answer>(path: string): Promise<Answer> {
    const { status, body } = await this.get(path, { isKept: true })
    if (status !== 200) throw new Error(`${path}: ${body.toString()}`)
    return JSON.parse(body.toString()) as Answer
  }

  /** Until every file is in the index. */
  async settle(): Promise<void> {
    for (;;) {
      const { unindexedFiles } = await this.json<{ unindexedFiles: number }>('/api/claude/search?q=zzzz&mode=words')
      if (unindexedFiles === 0) return
      await sleep(200)
    }
  }

  /** Of the process, in MB: now, and the most it ever had. */
  readMemory(): { nowMb: number; peakMb: number } {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
    return { nowMb: read('VmRSS'), peakMb: read('VmHWM') }
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    this.#child.kill('SIGTERM')
    if (this.#child.exitCode === null) await new Promise((resolve) => this.#child.once('exit', resolve))
    rmSync(join(this.#data, 'lock'), { recursive: true, force: true })
  }

  #readReady(path: string): boolean {
    try {
      const { url, token, pid } = JSON.parse(readFileSync(path, 'utf8'))
      this.#url = new URL(url)
      this.#token = token
      return pid === this.#child.pid
    } catch {
      // It is not written yet.
      return false
    }
  }
}

let indexed: Promise<string> | undefined

/** A data folder of ours that knows the whole bench directory, made once. */
export function toIndexedData(context: RowContext): Promise<string> {
  indexed ??= (async () => {
    const { root, fresh } = await toBenchDirectory(context)
    const data = fresh('indexed')
    const server = await BenchServer.start(root, data)
    await server.settle()
    await server.stop()
    return data
  })()
  return indexed
}
