import type { SessionOptions } from '../cli/session-options.ts'
import type { Restored } from './restore.ts'

/** The options of a process that goes on with a session, where those of the first one began it. */
export function toNextOptions(options: SessionOptions, sessionId: string, restored: Restored): SessionOptions {
  const { fork, continue: goesOn, resumeAt, resumeDropsTurn, fromPr, title, sessionId: first, ...kept } = options
  return withRestored({ ...kept, resume: sessionId }, restored)
}

/** What was set meanwhile holds for a process that begins anew, too: one that was killed before there was anything to resume. */
export function withRestored(options: SessionOptions, restored: Restored): SessionOptions {
  const { model, allowedTools, disallowedTools, addDirs } = restored
  const permissionMode = mayRestore(options, restored.permissionMode) ? restored.permissionMode : undefined
  return {
    ...options,
    ...(model === undefined ? {} : { model }),
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...join('allowedTools', options.allowedTools, allowedTools),
    ...join('disallowedTools', options.disallowedTools, disallowedTools),
    ...join('addDirs', options.addDirs, addDirs),
  }
}

/** The mode that asks nobody comes back only where it may be had: whoever starts it now may allow less than whoever did before. */
function mayRestore({ allowBypass, permissionMode }: SessionOptions, mode: string | undefined): boolean {
  return mode !== 'bypassPermissions' || allowBypass === true || permissionMode === 'bypassPermissions'
}

function join<K extends string>(name: K, first: string[] = [], more: string[]): Partial<Record<K, string[]>> {
  const all = [...new Set([...first, ...more])]
  return all.length === 0 ? {} : ({ [name]: all } as Record<K, string[]>)
}
