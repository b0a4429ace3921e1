import {
  type AnswerOf,
  defineRoute,
  deviceRoutes,
  exportRoutes,
  messageRoutes,
  serverRoutes,
  type sessionRoutes,
} from '@quarterdeck/contract/routes'
import type { Overview } from '@quarterdeck/transcript'
import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { Answer } from './answer.ts'
import { JsonReply } from './json-reply.ts'
import { serve } from './serve.ts'

const policy = 'signed_in'
const before = defineRoute({
  method: 'GET',
  path: '/api/x',
  policy,
  summary: '',
  answer: z.object({ title: z.string() }),
})
const renamed = defineRoute({ ...before, answer: z.object({ name: z.string() }) })

it('is the route of the contract, with its handler', () => {
  const handle = () => ({ title: 'A' })
  expect(serve(before, handle)).toEqual({ ...before, handle })
})

/** Compiled and never called: a handler that does not give what its route answers breaks the build. */
export function assertTypes(): void {
  expectTypeOf<AnswerOf<typeof sessionRoutes.read>['facts']>().toEqualTypeOf<Overview>()
  // @ts-expect-error: the field was renamed in the answer
  serve(renamed, () => ({ title: 'A' }))
  // @ts-expect-error: a field is missing
  serve(serverRoutes.health, () => ({ ok: true as const }))
  // @ts-expect-error: bytes, where the route answers with JSON alone
  serve(serverRoutes.health, () => new Answer({ type: 'text/plain', body: '' }))
  // @ts-expect-error: JSON, where the route answers with bytes alone
  serve(exportRoutes.session, () => ({ title: 'A' }))
  // @ts-expect-error: an object, where the route passes on what the CLI wrote
  serve(messageRoutes.read, () => ({ type: 'user' }))
  // @ts-expect-error: the path has no such part
  serve(deviceRoutes.revoke, ({ params }) => void params.name ?? {})
  // @ts-expect-error: the reply has the value of another route
  serve(before, () => new JsonReply({ name: 'A' }, {}))
}
