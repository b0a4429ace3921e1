import { z } from 'zod'
import { Origin } from '../messages/fields.ts'
import { byWord } from './by-word.ts'
import { entry, loose, open } from './define.ts'

/** What the API takes: another image type fails the whole turn, so it is refused here. */
export const ImageMediaType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
export type ImageMediaType = z.infer<typeof ImageMediaType>

const InputText = loose({ type: z.literal('text'), text: z.string() })

const UrlSource = loose({ type: z.literal('url'), url: z.string() })

const InputImage = loose({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    loose({ type: z.literal('base64'), media_type: ImageMediaType, data: z.string() }),
    UrlSource,
  ]),
})

const InputDocument = loose({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    loose({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: z.string() }),
    loose({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
    UrlSource,
  ]),
  title: z.string().nullish(),
  context: z.string().nullish(),
})

const InputToolResult = loose({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z
    .union([z.string(), z.array(z.discriminatedUnion('type', [InputText, InputImage, InputDocument]))])
    .optional(),
  is_error: z.boolean().optional(),
})

const inputBlocks = {
  text: InputText,
  image: InputImage,
  document: InputDocument,
  tool_result: InputToolResult,
} as const

/** A block of a prompt. Other types than these pass unchecked. */
export type InputBlock = z.infer<(typeof inputBlocks)[keyof typeof inputBlocks]>
export const InputBlock = byWord<InputBlock>('type', inputBlocks)

/** A prompt. The CLI ends at once, and the session with it, on one whose role is not `user`: so that is never optional. */
export const UserInput = loose({
  type: z.literal('user'),
  message: loose({ role: z.literal('user'), content: z.union([z.string(), z.array(InputBlock)]) }),
  session_id: z.string().optional(),
  parent_tool_use_id: z.string().nullish(),
  uuid: z.string().optional(),
  origin: Origin.optional(),
  priority: open('now', 'next', 'later').optional(),
  shouldQuery: z.boolean().optional(),
  timestamp: z.string().optional(),
  pasted_content: z.array(z.union([z.string(), z.array(InputBlock)])).optional(),
  inline_pastes: z.array(z.string()).optional(),
  client_composed: z.boolean().optional(),
  isSynthetic: z.boolean().optional(),
})
export type UserInput = z.infer<typeof UserInput>

export const KeepAlive = loose({ type: z.literal('keep_alive') })
export type KeepAlive = z.infer<typeof KeepAlive>

export const UpdateEnvironmentVariables = loose({
  type: z.literal('update_environment_variables'),
  variables: z.record(z.string(), z.string()),
  request_id: z.string().optional(),
})
export type UpdateEnvironmentVariables = z.infer<typeof UpdateEnvironmentVariables>

/** What the host writes besides the control messages. */
export const stdinEntries = {
  user: entry(
    UserInput,
    'documented',
    ['stdin'],
    'Sends what the person wrote, with a uuid of our own and the origin human.',
  ),
  keep_alive: entry(
    KeepAlive,
    'documented',
    ['stdin'],
    'Not written: the CLI needs no sign of life from a local host.',
  ),
  update_environment_variables: entry(
    UpdateEnvironmentVariables,
    'declared',
    ['stdin'],
    'Not written: it renews access tokens, and Quarterdeck never handles credentials.',
  ),
} as const
