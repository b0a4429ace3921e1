import type { HookMatcher } from '@quarterdeck/protocol'
import type { HookCallback, Hooks } from './handlers.ts'

/** Hooks as the CLI is told of them, and what to run when it calls back. */
export interface HookRegistry {
  matchers: Record<string, HookMatcher[]>
  callbacks: ReadonlyMap<string, HookCallback>
}

/** The ids say where a hook stands, so that a host that starts again with the same hooks knows the ones it gave before. */
export function toHookRegistry(hooks: Hooks = {}): HookRegistry {
  const callbacks = new Map<string, HookCallback>()
  const matchers = Object.entries(hooks).map(([event, list]) => {
    const entries = list.map(({ matcher, timeoutSeconds, run }, index): HookMatcher => {
      const id = `${event}-${index}`
      callbacks.set(id, run)
      return {
        matcher: matcher ?? null,
        hookCallbackIds: [id],
        ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
      }
    })
    return [event, entries] as const
  })
  return { matchers: Object.fromEntries(matchers), callbacks }
}
