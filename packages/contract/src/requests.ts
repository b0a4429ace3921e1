import { z } from 'zod'

const path = z.string().min(1).max(4096)
const word = z.string().min(1).max(200)
const list = z.array(z.string().min(1)).max(1000)

/** Of the sender's own making. */
const commandId = (once: string) => word.optional().describe(`An id of your own making: ${once}`)
const force = z.boolean().optional().describe('Go on although another process has the session open')
const trust = z.boolean().optional().describe('The person has said that code may run in this folder')
const dryRun = z.boolean().optional().describe('Only say what would be changed')

/** Where the bytes of a picture or a document are. */
const Source = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('base64'), media_type: z.string().min(1), data: z.string().min(1) }),
  z.looseObject({ type: z.literal('text'), data: z.string().min(1) }),
  z.looseObject({ type: z.literal('url'), url: z.string().min(1) }),
  z.looseObject({ type: z.literal('file'), file_id: z.string().min(1) }),
])

/**
 * Text, or blocks of the API: text, images, documents. A block in another shape makes the CLI wait for ever, and all that is said after
 * it with it.
 */
const Content = z.union(
  [
    z.string().min(1),
    z
      .array(
        z.discriminatedUnion('type', [
          z.looseObject({ type: z.literal('text'), text: z.string().min(1) }),
          z.looseObject({ type: z.literal('image'), source: Source }),
          z.looseObject({ type: z.literal('document'), source: Source }),
        ]),
      )
      .min(1),
  ],
  `is neither text nor a list of blocks: {type: 'text', text}, {type: 'image', source} or {type: 'document', source}`,
)

/** `POST /api/claude/sessions`. What a caller may ask for, of this and of what else it sends, is judged by the policy, not here. */
export const StartSession = z.looseObject({
  cwd: path.describe('The folder to work in, named from / on'),
  prompt: Content.optional().describe('What to ask first; without it the session waits for a message'),
  model: z
    .string()
    .regex(/^[\w.:[\]@/-]{1,200}$/, 'is not the name of a model')
    .optional()
    .describe('A model or a short name of one, such as `opus`'),
  permissionMode: word
    .optional()
    .describe(
      'What is asked for: `default`, `acceptEdits`, `plan`, `dontAsk`, `auto`; `bypassPermissions` with `--allow-bypass`',
    ),
  trust,
  force,
  resume: word.optional().describe('The session to go on with, by any id it went by'),
  continue: z.boolean().optional().describe('Go on with the newest session of the folder'),
  fork: z
    .union([z.literal(true), z.strictObject({ at: word.describe('The uuid of the message that the copy ends with') })])
    .optional()
    .describe('With `resume`: go on in a copy, of the whole or up to a message, and leave the session as it is'),
  title: z.string().max(500).optional().describe('What the session is called'),
  addDirs: z.array(path).max(100).optional().describe('Further folders that it may work in'),
  maxTurns: z.int().positive().optional().describe('It stops after so many rounds of one prompt'),
  maxBudgetUsd: z.number().positive().optional().describe('It stops when it has cost so much'),
  effort: z
    .enum(['low', 'medium', 'high', 'xhigh', 'max'], 'is none of low, medium, high, xhigh and max')
    .optional()
    .describe('How hard it thinks: `low`, `medium`, `high`, `xhigh` or `max`'),
  thinking: z
    .enum(['adaptive', 'disabled'], 'is neither adaptive nor disabled')
    .optional()
    .describe('Whether it thinks as much as it sees fit (`adaptive`) or not at all (`disabled`)'),
  maxThinkingTokens: z.int().nonnegative().optional().describe('A fixed budget for thinking, in tokens'),
  fallbackModel: word.optional().describe('The model to use while the chosen one is overloaded'),
  systemPrompt: z.string().optional().describe("In the place of the CLI's own system prompt"),
  appendSystemPrompt: z.string().optional().describe("Behind the CLI's own system prompt"),
  agent: word.optional().describe('The agent that the conversation is held with, by name'),
  allowedTools: list.optional().describe('Rules of what is allowed without asking, such as `Bash(git status)`'),
  disallowedTools: list.optional().describe('Rules of what is never allowed'),
  tools: list.optional().describe('The built-in tools there are; `default` stands for all'),
  mcpConfig: z.unknown().optional().describe('MCP servers as an object or a list of them; with `--allow-config`'),
  strictMcpConfig: z.boolean().optional().describe('No other MCP servers than those of `mcpConfig`'),
  agents: z.unknown().optional().describe('Definitions of agents by name; with `--allow-config`'),
  settings: z.unknown().optional().describe("Settings over the person's own, as an object; with `--allow-config`"),
  settingSources: z
    .array(word)
    .optional()
    .describe('Which settings count: `user`, `project`, `local`; with `--allow-config`'),
  pluginDirs: z.array(path).optional().describe('Folders of plugins to load; with `--allow-config`'),
  commandId: commandId('a start that is sent again with it gives the session that it has started'),
})
export type StartSession = z.infer<typeof StartSession>

/** `POST /api/claude/sessions/:id/messages` */
export const SendMessage = z.strictObject({
  content: Content.describe('Text, or content blocks of the API'),
  commandId: commandId('a message that is sent again with it is taken once'),
  force,
  trust,
  whenBusy: z
    .enum(['queue', 'now'])
    .optional()
    .describe('While a turn runs: `queue` keeps it here until the turn has ended, `now` gives it to the CLI at once'),
})
export type SendMessage = z.infer<typeof SendMessage>

/** `POST /api/claude/sessions/:id/permission` */
export const DecidePermission = z.strictObject({
  request_id: z.string().min(1).describe('Which request is answered: `requestId` of the inbox'),
  behavior: z.enum(['allow', 'deny']).describe('Whether it may be done'),
  message: z.string().optional().describe('What Claude is told of a refusal'),
  interrupt: z.boolean().optional().describe('With a refusal: end the turn, too'),
  updatedInput: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What is to be done instead: the whole input; also the answers to questions'),
  updatedPermissions: z
    .array(z.looseObject({ type: z.string().describe('What is changed, such as `addRules` or `setMode`') }))
    .optional()
    .describe("Rules to keep from now on, mostly the request's own `suggestions`"),
  inputHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex')
    .optional()
    .describe('SHA-256 (hex) of the input that the person saw, as RFC 8785 writes it: any other is refused'),
  commandId: commandId('an answer that is sent again with it counts once'),
})
export type DecidePermission = z.infer<typeof DecidePermission>

/** `POST /api/claude/sessions/:id/control`: a control request of the CLI's protocol. */
export const ControlCommand = z.looseObject({
  subtype: word.describe('Which request it is, of the table below; its fields stand beside it'),
  commandId: commandId('a request that is sent again with it is made once'),
})
export type ControlCommand = z.infer<typeof ControlCommand>

/** `PATCH /api/claude/sessions/:id` */
export const UpdateSession = z.strictObject({
  title: z.string().max(500).optional().describe('What it is called; an empty one takes the name away'),
  tag: z.string().max(200).nullable().optional().describe('A word to find it by; null takes it away'),
  archived: z.boolean().optional().describe('Whether it is put away'),
  read: z.boolean().optional().describe('Whether a person has seen how it ended'),
})
export type UpdateSession = z.infer<typeof UpdateSession>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex')

const confirm = z
  .array(path)
  .max(1000)
  .optional()
  .describe('The paths of `needs_confirmation` that a person was asked about by name and wants put back')

/** `POST /api/claude/sessions/:id/file-history/:name/restore` */
export const RestoreVersion = z.strictObject({
  to: path
    .optional()
    .describe(
      'Where to; by default where the version was. Another file that this session has changed, or one that is not there yet',
    ),
  dryRun,
  knownSha256: sha256
    .nullable()
    .optional()
    .describe('Of what the person saw in the file, null for no file: one that holds anything else is left alone'),
  force: z.boolean().optional().describe('Write it whatever the file holds now'),
  confirm,
})
export type RestoreVersion = z.infer<typeof RestoreVersion>

/** `POST /api/claude/sessions/:id/rewind` */
export const RewindFiles = z.strictObject({
  messageUuid: word.describe('The message to whose time the files go back'),
  dryRun,
  known: z
    .record(path, sha256.nullable())
    .optional()
    .describe(
      'SHA-256 by path of what the person saw, as the dry run says it: where one holds anything else, nothing is done',
    ),
  confirm,
})
export type RewindFiles = z.infer<typeof RewindFiles>
