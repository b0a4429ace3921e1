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
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
        port,
        path: basePath + path,
        method,
        headers: { ...type, ...headers },
        agent: false,
        rejectUnauthorized: false,
      },
      async (response) => {
        const text = Buffer.concat(await response.toArray()).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) })
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
