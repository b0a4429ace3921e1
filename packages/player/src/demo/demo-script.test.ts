import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseLine } from '@quarterdeck/protocol'
import { toAllow, toDeny, toUserMessage } from '@quarterdeck/protocol/pure'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SimulatedClock } from '../clock.ts'
import { parseOptions } from '../options.ts'
import { ScriptedSession } from '../session/scripted-session.ts'
import { demoScript } from './demo-script.ts'

const FLAGS = ['--include-partial-messages', '--replay-user-messages', '--include-hook-events']
const words = demoScript.scenes.map((scene) => scene.words[0] as string)

describe('the demo', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-demo-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Plays one prompt to its very end, with one answer to everything. */
  async function play(prompt: string, behavior: 'allow' | 'deny'): Promise<string[]> {
    const lines: string[] = []
    const write = (line: string) => {
      lines.push(line)
      const { type, state, request, request_id: requestId } = JSON.parse(line)
      if (state === 'idle') session.end()
      if (type !== 'control_request') return
      session.receive(behavior === 'allow' ? toAllow({ requestId, input: request.input }) : toDeny({ requestId }))
    }
    const session = new ScriptedSession({
      output: { write, flushed: () => Promise.resolve() },
      stderr: () => Promise.resolve(),
      clock: new SimulatedClock(new Date()),
      cwd: folder,
      options: parseOptions(FLAGS),
      settings: { configFolder: folder, sessionStateEvents: true },
      script: demoScript,
    })
    session.receive(toUserMessage({ content: prompt, uuid: crypto.randomUUID() }))
    await session.play()
    return lines
  }

  it.each([...words, 'hello'])('plays "%s" to a result, allowed and denied, in messages that we know', async (word) => {
    for (const behavior of ['allow', 'deny'] as const) {
      const lines = await play(`Please ${word}.`, behavior)
      const parsed = lines.map(parseLine)
      expect(parsed.filter((line) => line.kind !== 'message' || line.faults.length > 0)).toEqual([])
      expect(lines.some((line) => JSON.parse(line).type === 'result')).toBe(true)
    }
  })

  it('calls each scene by its first word', () => {
    const called = words.map((word) =>
      demoScript.scenes.findIndex((scene) => scene.words.some((each) => `Please ${word}.`.includes(each))),
    )
    expect(called).toEqual(words.map((_, index) => index))
  })

  it('has everything to be seen: prompts, a question, a plan, an edit, a subagent', async () => {
    const lines = (await Promise.all(words.map((word) => play(word, 'allow')))).flat().join('\n')
    for (const tool of ['Bash', 'Edit', 'Write', 'AskUserQuestion', 'ExitPlanMode'])
      expect(lines).toContain(`"subtype":"can_use_tool","tool_name":"${tool}"`)
    expect(lines).toContain('"structuredPatch":[{')
    expect(lines).toContain('"subtype":"task_notification"')
  })
})
