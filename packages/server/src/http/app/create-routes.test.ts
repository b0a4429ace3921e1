import { ROUTES, type Route } from '@quarterdeck/contract/routes'
import { expect, it } from 'vitest'
import { createDeviceRoutes } from '../../gate/device-routes.ts'
import { createPairingRoutes } from '../../gate/pairing-routes.ts'
import { createRoutes, type RouteParts } from './create-routes.ts'

/** Stands for every part that routes are made with, where nobody calls them. */
const nothing: never = new Proxy(() => nothing, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : nothing),
}) as never

const toNames = (routes: readonly Route[]) => routes.map(({ method, path }) => `${method} ${path}`)

it('serves every route of the contract once, and no other', () => {
  const doors = [...createPairingRoutes(nothing), ...createDeviceRoutes(nothing)]
  const parts = new Proxy({}, { get: (_, name) => (name === 'doors' ? doors : nothing) }) as RouteParts
  expect(toNames(createRoutes(parts))).toEqual(toNames(ROUTES))
  expect(new Set(toNames(ROUTES)).size).toBe(ROUTES.length)
})
