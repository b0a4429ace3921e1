import { describe, expect, it } from 'vitest'
import oneAnswer from '../../faults/rows/recovery/r11-one-answer.ts'
import hostileStrings from '../../faults/rows/security/s6-hostile-strings.ts'
import untrustedFolder from '../../faults/rows/security/s7-untrusted-folder.ts'
import whatWasShown from '../../faults/rows/security/s10-what-was-shown.ts'
import tooMuch from '../../faults/rows/security/s11-too-much.ts'
import chosenPower from '../../faults/rows/security/s13-chosen-power.ts'
import type { Row } from '../../scripts/rows.ts'

const QUICK = { quick: true, seed: 11 }
/** A share of the matrix; against hanging, not a bar. */
const LIMIT_MS = 180_000

/** The outcomes of the rows; what they measure is judged in `npm run faults` alone. */
describe('whoever comes through the gate', () => {
  const rows: Row[] = [oneAnswer, hostileStrings, untrustedFolder, whatWasShown, tooMuch, chosenPower]
  it.each(rows.map((row) => [row.id, row.title, row] as const))(
    '%s: %s',
    async (_, __, row) => {
      const { passed, found } = await row.run(QUICK)
      expect(passed, found).toBe(true)
    },
    LIMIT_MS,
  )
})
