import type { MessageOf } from '@quarterdeck/protocol'
import { findTool, type SessionState } from '@quarterdeck/transcript'
import type { BridgeImage, SessionMessage } from './bridge-message.ts'

type Raw = Readonly<Record<string, unknown>>

/** The results in a line of the user, one message each: tools that ran side by side come in one line. */
export function toToolResults(message: MessageOf<'user'>, state: SessionState): SessionMessage[] {
  const { content } = message.message
  if (typeof content === 'string') return []
  const { parent_tool_use_id: parent } = message
  return content.flatMap((block): SessionMessage[] => {
    if (block.type !== 'tool_result') return []
    const { tool_use_id: toolUseId, is_error: isError } = block
    const parts = toParts(block.content)
    const images = parts.flatMap(toImages)
    const toolName = findTool(state, toolUseId)?.name
    return [
      {
        type: 'tool_result',
        toolUseId,
        content: parts.flatMap(toTexts).join('\n'),
        ...(toolName !== undefined && { toolName }),
        ...(images.length > 0 && { images }),
        ...(isError && { isError }),
        ...(parent != null && { parentToolUseId: parent }),
      },
    ]
  })
}

function toParts(content: unknown): Raw[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? (content as Raw[]) : []
}

function toTexts({ type, text }: Raw): string[] {
  return type === 'text' && typeof text === 'string' ? [text] : []
}

function toImages({ type, source }: Raw): BridgeImage[] {
  const { media_type: mimeType, data } = (source ?? {}) as Raw
  if (type !== 'image' || typeof mimeType !== 'string' || typeof data !== 'string') return []
  return [{ mimeType, data }]
}
