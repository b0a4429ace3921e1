import { describe, expect, it } from 'vitest'
import { toStanding } from './push-standing.ts'

describe('whether a browser can be told things', () => {
  const able = {
    isSecureContext: true,
    hasServiceWorker: true,
    hasPushManager: true,
    permission: 'granted',
    isSubscribed: true,
  } as const

  it.each([
    ['on', {}],
    ['off', { isSubscribed: false }],
    ['off', { permission: 'default' as const }],
    ['denied', { permission: 'denied' as const }],
    ['unsupported', { hasServiceWorker: false }],
    ['unsupported', { hasPushManager: false }],
    ['unsupported', { permission: undefined }],
    ['insecure', { isSecureContext: false, hasServiceWorker: false, hasPushManager: false, permission: undefined }],
  ])('is %s with %j', (standing, facts) => expect(toStanding({ ...able, ...facts })).toBe(standing))
})
