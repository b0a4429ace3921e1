import { readFileSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { join } from 'node:path'
import type { ErrorBody } from '@quarterdeck/contract'
import { isHeld } from '../data-folder.ts'

interface Ready {
  url: string
  token: string
  certificate?: string
}

export type Asked<T> =
  | { kind: 'answer'; value: T }
  | { kind: 'absent'; message: string }
  | { kind: 'refused'; message: string }

const LIMIT_MS = 10_000

/** Asks the server that runs with this data directory, as a program of its owner. */
export async function askServer<T>(data: string, method: string, path: string, body?: unknown): Promise<Asked<T>> {
  const ready = readReady(join(data, 'server.json'))
  if (ready === null || !isHeld(data))
    return {
      kind: 'absent',
      message: `Quarterdeck does not run with the data directory '${data}'. Start it first: quarterdeck (in a clone: npm start).`,
    }
  try {
    const { status, text } = await send(ready, method, path, body)
    const value: unknown = JSON.parse(text)
    if (status < 400) return { kind: 'answer', value: value as T }
    return { kind: 'refused', message: (value as ErrorBody).error.message }
  } catch (error) {
    return { kind: 'refused', message: `The server at ${ready.url} does not answer: ${(error as Error).message}.` }
  }
}

function readReady(path: string): Ready | null {
  try {
    const ready = JSON.parse(readFileSync(path, 'utf8')) as Ready | null
    return typeof ready?.url === 'string' && typeof ready.token === 'string' ? ready : null
  } catch {
    return null
  }
}

/** The certificate is for the name that people use, and we ask by address: the server is known by the certificate itself. */
function send(
  { url, token, certificate }: Ready,
  method: string,
  path: string,
  body: unknown,
): Promise<{ status: number; text: string }> {
  const isTls = url.startsWith('https:')
  const text = body === undefined ? '' : JSON.stringify(body)
  const trust = { ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined }
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, timeout: LIMIT_MS, ...(isTls && trust) } as const
    const sent = (isTls ? requestTls : requestPlain)(url + path, options, async (response) => {
      const answer = Buffer.concat(await response.toArray()).toString('utf8')
      resolve({ status: response.statusCode ?? 0, text: answer })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${LIMIT_MS / 1000} s`)))
    sent.on('error', reject)
    sent.end(text)
  })
}
