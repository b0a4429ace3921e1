import { readRecording, listRecordings } from '@quarterdeck/testkit'
import { toRecordedSessions } from '/work/wt/transcript/packages/transcript/src/recorded/recorded-sessions.ts'
import { printRows } from '/work/wt/transcript/packages/transcript/src/recorded/print-rows.ts'
import { fold, initialState, rows } from '/work/wt/transcript/packages/transcript/src/index.ts'
const [,, version, only, mode] = process.argv
let same = 0, differ = 0
const strip = (t: string) => t.replaceAll(/ \[(allowed|denied|answered|withdrawn|closed)\]/g, '')
for (const name of listRecordings(version!)) {
  if (only && only !== 'all' && name !== only) continue
  for (const s of toRecordedSessions(readRecording(version!, name))) {
    const live = strip(printRows(rows(s.shown.reduce(fold, initialState))))
    const disk = strip(printRows(rows(s.disk.reduce(fold, initialState))))
    if (live === disk) { same++; if (only !== 'all') console.log(live) }
    else { differ++; console.log(`#### ${version} ${name}\n--- live\n${live}--- disk\n${disk}`) }
  }
}
console.log(version, { same, differ })
