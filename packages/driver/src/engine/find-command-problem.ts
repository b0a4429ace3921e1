import { isObject, type Json } from '../is-object.ts'
import type { Command } from '../session-link.ts'

/** What must be so that a command can be written down: a record that cannot be read would spoil the session for ever. */
const CHECKS: Record<Command['kind'], (command: Json) => boolean> = {
  send: (command) => hasUuid(command) && hasContent(command),
  respond: ({ message }) =>
    isObject(message) && message.type === 'control_response' && isText((message.response as Json | null)?.request_id),
  request: ({ message }) => isObject(message) && isText(message.type),
  edit_queued: (command) => hasUuid(command) && hasContent(command),
  move_queued: (command) => hasUuid(command) && (command.before === null || isText(command.before)),
  cancel_queued: hasUuid,
  send_queued: hasUuid,
  interrupt: () => true,
  stop: ({ termAfterMs, killAfterMs }) => isTime(termAfterMs) && isTime(killAfterMs),
}

/** Null when there is none. Hosts of any version may ask, and none is to be trusted to spell it right. */
export function findCommandProblem(command: unknown): string | null {
  if (!isObject(command) || !isText(command.kind)) return 'That is no command: it has no kind.'
  if (!Object.hasOwn(CHECKS, command.kind)) return `There is no command '${command.kind}'.`
  return CHECKS[command.kind as Command['kind']](command) ? null : `The command '${command.kind}' lacks what it needs.`
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
