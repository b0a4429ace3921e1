import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { PlayerOptions } from '../options.ts'
import type { Lines } from '../output.ts'
import type { Script, Step } from '../script/script.ts'
import type { PlayerSettings } from '../settings.ts'
import { startSession } from '../transcript/resume-session.ts'
import { TranscriptFile } from '../transcript/transcript-file.ts'
import { VERSION } from '../version.ts'
import { type BackgroundTask, BackgroundTasks } from './background-tasks.ts'
import { resolveModel } from './catalogue.ts'
import { Lane } from './lane.ts'
import { OpenPrompts } from './open-prompts.ts'
import type { Session } from './session.ts'
import { UsageMeter } from './usage-meter.ts'
import { Wire } from './wire.ts'

export interface SessionParts {
  output: Lines
  clock: Clock
  cwd: string
  options: PlayerOptions
  settings: Pick<PlayerSettings, 'configFolder' | 'sessionStateEvents'>
  script: Script
}

export interface SessionEvents {
  onWaiting(isWaiting: boolean): void
  /** Without steps there is nothing to say about it. */
  onTaskEnd(task: BackgroundTask, steps?: Step[]): void
}

/** Puts a session together: a new one, or one that goes on; or says why it cannot. */
export function createSession(parts: SessionParts, events: SessionEvents): Session | { problem: string } {
  const { output, clock, cwd, options, settings, script } = parts
  const start = startSession(options, settings.configFolder, cwd)
  if ('problem' in start) return start
  const now = () => clock.now()
  const wire = new Wire(output, start.sessionId)
  const toFields = () => ({ sessionId: wire.sessionId, cwd, version: VERSION })
  let { path, parentUuid } = start
  const createMain = () => {
    const transcript = options.keepTranscript ? new TranscriptFile(path, toFields(), now, parentUuid) : undefined
    return new Lane(wire, transcript, now)
  }
  const session: Session = {
    options,
    script,
    cwd,
    clock,
    wire,
    prompts: new OpenPrompts(wire, { echoes: options.replayUserMessages, onChange: events.onWaiting }),
    tasks: new BackgroundTasks(wire),
    meter: new UsageMeter(start.totalCostUsd),
    memory: { todos: [], tasks: [] },
    changedFiles: new Map(),
    main: createMain(),
    model: resolveModel(options.model),
    permissions: { mode: options.permissionMode, rules: [] },
    sparesTasks: false,
    notify: events.onTaskEnd,
    createLane({ agentId, toolUseId, type, description }) {
      const lane = {
        parent_tool_use_id: toolUseId,
        agent_id: agentId,
        subagent_type: type,
        task_description: description,
      }
      if (!options.keepTranscript) return new Lane(wire, undefined, now, lane)
      const stem = join(path.replace(/\.jsonl$/, ''), 'subagents', `agent-${agentId}`)
      const transcript = new TranscriptFile(`${stem}.jsonl`, { ...toFields(), agentId }, now)
      writeMeta(`${stem}.meta.json`, { agentType: type, description, toolUseId, spawnDepth: 1 })
      return new Lane(wire, transcript, now, lane)
    },
    clear() {
      const sessionId = crypto.randomUUID()
      path = join(dirname(path), `${sessionId}.jsonl`)
      parentUuid = null
      wire.send({ type: 'conversation_reset', new_conversation_id: sessionId, trigger: 'clear' })
      wire.sessionId = sessionId
      session.meter.clear()
      session.main = createMain()
    },
  }
  return session
}

function writeMeta(path: string, meta: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(meta))
}
