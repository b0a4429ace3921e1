import type { SceneEvent } from '../script/script.ts'
import type { Play, Session } from './session.ts'

const HTTP_ERRORS: Readonly<Record<number, string>> = {
  401: 'authentication_failed',
  429: 'rate_limit',
  529: 'overloaded',
}

/** Tells what a scene has happen besides what the model says. */
export async function playEvent(play: Play, scene: SceneEvent): Promise<void> {
  const { session } = play
  play.echo()
  switch (scene.event) {
    case 'wait':
      return session.clock.wait(scene.ms, play.signal)
    case 'hook':
      return playHook(play, scene)
    case 'retry':
      return playRetry(play, scene)
    case 'rate-limit':
      return sendRateLimit(session, scene)
    case 'compact':
      return compact(session, scene.summary, scene.trigger ?? 'auto')
    case 'notice':
      return session.wire.sendSystem('informational', { content: scene.text, level: scene.level ?? 'info' })
    case 'fail':
      play.failure = { subtype: scene.subtype, errors: scene.errors ?? [] }
      return
  }
}

async function playHook({ session, signal }: Play, scene: SceneEvent & { event: 'hook' }): Promise<void> {
  if (!session.options.hookEvents && scene.hookEvent !== 'SessionStart') return
  const hook = { hook_id: crypto.randomUUID(), hook_name: scene.name, hook_event: scene.hookEvent }
  const { output = '', exitCode = 0 } = scene
  session.wire.sendSystem('hook_started', hook)
  await session.clock.wait(100, signal)
  const outcome = exitCode === 0 ? 'success' : 'error'
  const [stdout, stderr] = exitCode === 0 ? [output, ''] : ['', output]
  session.wire.sendSystem('hook_response', { ...hook, output, stdout, stderr, exit_code: exitCode, outcome })
}

async function playRetry({ session, signal }: Play, scene: SceneEvent & { event: 'retry' }): Promise<void> {
  for (let attempt = 1; attempt <= scene.attempts; attempt++) {
    session.wire.sendSystem('api_retry', {
      attempt,
      max_retries: 10,
      retry_delay_ms: scene.delayMs,
      error_status: scene.status,
      error: HTTP_ERRORS[scene.status] ?? 'server_error',
    })
    await session.clock.wait(scene.delayMs, signal)
  }
}

function sendRateLimit({ wire, clock }: Session, scene: SceneEvent & { event: 'rate-limit' }): void {
  const resetsAt = Math.round(clock.now().getTime() / 1000) + (scene.resetsInSeconds ?? 3600)
  const { status, utilization, kind = 'five_hour' } = scene
  const info = { status, resetsAt, rateLimitType: kind, ...(utilization === undefined ? {} : { utilization }) }
  wire.send({ type: 'rate_limit_event', rate_limit_info: info })
}

/** The conversation so far gives way to a summary of it. */
export function compact(session: Session, summary: string, trigger: 'manual' | 'auto'): void {
  const { wire, main, meter } = session
  wire.sendSystem('status', { status: 'compacting' })
  const { before, after } = meter.compact(summary)
  wire.sendSystem('status', { status: null, compact_result: 'success' })
  const uuid = crypto.randomUUID()
  const metadata = { trigger, pre_tokens: before, post_tokens: after }
  wire.send({ type: 'system', subtype: 'compact_boundary', compact_metadata: metadata }, uuid)
  main.keep(uuid, {
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: { trigger, preTokens: before, postTokens: after },
  })
  const words = `This session is being continued from a previous conversation that ran out of context.\n\n${summary}`
  main.sendUser(words, { disk: { isCompactSummary: true, isVisibleInTranscriptOnly: true } })
}
