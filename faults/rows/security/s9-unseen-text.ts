import { ensureChromium } from '../../../scripts/chromium.ts'
import type { Row, RowContext } from '../../../scripts/rows.ts'
import { PageAttacks } from '../../page-attacks.ts'

/** Commands whose end, or whose middle, is hard to see. */
const LONG = [
  `ls${'\n'.repeat(10_000)}rm -rf ~`,
  `ls${' '.repeat(20_000)}; rm -rf ~`,
  Array.from({ length: 3000 }, (_, at) => `echo ${at}`).join('\n'),
]

export default {
  id: 'S9',
  title: 'what a terminal obeys and what no eye sees, in cards and output; commands that hide their end',
  async run({ quick, seed }: RowContext) {
    process.env.QUARTERDECK_CHROMIUM ??= await ensureChromium()
    const attacks = await PageAttacks.set()
    const { wrong } = attacks
    try {
      const { terminal } = attacks.payloads
      const chosen = quick ? terminal.filter((_, at) => (at + seed) % 3 === 0) : terminal
      for (const text of chosen) await attacks.showEverywhere(text)
      for (const command of LONG) wrong.push(...(await allowUnseen(attacks, command)))
      return {
        passed: wrong.length === 0,
        bar: 'shown escaped; nothing is allowed before its end was on screen',
        found:
          wrong.length === 0
            ? `${chosen.length} payloads shown, ${LONG.length} long commands allowed only when seen`
            : wrong.slice(0, 5).join('; '),
        figures: { payloads: chosen.length, long: LONG.length, wrong: wrong.length },
      }
    } finally {
      await attacks.clear()
    }
  },
} satisfies Row

/** Tries to allow a command by click and by key before its end was seen, then sees it. Gives what went wrong. */
async function allowUnseen({ stage, page }: PageAttacks, command: string): Promise<string[]> {
  const wrong: string[] = []
  const sessionId = await stage.begin()
  const id = crypto.randomUUID()
  await stage.open(sessionId, [{ id, tool_name: 'Bash', input: { command } }])
  await page.goto(`${stage.server.url}/sessions/${sessionId}`)
  const card = page.getByRole('group', { name: 'Approval: Bash' })
  const allow = card.getByRole('button', { name: 'Allow once' })
  const end = command.slice(-9).trim()
  await card.waitFor()
  // Long stretches of nothing are said in words, so that what follows is in sight at once.
  const isShort = command.split('\n').filter((line) => line.trim() !== '').length < 100
  if (isShort) {
    if (!(await card.getByText('rm -rf ~').isVisible()))
      wrong.push(`the end of a command of ${command.length} characters is not in sight`)
  } else {
    const hint = card.getByText('Read to the end of it first')
    await hint.waitFor()
    // The first click only goes to the end.
    await allow.dispatchEvent('click')
    await hint.waitFor({ state: 'detached' })
    if (stage.answers.has(id)) wrong.push('a command was allowed before its end was seen')
  }
  await card.getByRole('region', { name: 'What is asked' }).evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await allow.click()
  const [answer] = await stage.until(() => stage.answers.get(id))
  const { behavior, updatedInput } = answer as { behavior: string; updatedInput: { command: string } }
  if (behavior !== 'allow' || updatedInput.command !== command)
    wrong.push(`another command was allowed than '${end}' ends`)
  return wrong
}
