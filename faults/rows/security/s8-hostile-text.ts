import { ensureChromium } from '../../../scripts/chromium.ts'
import type { Row, RowContext } from '../../../scripts/rows.ts'
import { PageAttacks } from '../../page-attacks.ts'

/** A share of the payloads with the policy and without it: what the policy stops must not have been there in the first place. */
export default {
  id: 'S8',
  title:
    'scripts in every field that the page draws, in a real browser, with the content security policy and without; texts that bring a parser down',
  async run({ quick, seed }: RowContext) {
    process.env.QUARTERDECK_CHROMIUM ??= await ensureChromium()
    const wrong: string[] = []
    let shown = 0
    for (const withoutCsp of [false, true]) {
      const attacks = await PageAttacks.set({ withoutCsp })
      try {
        const { scripts, absurd } = attacks.payloads
        // In a quick look each payload is shown on one side of the two, and other ones with another seed.
        const chosen = quick ? scripts.filter((_, at) => (at + seed + Number(withoutCsp) * 2) % 7 === 0) : [...scripts]
        // The policy has no part in these.
        if (!withoutCsp) chosen.push(...absurd.filter((_, at) => !quick || at === seed % absurd.length))
        for (const text of chosen) await attacks.showEverywhere(text)
        if (!quick || !withoutCsp) await attacks.showViews()
        shown += chosen.length
        wrong.push(...attacks.wrong)
      } finally {
        await attacks.clear()
      }
    }
    return {
      passed: wrong.length === 0,
      bar: 'nothing runs, no request leaves, no report of the policy; every view and entry is shown',
      found:
        wrong.length === 0 ? `${shown} payloads in every field, nothing ran or left` : wrong.slice(0, 5).join('; '),
      figures: { payloads: shown, wrong: wrong.length },
    }
  },
} satisfies Row
