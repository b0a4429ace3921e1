import { z } from 'zod'

const path = z.string().min(1).max(4096)
const word = z.string().min(1).max(200)
const commandId = z.string().min(1).max(200)

/** Text, or blocks of the API: text, images, documents. */
const Content = z.union([z.string().min(1), z.array(z.looseObject({ type: z.string() })).min(1)])

/** `POST /api/claude/sessions`. What a caller may ask for, of this and of what else it sends, is judged by the policy, not here. */
export const StartSession = z.looseObject({
  cwd: path,
  prompt: Content.optional(),
  model: z
    .string()
    .regex(/^[\w.:[\]@/-]{1,200}$/, 'is not the name of a model')
    .optional(),
  permissionMode: word.optional(),
  /** The person has said that code may run in this folder. */
  trust: z.boolean().optional(),
  /** Go on although another process writes the session. */
  force: z.boolean().optional(),
  resume: word.optional(),
  continue: z.boolean().optional(),
  fork: z.union([z.literal(true), z.strictObject({ at: word })]).optional(),
  title: z.string().max(500).optional(),
  addDirs: z.array(path).max(100).optional(),
  maxTurns: z.int().positive().optional(),
  maxBudgetUsd: z.number().positive().optional(),
  effort: word.optional(),
  thinking: word.optional(),
  maxThinkingTokens: z.int().nonnegative().optional(),
  fallbackModel: word.optional(),
  systemPrompt: z.string().optional(),
  appendSystemPrompt: z.string().optional(),
  agent: word.optional(),
  allowedTools: z.array(z.string().min(1)).max(1000).optional(),
  disallowedTools: z.array(z.string().min(1)).max(1000).optional(),
  tools: z.array(z.string().min(1)).max(1000).optional(),
  mcpConfig: z.unknown().optional(),
  strictMcpConfig: z.boolean().optional(),
  agents: z.unknown().optional(),
  settings: z.unknown().optional(),
  settingSources: z.array(word).optional(),
  pluginDirs: z.array(path).optional(),
  /** Of the sender's own making: a start that is sent again with it gives the session that it has started. */
  commandId: commandId.optional(),
})
export type StartSession = z.infer<typeof StartSession>

/** `POST /api/claude/sessions/:id/messages` */
export const SendMessage = z.strictObject({
  content: Content,
  /** Of the sender's own making: a message that is sent again with it is taken once. */
  commandId: commandId.optional(),
  /** Go on with the session although another process writes it. */
  force: z.boolean().optional(),
  trust: z.boolean().optional(),
  /** While a turn runs: `queue` keeps it with us until the turn has ended, `now` gives it to the CLI at once. */
  whenBusy: z.enum(['queue', 'now']).optional(),
})
export type SendMessage = z.infer<typeof SendMessage>

/** `POST /api/claude/sessions/:id/permission` */
export const DecidePermission = z.strictObject({
  request_id: z.string().min(1),
  behavior: z.enum(['allow', 'deny']),
  message: z.string().optional(),
  interrupt: z.boolean().optional(),
  updatedInput: z.record(z.string(), z.unknown()).optional(),
  updatedPermissions: z.array(z.looseObject({ type: z.string() })).optional(),
  /** SHA-256 (hex) of the input that the person saw, as RFC 8785 writes it. */
  inputHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex')
    .optional(),
  commandId: commandId.optional(),
})
export type DecidePermission = z.infer<typeof DecidePermission>

/** `POST /api/claude/sessions/:id/control`: a control request of the CLI's protocol. */
export const ControlCommand = z.looseObject({ subtype: word, commandId: commandId.optional() })
export type ControlCommand = z.infer<typeof ControlCommand>

/** `PATCH /api/claude/sessions/:id` */
export const UpdateSession = z.strictObject({
  title: z.string().max(500).optional(),
  tag: z.string().max(200).nullable().optional(),
  archived: z.boolean().optional(),
  read: z.boolean().optional(),
})
export type UpdateSession = z.infer<typeof UpdateSession>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex')

/** `POST /api/claude/sessions/:id/file-history/:name/restore` */
export const RestoreVersion = z.strictObject({
  /** Where to; by default where the version was. */
  to: path.optional(),
  dryRun: z.boolean().optional(),
  /** Of what the person saw in the file, null for no file: one that holds anything else is left alone. */
  knownSha256: sha256.nullable().optional(),
  force: z.boolean().optional(),
})
export type RestoreVersion = z.infer<typeof RestoreVersion>

/** `POST /api/claude/sessions/:id/rewind` */
export const RewindFiles = z.strictObject({
  messageUuid: word,
  dryRun: z.boolean().optional(),
  /** What the person saw in each file, as the dry run says it. Where one holds anything else, nothing is done. */
  known: z.record(path, sha256.nullable()).optional(),
})
export type RewindFiles = z.infer<typeof RewindFiles>
