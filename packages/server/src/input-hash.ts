import { createHash } from 'node:crypto'
import { toCanonicalJson } from '@quarterdeck/protocol/pure'

/** SHA-256 in hex of the canonical JSON: an answer that carries it can only mean this input. */
export function toInputHash(input: unknown): string {
  return createHash('sha256').update(toCanonicalJson(input)).digest('hex')
}

/** The hash of what a prompt of the CLI asks about, as the fold shows it; undefined for everything that asks nobody. */
export function findInputHash(message: unknown): string | undefined {
  const { type, request } = message as { type?: unknown; request?: Readonly<Record<string, unknown>> }
  if (type !== 'control_request' || typeof request !== 'object' || request === null) return undefined
  switch (request.subtype) {
    case 'can_use_tool':
      return toInputHash(request.input)
    case 'elicitation':
      return toInputHash(request)
    case 'request_user_dialog':
      return toInputHash(request.payload)
    default:
      return undefined
  }
}
