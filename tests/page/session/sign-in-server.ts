import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Fields = Record<string, unknown>

const TOOLS = [{ name: 'borrow', description: 'Borrows a book', inputSchema: { type: 'object', properties: {} } }]

/** An MCP server over HTTP that lets nobody in without a token, and the OAuth server that gives one, at one address. */
export class SignInServer {
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  /** What each code that was given out is bound to. */
  readonly #codes = new Map<string, { challenge: string; redirectUri: string }>()
  readonly #tokens = new Set<string>()

  static async start(): Promise<SignInServer> {
    const server = new SignInServer()
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** What a browser comes to that opens the link and says yes: an address at the machine of the CLI, which is not opened. */
  async consent(authUrl: string): Promise<string> {
    const { headers } = await fetch(authUrl, { redirect: 'manual' })
    return headers.get('location') ?? ''
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const text = await readAll(request)
    const send = (status: number, body: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return void send(200, { resource: `${this.url}/mcp`, authorization_servers: [this.url] })
    if (pathname.startsWith('/.well-known/')) return void send(200, this.#metadata())
    if (pathname === '/register') {
      const client = { client_id: randomUUID(), token_endpoint_auth_method: 'none' }
      return void send(201, { ...(JSON.parse(text) as Fields), ...client })
    }
    if (pathname === '/authorize') return void response.writeHead(302, { location: this.#give(searchParams) }).end()
    if (pathname === '/token') {
      const token = this.#redeem(new URLSearchParams(text))
      if (token === null) return void send(400, { error: 'invalid_grant', error_description: 'No such code.' })
      return void send(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 })
    }
    if (!this.#tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) {
      const where = `Bearer resource_metadata="${this.url}/.well-known/oauth-protected-resource/mcp"`
      return void send(401, { error: 'invalid_token' }, { 'www-authenticate': where })
    }
    if (request.method !== 'POST') return void send(405, {})
    const { id, method, params } = JSON.parse(text) as { id?: unknown; method: string; params?: Fields }
    if (id === undefined) return void response.writeHead(202).end()
    send(200, { jsonrpc: '2.0', id, result: toResult(method, params) })
  }

  #metadata(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      registration_endpoint: `${this.url}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    }
  }

  #give(asked: URLSearchParams): string {
    const code = randomUUID()
    const redirectUri = asked.get('redirect_uri') ?? ''
    this.#codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state') ?? '')
    return back.href
  }

  #redeem(asked: URLSearchParams): string | null {
    const code = asked.get('code') ?? ''
    const given = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    if (given?.challenge !== challenge || given.redirectUri !== asked.get('redirect_uri')) return null
    const token = randomUUID()
    this.#tokens.add(token)
    return token
  }
}

function toResult(method: string, params: Fields | undefined): object {
  if (method === 'tools/list') return { tools: TOOLS }
  if (method !== 'initialize') return {}
  const serverInfo = { name: 'library', version: '1.0.0' }
  return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo }
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += piece
  return text
}
