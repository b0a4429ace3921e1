import { canonicalToolName } from '../tools/tool-name.ts'

type Json = Record<string, unknown>

interface Alias {
  name: string
  /** The object in this field spells its own keys differently too. */
  deep?: true
}

/**
 * stdout's spelling is the one spelling: the published types use it, and the live path then pays nothing. On the left is how
 * transcript lines, or other versions, spell the same field.
 */
const ALIASES: ReadonlyMap<string, Alias> = new Map(
  Object.entries({
    sessionId: { name: 'session_id' },
    parentToolUseID: { name: 'parent_tool_use_id' },
    toolUseResult: { name: 'tool_use_result' },
    toolUseID: { name: 'tool_use_id' },
    agentId: { name: 'agent_id' },
    requestId: { name: 'request_id' },
    compactMetadata: { name: 'compact_metadata', deep: true },
    microcompactMetadata: { name: 'microcompact_metadata', deep: true },
    logicalParentUuid: { name: 'logical_parent_uuid' },
    isApiErrorMessage: { name: 'is_api_error_message' },
    apiErrorStatus: { name: 'api_error_status' },
    apiErrorType: { name: 'api_error_type' },
    isAbortedMidStream: { name: 'aborted' },
    thinkingDurationMs: { name: 'thinking_duration_ms' },
    thinkingDisplay: { name: 'thinking_display' },
    contextUsage: { name: 'context_usage' },
    commandRun: { name: 'local_command_run' },
  } satisfies Record<string, Alias>),
)

/** Both spellings of every field that has two, for documents and tests. */
export const fieldSpellings: readonly (Alias & { alias: string })[] = [...ALIASES].map(([alias, rest]) => ({
  alias,
  ...rest,
}))

/**
 * Gives a message of any source and version the one spelling of fields and tool names. Idempotent. What is already in that
 * spelling comes back as the same object; nothing is changed in place.
 */
export function normalise(message: Json): Json {
  return normaliseToolNames(normaliseFields(message))
}

function normaliseFields(message: Json): Json {
  for (const key in message) {
    if (ALIASES.has(key)) return renameFields(message)
  }
  return message
}

/**
 * A plain object with room for the fields of a line. One that begins as `{}` is moved whenever it has outgrown its place, several
 * times for each line of a transcript.
 */
const Roomy = function Roomy() {
  // Its fields come one by one.
} as unknown as new () => Json
Roomy.prototype = Object.prototype

function renameFields(message: Json): Json {
  const renamed = new Roomy()
  for (const key in message) {
    const alias = ALIASES.get(key)
    // A line that has both spellings keeps both: the one spelling is right already, and nothing is thrown away.
    if (alias === undefined || Object.hasOwn(message, alias.name)) define(renamed, key, message[key])
    else define(renamed, alias.name, alias.deep ? toSnakeCase(message[key]) : message[key])
  }
  return renamed
}

/** Assignment to `__proto__` would set the prototype and lose the field. */
function define(target: Json, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

/** Real metadata is three levels deep; the limit keeps a hostile line from exhausting the stack. */
function toSnakeCase(value: unknown, depth = 8): unknown {
  if (depth === 0) return value
  if (Array.isArray(value)) return value.map((inner) => toSnakeCase(inner, depth - 1))
  if (!isObject(value)) return value
  const renamed: Json = {}
  for (const [key, inner] of Object.entries(value)) {
    define(
      renamed,
      key.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`),
      toSnakeCase(inner, depth - 1),
    )
  }
  return renamed
}

/** Where each type names tools. Everything else passes untouched. */
function normaliseToolNames(message: Json): Json {
  switch (message.type) {
    case 'assistant':
      return within(message, 'message', (inner) => withinList(inner, 'content', renameToolUse))
    case 'stream_event':
      return within(message, 'event', (event) => within(event, 'content_block', renameToolUse))
    case 'control_request':
      return within(message, 'request', (request) => renameTool(request, 'tool_name'))
    case 'tool_progress':
      return renameTool(message, 'tool_name')
    case 'result':
      return withinList(message, 'permission_denials', (denial) => renameTool(denial, 'tool_name'))
    case 'progress':
      return within(message, 'data', normaliseAgentProgress)
    case 'system':
      return message.subtype === 'init' ? renameToolList(message) : renameTool(message, 'tool_name')
    default:
      return message
  }
}

function normaliseAgentProgress(data: Json): Json {
  if (data.type !== 'agent_progress') return data
  return withinList(within(data, 'message', normaliseInner), 'normalizedMessages', normaliseInner)
}

/** Progress inside progress does not occur; following it would let a hostile line exhaust the stack. */
function normaliseInner(message: Json): Json {
  return message.type === 'progress' ? message : normalise(message)
}

function renameToolUse(block: Json): Json {
  return block.type === 'tool_use' ? renameTool(block, 'name') : block
}

function renameTool(holder: Json, field: string): Json {
  const name = holder[field]
  if (typeof name !== 'string') return holder
  const canonical = canonicalToolName(name)
  return canonical === name ? holder : { ...holder, [field]: canonical }
}

function renameToolList(init: Json): Json {
  const tools = init.tools
  if (!Array.isArray(tools)) return init
  const renamed = tools.map((tool) => (typeof tool === 'string' ? canonicalToolName(tool) : tool))
  return renamed.every((tool, index) => tool === tools[index]) ? init : { ...init, tools: renamed }
}

function within(holder: Json, field: string, change: (inner: Json) => Json): Json {
  const inner = holder[field]
  if (!isObject(inner)) return holder
  const changed = change(inner)
  return changed === inner ? holder : { ...holder, [field]: changed }
}

function withinList(holder: Json, field: string, change: (inner: Json) => Json): Json {
  const list = holder[field]
  if (!Array.isArray(list)) return holder
  let changed: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const inner: unknown = list[index]
    const now = isObject(inner) ? change(inner) : inner
    if (now === inner) continue
    changed ??= list.slice()
    changed[index] = now
  }
  return changed === undefined ? holder : { ...holder, [field]: changed }
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
