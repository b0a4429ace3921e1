type Schema = Readonly<Record<string, unknown>>

const ID = '4b0c1a9e-7f0d-4c55-9d39-0d2f5c1b8a11'
const TIME = '2026-11-14T09:30:00.000Z'

/** What a field is called says what stands in it. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  sessionId: ID,
  id: ID,
  session: ID,
  uuid: 'a1d7c6e2-0f5b-4d0c-8a43-6a3b7f1e9c55',
  messageUuid: 'a1d7c6e2-0f5b-4d0c-8a43-6a3b7f1e9c55',
  before: 'a1d7c6e2-0f5b-4d0c-8a43-6a3b7f1e9c55',
  after: 'a1d7c6e2-0f5b-4d0c-8a43-6a3b7f1e9c55',
  parentUuid: '0f4e2b7c-53f1-4a8e-9e55-1c7a90d2b3f4',
  leaf: 'a1d7c6e2-0f5b-4d0c-8a43-6a3b7f1e9c55',
  toolUseId: 'toolu_01A',
  agentId: 'a7f3',
  nextCursor: null,
  cursor: '50',
  title: 'Fix the flaky test',
  firstPrompt: 'Fix the flaky test',
  text: 'Fix the flaky test',
  display: 'Fix the flaky test',
  snippet: 'Fix the <mark>flaky</mark> test',
  q: 'flaky test',
  projectPath: '/home/you/harbour',
  project: '/home/you/harbour',
  cwd: '/home/you/harbour',
  folder: '/home/you/harbour',
  path: '/home/you/harbour/src/dock.ts',
  parent: '/home/you',
  name: 'dock.ts',
  file: '1763112600000-4b0c1a9e-7f0d-4c55-9d39-0d2f5c1b8a11.json',
  hash: '5f2b9c0d1e3a4b6c',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  knownSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  inputHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  index: '0',
  signature: 'A'.repeat(86),
  startedAt: TIME,
  expiresAt: TIME,
  at: TIME,
  lastSeen: TIME,
  url: 'http://127.0.0.1:4100',
  link: 'http://127.0.0.1:4100/#pair=SECRET',
  secret: 'SECRET',
  nonce: 'NONCE',
  token: 'TOKEN',
  deviceId: 'd3b1',
  endpoint: 'https://push.example.com/abc',
  p256dh: 'A'.repeat(87),
  auth: 'A'.repeat(22),
  gitBranch: 'main',
  branch: 'main',
  model: 'claude-sonnet-4-5',
  tool: 'Bash',
  rule: 'Bash(npm test:*)',
  language: 'English',
  toolName: 'Bash',
  status: 'idle',
  created: TIME,
  modified: TIME,
  timestamp: TIME,
  lastActivity: TIME,
  since: '2026-11-01',
  until: '2026-11-14',
  from: '2026-11-10',
  to: '2026-11-14',
  deletedOn: TIME,
  kept: false,
  onlyCopy: false,
  tz: 'Europe/Zurich',
  timeZone: 'Europe/Zurich',
  version: '0.1.0',
  key: '2026-11-14',
  content: 'Please.',
  prompt: 'Please.',
  data: 'aGVsbG8K',
  role: 'user',
  type: 'user',
  subtype: 'get_context_usage',
  request_id: 'req_1',
  costUsd: 0.42,
  limit: 50,
  messages: 12,
  bytes: 6,
}

/** Something that fits a JSON schema, for people to look at: required fields, and of lists one item. */
export function toExample(schema: Schema, name = ''): unknown {
  if ('const' in schema) return schema.const
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  const known = BY_NAME[name]
  if (known !== undefined && fits(schema, known)) return known
  if (options !== undefined) return toExample(options.find((option) => option.type !== 'null') ?? {}, name)
  if (Array.isArray(schema.enum)) return schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'object':
      return toObject(schema)
    case 'array':
      return toArray(schema, name)
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' && schema.minimum > -1e15 ? schema.minimum : 0
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return {}
  }
}

function toObject(schema: Schema): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = new Set((schema.required ?? []) as string[])
  const wanted = Object.entries(properties).filter(([name]) => required.has(name))
  return Object.fromEntries(wanted.map(([name, inner]) => [name, toExample(inner, name)]))
}

function toArray({ items, prefixItems }: Schema, name: string): unknown[] {
  if (Array.isArray(prefixItems))
    return prefixItems.map((inner: Schema, at) => (inner.type === 'number' ? at * 5 + 8 : toExample(inner)))
  return typeof items === 'object' && items !== null ? [toExample(items as Schema, name.replace(/s$/, ''))] : []
}

function fits(schema: Schema, value: unknown): boolean {
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (options !== undefined) return options.some((option) => fits(option, value))
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  const types = [schema.type].flat()
  if (types.includes('integer') && Number.isInteger(value)) return true
  if (!types.includes(value === null ? 'null' : typeof value)) return false
  return typeof schema.pattern !== 'string' || value === null || new RegExp(schema.pattern, 'u').test(value as string)
}
