import { isObject, type Json } from '../is-object.ts'
import type { Command } from '../session-link.ts'

/** What must be so that a command can be written down: a record that cannot be read would spoil the session for ever. */
const CHECKS: Record<Command['kind'], (command: Json) => boolean> = {
  send: (command) => hasUuid(command) && hasContent(command),
  respond: ({ message }) =>
    isObject(message) && message.type === 'control_response' && isText((message.response as Json | null)?.request_id),
  request: ({ message }) => isObject(message) && isText(message.type),
  hold: (command) => hasUuid(command) && hasContent(command),
  edit_queued: (command) => hasUuid(command) && hasContent(command),
  move_queued: (command) => hasUuid(command) && (command.before === null || isText(command.before)),
  cancel_queued: hasUuid,
  send_queued: hasUuid,
  release_held: () => true,
  discard_held: () => true,
  interrupt: () => true,
  stop: ({ termAfterMs, killAfterMs }) => isTime(termAfterMs) && isTime(killAfterMs),
}

const QUEUED = 'the uuid of a queued message, as `send` gives it'

const PROMPT = 'a uuid, and a content that is a text or a list of blocks'

const NEEDS: Partial<Record<Command['kind'], string>> = {
  send: PROMPT,
  hold: PROMPT,
  respond: 'a control_response with the id of the request',
  edit_queued: `${QUEUED}, and a content`,
  move_queued: `${QUEUED}, and before which one it goes, or null`,
  cancel_queued: QUEUED,
  send_queued: QUEUED,
}

/** Null when there is none. Hosts of any version may ask, and none is to be trusted to spell it right. */
export function findCommandProblem(command: unknown): string | null {
  if (!isObject(command) || !isText(command.kind)) return 'That is no command: it has no kind.'
  if (!Object.hasOwn(CHECKS, command.kind)) return `There is no command '${command.kind}'.`
  const kind = command.kind as Command['kind']
  if (CHECKS[kind](command)) return null
  return `The command '${kind}' lacks what it needs${NEEDS[kind] === undefined ? '' : `: ${NEEDS[kind]}`}.`
}

function hasUuid({ uuid }: Json): boolean {
  return isText(uuid)
}

function hasContent({ content }: Json): boolean {
  return typeof content === 'string' || Array.isArray(content)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isTime(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && value >= 0)
}
