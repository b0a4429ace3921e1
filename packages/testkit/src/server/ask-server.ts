import { type IncomingHttpHeaders, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json(): unknown
}

/** Sends exactly these headers and this path: `fetch` would put its own in the place of Host, Origin and dots. */
export function askServer(
  url: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string | string[]> } = {},
): Promise<Answer> {
  const { protocol, hostname, port, pathname } = new URL(url)
  const basePath = pathname === '/' ? '' : pathname
  const request = protocol === 'https:' ? requestTls : requestPlain
  const text = body === undefined ? undefined : JSON.stringify(body)
  const about =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
        port,
        path: basePath + path,
        method,
        headers: { ...about, ...headers },
        agent: false,
        rejectUnauthorized: false,
      },
      async (response) => {
        const answer = Buffer.concat(await response.toArray()).toString('utf8')
        const { statusCode = 0, headers: received } = response
        resolve({ status: statusCode, headers: received, text: answer, json: () => JSON.parse(answer) })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}
