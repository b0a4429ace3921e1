import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CLI_VERSIONS, findRealCli } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { type DriverStage, testsWith, toTouch } from './driver-stage.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const EXAMPLES = join(ROOT, 'packages', 'driver', 'examples')
const NAMES = ['permission', 'streaming', 'hook', 'mcp-tool', 'resume', 'fork']

describe.concurrent.each(CLI_VERSIONS)('the examples, run as they are with CLI %s', (version) => {
  const it = testsWith(version)

  async function run(stage: DriverStage, name: string): Promise<string[]> {
    const env = { ...stage.env, QUARTERDECK_CLAUDE: findRealCli(version) }
    const file = join(EXAMPLES, `${name}.ts`)
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: stage.project, env })
    return stdout.trim().split('\n')
  }

  it('permission', async ({ stage }) => {
    const remove = { tools: [{ name: 'Bash', input: { command: 'rm made.txt' } }] }
    stage.script('Make the file made.txt, then delete it.', toTouch('made.txt'), remove, { text: 'It stays.' })
    const printed = await run(stage, 'permission')
    expect(printed.map((line) => line.split(' ')[0])).toEqual(['yes:', 'no:', 'It'])
    expect(stage.has('made.txt')).toBe(true)
    expect(stage.knows('Nothing is deleted here.')).toBe(true)
  })

  it('streaming', async ({ stage }) => {
    stage.script('Tell me a short story.', { text: 'Once upon a time. The end.' })
    const [story, cost] = await run(stage, 'streaming')
    expect(story).toBe('Once upon a time. The end.')
    expect(cost).toMatch(/^success, \$0\.\d+$/)
  })

  it('hook', async ({ stage }) => {
    const toWrite = (name: string) => ({
      tools: [{ name: 'Write', input: { file_path: join(stage.project, name), content: 'x\n' } }],
    })
    stage.script('Write notes.txt and .env.', toWrite('notes.txt'), toWrite('.env'), { text: 'Half of it.' })
    expect(await run(stage, 'hook')).toEqual(['done: Write', 'Half of it.'])
    expect([stage.has('notes.txt'), stage.has('.env')]).toEqual([true, false])
    expect(stage.knows('Secrets are kept by hand.')).toBe(true)
  })

  it('mcp-tool', async ({ stage }) => {
    const call = { tools: [{ name: 'mcp__weather__forecast', input: { city: 'Oslo' } }] }
    stage.script('What will the weather be in Oslo tomorrow?', call, { text: 'Take an umbrella.' })
    expect(await run(stage, 'mcp-tool')).toEqual(['Take an umbrella.'])
    expect(stage.knows('Rain in Oslo.')).toBe(true)
  })

  it('resume', async ({ stage }) => {
    stage.script('Remember the number 12.', { text: 'I will.' })
    stage.script('Which number was it?', { text: 'Twelve.' })
    expect(await run(stage, 'resume')).toEqual(['I will.', 'Twelve.', 'the same session'])
    expect(stage.knows('Remember the number 12.')).toBe(true)
  })

  it('fork', async ({ stage }) => {
    stage.script('Choose a colour.', { text: 'Red.' })
    stage.script('Choose another one.', { text: 'Blue.' })
    stage.script('Why this one?', { text: 'It is warm.' })
    expect(await run(stage, 'fork')).toEqual(['It is warm.', 'another session'])
    expect([stage.knows('Red.'), stage.knows('Blue.')]).toEqual([true, false])
  })

  it('launch, of docs/driver-options.md', async ({ stage }) => {
    expect(await run(stage, 'launch')).toEqual([`left out: ${stage.isNew ? 'nothing' : 'safeMode'}`, 'it answers'])
  })
})

describe('docs/driver.md', () => {
  const page = readFileSync(join(ROOT, 'docs', 'driver.md'), 'utf8')

  it.each(NAMES)('shows the example %s as it stands in the file that was run', (name) => {
    const code = readFileSync(join(EXAMPLES, `${name}.ts`), 'utf8')
    expect(page).toContain(`\`\`\`ts\n${code}\`\`\``)
  })
})
