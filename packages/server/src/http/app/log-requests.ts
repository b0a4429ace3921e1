import type { Context } from 'hono'
import type { Caller } from '../../gate/caller.ts'
import { toDeviceId } from '../../gate/device-id.ts'
import type { Log } from '../../log/log.ts'

/** Who asked by which route, and how it went. The path and the query are left out: they hold what people look for. */
export function logRequests(log: Log) {
  return async (context: Context, next: () => Promise<void>) => {
    const began = performance.now()
    await next()
    const { status } = context.res
    const caller = context.get('caller') as Caller | undefined
    const facts = {
      method: context.req.method,
      route: (context.get('route') as string | undefined) ?? 'page',
      status,
      by: caller === undefined ? 'refused' : toDeviceId(caller),
      ms: Math.round(performance.now() - began),
    }
    if (status >= 500) log.warn(facts, 'request')
    else log.debug(facts, 'request')
  }
}
