import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRealCli, openPaired, startBrowser, startScriptedModel, startServer, toCliEnv } from '@quarterdeck/testkit'
import { buildStale } from '../build.ts'
import { ensureChromium } from '../chromium.ts'
import { command } from '../command.ts'
import { root } from '../root.ts'

const PROMPT = 'The login redirect loops after sign-in. Please find out why and fix it.'
const PICTURES = [
  { file: 'session.png' },
  { file: 'session-dark.png', dark: true },
  { file: 'session-phone.png', phone: true },
]

/** Plays a short conversation with the real CLI and a scripted model, and takes the pictures of the documents. */
await command(async () => {
  await buildStale()
  process.env.QUARTERDECK_CHROMIUM = await ensureChromium()
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-pictures-'))
  const cwd = join(home, 'my-app')
  mkdirSync(cwd)
  const model = await startScriptedModel()
  model.script(PROMPT, [
    {
      thinking: 'The guard is the first suspect.',
      text: "I'll look at the guard first, then run its tests.",
      tools: [bash('ls')],
    },
    { text: 'There is no test yet. I will write one that fails.', tools: [bash('mkdir -p test && npm test -- guard')] },
    // The approval is left open; when the server stops, the CLI takes that for a no and asks the model once more.
    { text: 'Then not.' },
  ])
  const env = toCliEnv({ home, modelUrl: model.url })
  const server = await startServer({ data: join(home, 'data'), env, args: ['--claude', findRealCli('2.1.325')] })
  const address = `${server.url}/api/claude/sessions`
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
  await fetch(address, { method: 'POST', headers, body: JSON.stringify({ cwd, prompt: PROMPT, trust: true }) })
  for (const { file, ...look } of PICTURES) {
    const browser = await startBrowser(look)
    const page = await browser.context.newPage()
    await openPaired(page, server)
    await page.getByRole('list', { name: 'Sessions' }).getByText('The login redirect').click()
    await page.getByRole('group', { name: 'Approval: Bash' }).waitFor()
    await page.screenshot({ path: join(root, 'docs/images', file) })
    await browser.close()
  }
  await server.end()
  await model.close()
  rmSync(home, { recursive: true, force: true })
  return 0
})

function bash(command: string) {
  return { name: 'Bash', input: { command } }
}
