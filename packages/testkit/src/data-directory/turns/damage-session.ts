import type { DamageKind } from '../oracle/oracle.ts'
import type { TranscriptFormat } from '../transcript-file.ts'
import type { SessionWork } from './session-work.ts'

const NUL_BYTES = 4096

/** Damage that is the form of the whole file. */
export function toFormat(damage: DamageKind | null): TranscriptFormat {
  if (damage === 'crlf') return { newline: '\r\n' }
  return damage === 'byte-order-mark' ? { byteOrderMark: true } : {}
}

/** Damage between two turns. What is broken is a line of its own, so that nothing else is lost with it. */
export function damageMiddle(work: SessionWork): void {
  const { plan, conversation } = work
  const { file } = conversation
  const [one, other] = [toLostLine(work, 'a'), toLostLine(work, 'b')]
  switch (plan.damage) {
    case 'nul-block':
      // A machine that lost its power: the size of the file was saved, its bytes were not.
      file.writeDamage(Buffer.concat([one.subarray(0, 90), Buffer.alloc(NUL_BYTES), Buffer.from('\n')]), 1)
      break
    case 'malformed':
      file.writeDamage(Buffer.from(`${one.toString().replace('"message":', '"message"')}\n`), 1)
      break
    case 'interleaved':
      // Two processes wrote at the same time.
      file.writeDamage(
        Buffer.concat([
          one.subarray(0, 70),
          other.subarray(0, 110),
          one.subarray(70),
          other.subarray(110),
          Buffer.from('\n'),
        ]),
        1,
      )
      break
    case 'blank-lines':
      file.writeDamage(Buffer.from('\n  \n\n'), 0)
      break
    default:
  }
}

/** Damage at the end: a process that was killed, or a disk that was full. */
export function damageEnd(work: SessionWork): void {
  const { file } = work.conversation
  const line = toLostLine(work, '遅延')
  if (work.plan.damage === 'torn-end') file.writeDamage(line.subarray(0, line.length >> 1), 1)
  if (work.plan.damage === 'cut-character') {
    const at = line.indexOf(Buffer.from('遅'))
    file.writeDamage(line.subarray(0, at + 1), 1)
  }
}

/** A line that nobody will read, and that therefore counts for nothing. */
function toLostLine({ conversation, plan }: SessionWork, words: string): Buffer {
  const { ids, chance, text } = conversation
  const content = `${words} ${text.prose(chance, 200)}`
  const line = { type: 'user', message: { role: 'user', content }, uuid: ids.uuid(), sessionId: plan.id }
  return Buffer.from(JSON.stringify(line))
}
