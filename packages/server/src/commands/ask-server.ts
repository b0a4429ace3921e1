import { readFileSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { join } from 'node:path'
import {
  type AnswerTo,
  type CallArguments,
  ClientError,
  createClient,
  type ResponseLike,
  type SentRequest,
} from '@quarterdeck/client'
import type { RouteName } from '@quarterdeck/contract/routes'
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
export async function askServer<N extends RouteName>(
  data: string,
  name: N,
  ...args: CallArguments<N>
): Promise<Asked<AnswerTo<N>>> {
  const ready = readReady(join(data, 'server.json'))
  if (ready === null || !isHeld(data))
    return {
      kind: 'absent',
      message: `Quarterdeck does not run with the data directory '${data}'. Start it first: quarterdeck (in a clone: npm start).`,
    }
  const { call } = createClient({
    baseUrl: ready.url,
    fetch: (url, request) => send(url, request, ready.certificate),
    credentials: { kind: 'bearer', token: ready.token },
  })
  try {
    return { kind: 'answer', value: await call(name, ...args) }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { kind: 'refused', message: toRefusal(error, ready.url) }
  }
}

function toRefusal({ code, message, cause }: ClientError, url: string): string {
  return code === 'offline' && cause instanceof Error
    ? `The server at ${url} does not answer: ${cause.message}.`
    : message
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
function send(url: string, { method, headers, body }: SentRequest, certificate: string | undefined) {
  const isTls = url.startsWith('https:')
  const text = body ?? ''
  const trust = { ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined }
  const options = {
    ...{ method, agent: false, timeout: LIMIT_MS },
    headers: { ...headers, ...(text !== '' && { 'content-length': Buffer.byteLength(text) }) },
    ...(isTls && trust),
  } as const
  return new Promise<ResponseLike>((resolve, reject) => {
    const sent = (isTls ? requestTls : requestPlain)(url, options, async (response) => {
      const answer = Buffer.concat(await response.toArray()).toString('utf8')
      const { statusCode: status = 0 } = response
      resolve({ ok: status < 400, status, json: async () => JSON.parse(answer) })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${LIMIT_MS / 1000} s`)))
    sent.on('error', reject)
    sent.end(text)
  })
}
