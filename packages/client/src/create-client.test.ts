import type { ServerStatus, SessionDetail } from '@quarterdeck/contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { AnswerTo } from './asked.ts'
import { ClientError } from './client-error.ts'
import { createClient } from './create-client.ts'
import type { Credentials } from './credentials.ts'
import type { SentRequest } from './fetch-like.ts'

interface Sent extends SentRequest {
  url: string
}

/** A client, and what it has sent; each answer is for one request. */
function createStage(answers: (() => Response)[], credentials?: Credentials) {
  const sent: Sent[] = []
  const fetch = async (url: string, request: SentRequest) => {
    sent.push({ url, ...request })
    return (answers[sent.length - 1] as () => Response)()
  }
  const baseUrl = 'http://127.0.0.1:4100/deck'
  return { sent, client: createClient({ baseUrl, fetch, ...(credentials && { credentials }) }) }
}

const refuse = (code: string, status: number, facts = {}) =>
  Response.json({ error: { code, message: `It is ${code}.`, ...facts } }, { status })

describe('a call', () => {
  it('has the method, the address and the JSON of its route, and the token of a program', async () => {
    const { client, sent } = createStage([() => Response.json({ deviceId: 'd' })], { kind: 'bearer', token: 'secret' })
    const answer = await client.call('PATCH /api/devices/:id', { params: { id: 'd' }, body: { name: 'Phone' } })
    expect(answer.deviceId).toBe('d')
    expect(sent).toMatchObject([
      {
        url: 'http://127.0.0.1:4100/deck/api/devices/d',
        method: 'PATCH',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
        body: '{"name":"Phone"}',
      },
    ])
  })

  it('says that it sends JSON only where it sends some: a body that is none would be refused', async () => {
    const { client, sent } = createStage([() => Response.json({ items: [] })])
    await client.call('POST /api/push/test')
    expect(sent[0]?.body).toBeNull()
    expect(sent[0]?.headers).not.toHaveProperty('content-type')
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
  })

  it('throws the code, the words and the facts of what the server refuses', async () => {
    const { client } = createStage([() => refuse('needs_confirmation', 409, { days: 3 })])
    const refused = client.call('PATCH /api/claude/settings/user', { body: { cleanupPeriodDays: 3 } })
    await expect(refused).rejects.toBeInstanceOf(ClientError)
    await expect(refused).rejects.toMatchObject({
      code: 'needs_confirmation',
      message: 'It is needs_confirmation.',
      facts: { days: 3 },
    })
  })

  it('is offline where nobody answers, a proxy does, or the answer breaks off', async () => {
    const cause = new TypeError('fetch failed')
    const { client } = createStage([
      () => {
        throw cause
      },
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      () => new Response('{"version":'),
    ])
    await expect(client.call('GET /api/status')).rejects.toMatchObject({ code: 'offline', cause })
    const message = expect.stringContaining('502')
    await expect(client.call('GET /api/status')).rejects.toMatchObject({ code: 'offline', message })
    await expect(client.call('GET /api/status')).rejects.toMatchObject({ code: 'offline' })
  })

  it('gives the response itself where that is not JSON', async () => {
    const { client } = createStage([() => new Response('# Title')])
    const params = { id: 's' }
    const response = await client.fetch('GET /api/claude/sessions/:id/export', { params, query: { format: 'md' } })
    expect(await response.text()).toBe('# Title')
  })
})

describe('a paired page', () => {
  function createDevice(answers: (() => Response)[]) {
    const dropped: string[] = []
    let count = 0
    let isRefused = false
    const proofs = {
      getProof: async () => `proof ${count++}`,
      dropProof: (proof: string) => void dropped.push(proof),
      onRefused: () => {
        isRefused = true
      },
    }
    return { ...createStage(answers, { kind: 'device', proofs }), dropped, isRefused: () => isRefused }
  }
  const toProofs = (sent: readonly Sent[]) => sent.map(({ headers }) => headers['x-quarterdeck-proof'])

  it('proves itself anew, once, where a server that was started again knows no proof of before', async () => {
    const stage = createDevice([() => refuse('proof_needed', 401), () => Response.json({ kind: 'device' })])
    expect(await stage.client.call('GET /api/me')).toEqual({ kind: 'device' })
    expect([toProofs(stage.sent), stage.dropped, stage.isRefused()]).toEqual([
      ['proof 0', 'proof 1'],
      ['proof 0'],
      false,
    ])
  })

  it('is told that it is not let in any more, and asks no third time', async () => {
    const stage = createDevice([() => refuse('unauthorized', 401), () => refuse('unauthorized', 401)])
    await expect(stage.client.call('GET /api/me')).rejects.toMatchObject({ code: 'unauthorized' })
    expect([stage.sent.length, stage.isRefused()]).toEqual([2, true])
  })

  it('sends nothing again that was refused for another reason: it may have been done', async () => {
    const stage = createDevice([() => refuse('internal', 500)])
    await expect(stage.client.call('POST /api/push/test')).rejects.toMatchObject({ code: 'internal' })
    expect([stage.sent.length, stage.dropped]).toEqual([1, []])
  })
})

/** Compiled and never called: where the contract and its callers part, the build breaks. */
export async function assertTypes({ call }: ReturnType<typeof createClient>): Promise<void> {
  expectTypeOf<AnswerTo<'GET /api/status'>>().toEqualTypeOf<ServerStatus>()
  expectTypeOf<AnswerTo<'GET /api/claude/sessions/:id'>>().toEqualTypeOf<SessionDetail>()
  const status = await call('GET /api/status')
  // @ts-expect-error: a field that the answer does not have, or has under another name
  void status.liveSessionCount
  // @ts-expect-error: no route of this name
  void call('GET /api/statuses')
  // @ts-expect-error: a part of the path that is missing
  void call('GET /api/claude/sessions/:id', { params: {} })
  // @ts-expect-error: a query that is missing
  void call('GET /api/claude/search')
  // @ts-expect-error: a field of the body that is not there
  void call('PATCH /api/devices/:id', { params: { id: '' }, body: { title: '' } })
  // @ts-expect-error: a body for a route that takes none
  void call('POST /api/devices/link', { body: {} })
}
