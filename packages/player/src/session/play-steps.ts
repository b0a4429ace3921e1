import { canonicalToolName } from '@quarterdeck/protocol/pure'
import { isEvent, type Reply, type SceneEvent, type Step } from '../script/script.ts'
import { Interrupted } from './interrupted.ts'
import { launchAgent } from './launch-agent.ts'
import { playEvent } from './play-event.ts'
import { runTool } from './run-tool.ts'
import type { Play } from './session.ts'
import { streamReply } from './stream-reply.ts'

const REFUSED: Step[] = [{ text: 'Understood. I will not do that.' }]

/** Plays steps to their end; or to a refusal, and then what follows from that. */
export async function playSteps(play: Play, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (isEvent(step)) await playOrStop(play, step)
    else if (!(await playReply(play, step))) return playSteps(play, step.ifDenied ?? REFUSED)
    if (play.failure !== undefined) return
  }
}

/** False when a tool of it was refused. */
async function playReply(play: Play, reply: Reply): Promise<boolean> {
  const { session, lane } = play
  if (lane.isMain && session.options.partialMessages) session.wire.sendSystem('status', { status: 'requesting' })
  play.echo()
  if (reply.errorStatus !== undefined) {
    play.failure = sayApiError(play, reply.errorStatus)
    return true
  }
  const uses = await streamReply(play, reply)
  let allowed = true
  for (const use of uses) {
    const tool = reply.tools?.[use.index]
    if (tool === undefined) continue
    if (canonicalToolName(tool.name) === 'Agent') launchAgent(play, tool, use, playSteps)
    else allowed = (await runTool(play, tool, use)) && allowed
  }
  return allowed
}

async function playOrStop(play: Play, scene: SceneEvent): Promise<void> {
  try {
    await playEvent(play, scene)
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    play.lane.sendUser([{ type: 'text', text: '[Request interrupted by user]' }])
    throw new Interrupted('text')
  }
}

function sayApiError(play: Play, status: number): NonNullable<Play['failure']> {
  const apiError = `API Error: ${status} The script says so`
  play.lane.sendAssistant({
    id: crypto.randomUUID(),
    type: 'message',
    role: 'assistant',
    model: '<synthetic>',
    content: [{ type: 'text', text: apiError }],
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    usage: { input_tokens: 0, output_tokens: 0 },
  })
  return { apiError, status }
}
