import type { Conversation } from '../conversation.ts'
import { toFilePath } from '../text/words.ts'
import type { ToolCall } from './tool-call.ts'

export function readCall(conversation: Conversation, bytes: number): ToolCall {
  const { chance, text, place } = conversation
  return readFileCall(conversation, `${place.cwd}/${toFilePath(chance)}`, text.code(chance, bytes))
}

export function readFileCall(conversation: Conversation, filePath: string, fileContent: string): ToolCall {
  const lines = fileContent.split('\n')
  const isOld = conversation.place.style === 'old'
  const number = (index: number) => (isOld ? `${String(index + 1).padStart(6)}→` : `${index + 1}\t`)
  const content = lines.map((line, index) => number(index) + line).join('\n')
  const size = { numLines: lines.length, startLine: 1, totalLines: lines.length }
  return {
    name: 'Read',
    input: { file_path: filePath },
    content,
    structured: { type: 'text', file: { filePath, content: fileContent, ...size } },
  }
}

export function readImageCall(conversation: Conversation, bytes: number): ToolCall {
  const { chance, text, place } = conversation
  const base64 = text.base64(chance, bytes)
  const source = { type: 'base64', data: base64, media_type: 'image/png' }
  const dimensions = { originalWidth: 1280, originalHeight: 800, displayWidth: 1280, displayHeight: 800 }
  return {
    name: 'Read',
    input: { file_path: `${place.cwd}/screenshots/${chance.integer(1, 999)}.png` },
    content: [{ type: 'image', source }],
    structured: { type: 'image', file: { base64, type: 'image/png', originalSize: bytes, dimensions } },
  }
}
