export interface Image {
  type: string
  body: Buffer
}

/** What a browser draws and never runs. */
const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** The pictures of a message in their order: those of a prompt, and those in the results of tools. */
export function toImages(message: unknown): Image[] {
  const content = toField(toField(message, 'message'), 'content')
  return Array.isArray(content) ? content.flatMap(toBlockImages) : []
}

function toBlockImages(block: unknown): Image[] {
  const inner = toField(block, 'content')
  if (toField(block, 'type') === 'tool_result') return Array.isArray(inner) ? inner.flatMap(toBlockImages) : []
  if (toField(block, 'type') !== 'image') return []
  const source = toField(block, 'source')
  const [type, data] = [toField(source, 'media_type'), toField(source, 'data')]
  if (typeof type !== 'string' || typeof data !== 'string' || !TYPES.has(type)) return []
  return [{ type, body: Buffer.from(data, 'base64') }]
}

function toField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
