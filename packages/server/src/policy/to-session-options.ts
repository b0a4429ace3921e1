import type { SessionOptions } from '@quarterdeck/driver'
import { toList } from './configuration.ts'
import type { PolicyContext } from './policy-options.ts'
import { START_TABLE } from './start-table.ts'

/** What the request is about, and not the CLI's options. */
const OURS = ['prompt', 'trust', 'force']

/**
 * What the CLI is started with, of a request that was judged. Folders as they really are: a link may lead elsewhere by the time it
 * is followed.
 */
export function toSessionOptions(request: Readonly<Record<string, unknown>>, context: PolicyContext): SessionOptions {
  const chosen = Object.keys(START_TABLE).filter((key) => !OURS.includes(key) && request[key] !== undefined)
  const options = Object.fromEntries(chosen.map((key) => [key, request[key]]))
  const toReal = (path: unknown) => context.toRealFolder(String(path)) ?? String(path)
  if (Array.isArray(options.addDirs)) options.addDirs = options.addDirs.map(toReal)
  if (options.mcpConfig !== undefined) options.mcpConfig = toList(options.mcpConfig)
  if (context.allowBypass) options.allowBypass = true
  return { ...options, cwd: toReal(request.cwd) }
}

/**
 * The options of a session that is started once more, as far as they are allowed now: the server may have been started with
 * fewer liberties since.
 */
export function toAllowedOptions(options: SessionOptions, context: PolicyContext): SessionOptions {
  const { allowBypass: _, ...given } = options
  const kept = Object.entries(given).filter(([key, value]) => START_TABLE[key]?.(value, context) === null)
  return {
    ...(Object.fromEntries(kept) as Partial<SessionOptions>),
    cwd: options.cwd,
    ...(options.sessionId === undefined ? {} : { sessionId: options.sessionId }),
    ...(context.allowBypass ? { allowBypass: true } : {}),
  }
}
