import { isEvent, type ScriptedTool, type Step } from '../script/script.ts'
import type { BackgroundTask } from './background-tasks.ts'
import { Interrupted } from './interrupted.ts'
import { sayOutcome } from './run-tool.ts'
import type { Play } from './session.ts'
import type { ToolUse } from './stream-reply.ts'

/** An agent plays steps as a turn does. Passed in, because the steps of a turn may launch an agent. */
export type PlaySteps = (play: Play, steps: readonly Step[]) => Promise<void>

/** Sends a subagent to work in the background: the turn goes on, and another begins by itself when it has ended. */
export function launchAgent(play: Play, tool: ScriptedTool, use: ToolUse, playSteps: PlaySteps): void {
  const { session } = play
  const id = `a${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
  const prompt = String(tool.input.prompt ?? '')
  const task: BackgroundTask = {
    id,
    runId: crypto.randomUUID().slice(0, 18),
    toolUseId: use.id,
    type: String(tool.input.subagent_type ?? 'general-purpose'),
    description: String(tool.input.description ?? ''),
    controller: new AbortController(),
  }
  session.tasks.add(task, prompt)
  const result = {
    isAsync: true,
    status: 'async_launched',
    agentId: id,
    description: task.description,
    prompt,
    resolvedModel: session.model,
    outputFile: `/tmp/claude/tasks/${id}.output`,
  }
  const content = `Async agent launched successfully.\nagentId: ${id}\nThe agent is working in the background.`
  sayOutcome(play, use, { content, result, isError: false }, 'accept')
  const agent = tool.agent ?? { steps: [], summary: tool.content ?? 'Done.' }
  session.tasks.track(work(play, task, { ...agent, prompt, playSteps }))
}

interface AgentWork extends NonNullable<ScriptedTool['agent']> {
  prompt: string
  playSteps: PlaySteps
}

async function work(
  parent: Play,
  task: BackgroundTask,
  { steps, summary, after, prompt, playSteps }: AgentWork,
): Promise<void> {
  const { session } = parent
  const { id: agentId, toolUseId, type, description } = task
  const lane = session.createLane({ agentId, toolUseId, type, description })
  lane.keep(crypto.randomUUID(), { type: 'user', message: { role: 'user', content: prompt } })
  const startedAt = session.clock.now().getTime()
  const play: Play = {
    session,
    lane,
    signal: task.controller.signal,
    promptUuid: parent.promptUuid,
    denials: [],
    echo: () => undefined,
    replies: 0,
    lastText: '',
  }
  const toUsage = () => ({
    total_tokens: session.meter.contextTokens,
    tool_uses: play.replies,
    duration_ms: session.clock.now().getTime() - startedAt,
  })
  const toEnd = (words: string) => ({ at: session.clock.now(), summary: words, usage: toUsage() })
  try {
    for (const step of steps) {
      await playSteps(play, [step])
      session.tasks.report(task, findTool(step), toUsage())
    }
    await playSteps(play, [{ text: summary }])
    session.tasks.end(task, 'completed', toEnd(summary))
    session.notify(task, after ?? [{ text: `The subagent reports: ${summary}` }])
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    session.tasks.end(task, 'stopped', toEnd('The agent was stopped.'))
    session.notify(task)
  }
}

function findTool(step: Step): string | undefined {
  return isEvent(step) ? undefined : step.tools?.at(-1)?.name
}
