import { constants, openSync, writeSync } from 'node:fs'

/**
 * In the place of many CLIs at work: writes lines into pipes, evenly, as a model writes; when all are awake, with the time. Arguments:
 * lines a second for each pipe, seconds without a time, seconds with one, and the pipes. Says in the end how many lines had one.
 */
const [rate = '100', quiet = '0', seconds = '5', ...pipes] = process.argv.slice(2)
// A pipe without a reader yet would block whoever opens it for writing only.
const files = pipes.map((path) => openSync(path, constants.O_RDWR))
const untimed = Number(rate) * Number(quiet)
const total = untimed + Number(rate) * Number(seconds)
/** Pieces of one message; a session does not grow by them for ever. */
const PIECES = 90

const now = () => (performance.timeOrigin + performance.now()).toFixed(3)
const piece = (event: object) =>
  JSON.stringify({ type: 'stream_event', event, session_id: 's', parent_tool_use_id: null, uuid: crypto.randomUUID() })

function toLines(index: number, message: number): string[] {
  const place = index % PIECES
  const id = `msg_${message}`
  if (place === 0)
    return [piece({ type: 'message_start', message: { id, type: 'message', role: 'assistant', content: [] } })]
  if (place === 1) return [piece({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })]
  if (place === PIECES - 2)
    return [
      JSON.stringify({
        type: 'assistant',
        uuid: crypto.randomUUID(),
        session_id: 's',
        parent_tool_use_id: null,
        message: { id, type: 'message', role: 'assistant', content: [{ type: 'text', text: 'So it was.' }] },
      }),
    ]
  if (place === PIECES - 1) return [piece({ type: 'message_stop' })]
  const isTimed = index >= untimed
  if (isTimed) timed += 1
  const text = `${isTimed ? 'at' : 'by'}=${now()} and some more words`
  return [piece({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })]
}

let began = 0
let written = 0
let timed = 0
function step(): void {
  // Each pipe has its own moment within the beat, so that they do not all speak at once.
  const due = Math.min(total * files.length, ((performance.now() - began) / 1000) * Number(rate) * files.length)
  for (; written < due; written += 1) {
    const index = Math.floor(written / files.length)
    const lines = toLines(index, Math.floor(index / PIECES))
    writeSync(files[written % files.length] as number, `${lines.join('\n')}\n`)
  }
  if (written < total * files.length) setTimeout(step, 1)
  else process.send?.({ timed })
}
process.on('message', (word) => {
  if (word === 'begin') {
    began = performance.now()
    step()
  }
  // The pipes stay open until all was read.
  if (word === 'end') process.exit()
})
process.send?.('ready')
