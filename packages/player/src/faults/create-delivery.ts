import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Delivery, Sink } from '../output.ts'
import { writeEndlessLine, writeHugeLine } from './big-line.ts'
import type { Faults } from './faults.ts'
import { readType } from './read-type.ts'
import { createRandom, splitBytes } from './split-bytes.ts'

/** How the process ends itself. Nothing comes after it. */
export interface Endings {
  exit(code: number): Promise<never>
  crash(): Promise<never>
}

const GARBAGE = ['Warning: something is deprecated', '{"type":"assistant","message":', '[1, 2', '\u0000\u0001', 'null']

const UNKNOWN = [
  { type: 'message_of_tomorrow', value: { nested: [1, null, 'x'] } },
  { type: 'system', subtype: 'subtype_of_tomorrow', detail: 'new' },
]

/** Delivers lines as a well-behaved CLI would, but for the faults. */
export function createDelivery(faults: Faults, sink: Sink, endings: Endings): Delivery {
  const put = faults.split ? createSplittingSink(sink) : sink
  const hangAfter = faults.hang ? 0 : (faults.hangAfter ?? Number.POSITIVE_INFINITY)
  let written = 0
  let results = 0

  async function beforeResult(): Promise<void> {
    if (faults.exitWithoutResult) await endings.exit(0)
    if (results > 0) return
    if (faults.hugeLineBytes !== undefined) await writeHugeLine(put, faults.hugeLineBytes)
    if (faults.endlessLine) await writeEndlessLine(put)
  }

  async function beforeLine(): Promise<void> {
    if (faults.garbage) await put(`${GARBAGE[written % GARBAGE.length]}\n`)
    if (faults.unknownTypes) await put(`${JSON.stringify(UNKNOWN[written % UNKNOWN.length])}\n`)
  }

  return async (line) => {
    if (written >= hangAfter) await forEver()
    const type = readType(line)
    if (type === 'result') await beforeResult()
    if (type !== 'stream_event') await beforeLine()
    await put(`${line}\n`)
    if (type === 'control_response' && faults.duplicateResponses) await put(`${line}\n`)
    if (type === 'result') results++
    written++
    // At once, and not at the next line: a process that hangs does not end with its stdin either.
    if (written >= hangAfter) await forEver()
    if (written === faults.crashAfter) await endings.crash()
    if (written === faults.exitAfter?.lines) await endings.exit(faults.exitAfter.code)
  }
}

/** A piece at a time, each in a turn of the event loop of its own, so that the reader gets them apart. */
function createSplittingSink(sink: Sink): Sink {
  const random = createRandom()
  return async (bytes) => {
    for (const piece of splitBytes(Buffer.from(bytes), random)) {
      await sink(piece)
      await nextTurn()
    }
  }
}

/** A promise alone does not keep a process alive. */
export function forEver(): Promise<never> {
  setInterval(() => undefined, 60_000)
  return new Promise(() => undefined)
}
