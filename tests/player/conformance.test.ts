import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CLI_VERSIONS,
  findRealCli,
  runSdk,
  type ScriptedModel,
  type SdkTurn,
  startScriptedModel,
  toCliEnv,
  toMessageNames,
  toScriptedPrompt,
} from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PLAYER } from './player-host.ts'

const BASH = { name: 'Bash', input: { command: 'touch made', description: 'Make a file' } }
const PROMPT = toScriptedPrompt('Make a file.', [
  { thinking: 'A file is wanted.', text: 'I make it.', tools: [BASH] },
  { text: 'That was it.' },
])

type CanUseTool = SdkTurn['canUseTool']
const allow: CanUseTool = async (_, updatedInput) => ({ behavior: 'allow', updatedInput })
const deny: CanUseTool = async () => ({ behavior: 'deny', message: 'Not now.' })
const denyAndStop: CanUseTool = async () => ({ behavior: 'deny', message: 'Stop.', interrupt: true })

/** The same words bring the same script to the player and, through the scripted model, to a real CLI. */
describe('the official Agent SDK sees the player as it sees a real CLI', () => {
  let home: string
  let cwd: string
  let model: ScriptedModel
  beforeEach(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-sdk-')))
    cwd = join(home, 'project')
    mkdirSync(cwd)
    model = await startScriptedModel()
  })
  afterEach(async () => {
    await model.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  })

  async function run(executable: string, turn: Pick<SdkTurn, 'canUseTool' | 'isPartial'>) {
    const asked: unknown[] = []
    const canUseTool: CanUseTool = (name, input, options) => {
      asked.push({ name, input })
      return turn.canUseTool(name, input, options)
    }
    const env = { ...toCliEnv({ home, modelUrl: model.url }), QUARTERDECK_PLAYER_SPEED: '0' }
    const messages = await runSdk({ executable, cwd, env, prompt: PROMPT, isPartial: turn.isPartial, canUseTool })
    return { asked, messages }
  }

  describe.each(CLI_VERSIONS)('%s', (version) => {
    it.each([
      ['a tool that is allowed, piece by piece', { canUseTool: allow, isPartial: true }],
      ['a tool that is allowed, message by message', { canUseTool: allow, isPartial: false }],
    ])('%s', async (_, turn) => {
      const real = await run(findRealCli(version), turn)
      const played = await run(PLAYER, turn)
      expect(played.asked).toEqual(real.asked)
      expect(played.asked).toEqual([{ name: 'Bash', input: BASH.input }])
      expect(toMessageNames(played.messages, version)).toEqual(toMessageNames(real.messages, version))
      expect(toMessageNames(played.messages).messages).toContain('result success')
    })

    it('a tool that is refused', async () => {
      const turn = { canUseTool: deny, isPartial: false }
      const [real, played] = [await run(findRealCli(version), turn), await run(PLAYER, turn)]
      expect(toMessageNames(played.messages, version)).toEqual(toMessageNames(real.messages, version))
      const denials = (messages: typeof real.messages) =>
        messages.flatMap((message) => (message.type === 'result' ? message.permission_denials : []))
      expect(denials(played.messages)).toMatchObject(
        denials(real.messages).map(({ tool_name, tool_input }) => ({ tool_name, tool_input })),
      )
      expect(denials(played.messages)).toHaveLength(1)
    })
  })

  it('a tool that is refused and the turn with it, which the SDK takes for an error of either', async () => {
    const turn = { canUseTool: denyAndStop, isPartial: false }
    const toProblem = (executable: string) =>
      run(executable, turn).then(
        () => 'none',
        (error: Error) => error.message,
      )
    const [real, played] = [await toProblem(findRealCli('2.1.325')), await toProblem(PLAYER)]
    expect(played).toBe(real)
    expect(played).not.toBe('none')
  })
})
