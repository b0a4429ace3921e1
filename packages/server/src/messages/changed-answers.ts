import { toInputHash } from '../input-hash.ts'

type Raw = Readonly<Record<string, unknown>>

/**
 * Answers to prompts that changed what was asked about. No message says so, and no transcript: without them, what was done would be
 * shown as something else.
 */
export class ChangedAnswers {
  /** Prompts that wait: their records, and the hash of what they ask about, which may be large. */
  readonly #open = new Map<string, { seq: number; hash: string }>()

  /** The records of a prompt and of its answer, when that is one that changed the input; the first answer counts. */
  take(seq: number, message: Raw): readonly [asked: number, answered: number] | null {
    if (message.type === 'control_request') {
      const { subtype, input } = toFields(message.request)
      if (subtype === 'can_use_tool') this.#open.set(String(message.request_id), { seq, hash: toInputHash(input) })
    }
    // Nobody answers it any more.
    if (message.type === 'control_cancel_request') this.#open.delete(String(message.request_id))
    if (message.type !== 'control_response') return null
    const { request_id: id, response } = toFields(message.response)
    const asked = this.#open.get(String(id))
    this.#open.delete(String(id))
    const { behavior, updatedInput } = toFields(response)
    if (asked === undefined || behavior !== 'allow' || updatedInput === undefined) return null
    return toInputHash(updatedInput) === asked.hash ? null : [asked.seq, seq]
  }
}

function toFields(value: unknown): Raw {
  return typeof value === 'object' && value !== null ? (value as Raw) : {}
}
