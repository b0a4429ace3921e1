import type { Content } from './session.ts'
import { type StartOptions, startSession } from './start-session.ts'
import type { TurnOutcome } from './turn-watch.ts'

/** A prompt, its turn and whatever comes of it in the background; then the session ends. Nobody is asked unless there is a handler. */
export async function query(prompt: Content, options: StartOptions): Promise<TurnOutcome & { sessionId: string }> {
  const session = await startSession({ onPermission: denyAll, ...options })
  try {
    const outcome = await session.turn(prompt)
    await session.settled()
    return { ...outcome, sessionId: session.id }
  } finally {
    await session.stop()
  }
}

function denyAll() {
  return { behavior: 'deny' as const, message: 'Nobody is there to be asked.' }
}
