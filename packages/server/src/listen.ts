import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { networkInterfaces } from 'node:os'
import { serve } from '@hono/node-server'
import type { Options } from './options.ts'
import { StartProblem } from './start-problem.ts'

/** Of a request: its head, and all of it. What is slower is cut off, and nobody else waits for it. */
const HEAD_MS = 15_000
const REQUEST_MS = 120_000
const KEEP_ALIVE_MS = 10_000
const CHECK_EVERY_MS = 5000
const MAX_HEAD_BYTES = 16 * 1024
const MAX_CONNECTIONS = 1000

export interface Tls {
  cert: string
  key: string
  /** The name of loopback that the certificate is for, if any. */
  loopbackName: string
}

export type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

export function readTls({ tls }: Pick<Options, 'tls'>): Tls | null {
  if (tls === null) return null
  const cert = readPem(tls.cert, '--tls-cert')
  const key = readPem(tls.key, '--tls-key')
  try {
    const { checkIP, checkHost } = bind(new X509Certificate(cert))
    return { cert, key, loopbackName: !checkIP('127.0.0.1') && checkHost('localhost') ? 'localhost' : '127.0.0.1' }
  } catch (error) {
    throw new StartProblem(`--tls-cert '${tls.cert}' is no certificate in PEM: ${(error as Error).message}.`)
  }
}

function bind(certificate: X509Certificate) {
  return {
    checkIP: (address: string) => certificate.checkIP(address) !== undefined,
    checkHost: (name: string) => certificate.checkHost(name) !== undefined,
  }
}

function readPem(path: string, flag: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartProblem(`${flag} '${path}' cannot be read: ${(error as Error).message}.`)
  }
}

export function listen(options: Options, tls: Tls | null, fetch: Fetch): Promise<Server> {
  const limits = {
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  }
  return new Promise((resolve, reject) => {
    const where = { fetch, port: options.port, hostname: options.host }
    const onListening = () => resolve(server as Server)
    let server: ReturnType<typeof serve>
    try {
      server =
        tls === null
          ? serve({ ...where, serverOptions: limits }, onListening)
          : serve(
              { ...where, createServer: createTlsServer, serverOptions: { ...limits, cert: tls.cert, key: tls.key } },
              onListening,
            )
    } catch (error) {
      throw new StartProblem(`--tls-cert and --tls-key do not make a pair: ${(error as Error).message}.`)
    }
    ;(server as Server).maxConnections = MAX_CONNECTIONS
    server.on('error', (error: NodeJS.ErrnoException) => reject(new StartProblem(explain(error, options))))
  })
}

/** The addresses of this machine, for a server that listens on all of them. */
export function listOwnAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.filter(({ scopeid }) => !scopeid).map(({ address }) => address)
}

function explain(error: NodeJS.ErrnoException, { host, port }: Options): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Choose one with --port N, or --port 0 for any free one.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by you. Choose one above 1023 with --port N.`
  if (error.code === 'EADDRNOTAVAIL') return `--host ${host} is no address of this machine.`
  return `The server cannot listen on ${host}, port ${port}: ${error.message}.`
}
