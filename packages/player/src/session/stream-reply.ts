import type { Reply } from '../script/script.ts'
import { Interrupted } from './interrupted.ts'
import type { Block } from './lane.ts'
import type { Play } from './session.ts'

const PIECE = 24
const DEFAULT_DELTA_MS = 12

export interface ToolUse {
  id: string
  index: number
  assistantUuid: string
}

/** Says one message of the model: block by block, each as it grows where the host wants that, and then whole. */
export async function streamReply(play: Play, reply: Reply): Promise<ToolUse[]> {
  const { session, lane } = play
  const blocks = toBlocks(reply)
  const usage = session.meter.count(session.model, JSON.stringify(blocks))
  const id = `msg_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
  const head = { id, type: 'message', role: 'assistant', model: session.model }
  const early = { stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 1 } }
  const stopReason = reply.tools === undefined ? 'end_turn' : 'tool_use'
  const final = { stop_reason: stopReason, usage }
  const isLive = lane.isMain && session.options.partialMessages
  const emit = (event: object) => {
    if (isLive) session.wire.send({ type: 'stream_event', event, parent_tool_use_id: null, api_message_id: id })
  }
  const close = () => {
    emit({ type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage })
    emit({ type: 'message_stop' })
  }

  const uses: ToolUse[] = []
  emit({ type: 'message_start', message: { ...head, content: [], ...early } })
  for (const [index, block] of blocks.entries()) {
    emit({ type: 'content_block_start', index, content_block: toEmptyBlock(block) })
    const said = await grow(play, reply, block, (delta) => emit({ type: 'content_block_delta', index, delta }))
    if (said !== undefined) {
      const content = [{ type: 'text', text: said }]
      if (said !== '') lane.sendAssistant({ ...head, content, ...early }, final, { aborted: true })
      lane.sendUser([{ type: 'text', text: '[Request interrupted by user]' }])
      emit({ type: 'content_block_stop', index })
      close()
      throw new Interrupted('text')
    }
    const cause = play.promptUuid === undefined ? {} : { user_message_uuid: play.promptUuid }
    const uuid = lane.sendAssistant({ ...head, content: [block], ...early }, final, cause)
    emit({ type: 'content_block_stop', index })
    if (block.type === 'tool_use') uses.push({ id: block.id as string, index: uses.length, assistantUuid: uuid })
  }
  close()
  play.replies++
  play.lastText = reply.text ?? play.lastText
  return uses
}

/** What was said when an interrupt came, else nothing. */
async function grow(
  play: Play,
  reply: Reply,
  block: Block,
  onDelta: (delta: object) => void,
): Promise<string | undefined> {
  const delayMs = reply.delayMs ?? play.session.script.deltaMs ?? DEFAULT_DELTA_MS
  let said = ''
  for (const delta of toDeltas(block)) {
    try {
      await play.session.clock.wait(delayMs, play.signal)
    } catch (error) {
      if (error instanceof Interrupted) return said
      throw error
    }
    if (delta.type === 'text_delta') said += delta.text
    onDelta(delta)
  }
  return undefined
}

function toBlocks({ thinking, text, tools = [] }: Reply): Block[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'c2ln' }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...tools.map(({ name, input, id }) => ({ type: 'tool_use', id: id ?? toToolUseId(), name, input })),
  ]
}

function toToolUseId(): string {
  return `toolu_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
}

function toEmptyBlock(block: Block): Block {
  if (block.type === 'text') return { type: 'text', text: '' }
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  return { ...block, input: {} }
}

function toDeltas(block: Block): Block[] {
  if (block.type === 'text') return toPieces(String(block.text)).map((text) => ({ type: 'text_delta', text }))
  if (block.type === 'tool_use')
    return toPieces(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  return [
    ...toPieces(String(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
    { type: 'signature_delta', signature: block.signature },
  ]
}

/** By characters and not by code units: half of one is no text. */
function toPieces(text: string): string[] {
  const letters = [...text]
  const count = Math.ceil(letters.length / PIECE)
  return Array.from({ length: count }, (_, index) => letters.slice(index * PIECE, (index + 1) * PIECE).join(''))
}
