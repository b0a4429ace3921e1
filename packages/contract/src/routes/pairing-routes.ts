import { z } from 'zod'
import { PairDevice, ProveDevice } from '../devices.ts'
import { defineRoute } from './define-route.ts'

export const pairingRoutes = {
  pair: defineRoute({
    method: 'POST',
    path: '/api/pair',
    policy: 'open',
    summary: 'Let this browser in, with the secret of a pairing link',
    body: PairDevice,
    maxBodyBytes: 8192,
    status: 201,
    answer: z.object({ deviceId: z.string(), name: z.string() }),
    errors: ['link_used', 'link_expired', 'too_many_requests', 'not_allowed'],
    isSecret: true,
  }),
  createNonce: defineRoute({
    method: 'POST',
    path: '/api/proof/nonce',
    policy: 'half',
    summary: 'What the page is to sign, once',
    answer: z.object({ nonce: z.string(), expiresInMs: z.number() }),
    isSecret: true,
  }),
  prove: defineRoute({
    method: 'POST',
    path: '/api/proof',
    policy: 'half',
    summary: 'The second proof: a token for the signature of a nonce',
    body: ProveDevice,
    maxBodyBytes: 8192,
    answer: z.object({ token: z.string(), expiresInMs: z.number() }),
    errors: ['proof_needed'],
    isSecret: true,
  }),
}
