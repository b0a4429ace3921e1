import { z } from 'zod'
import { Json, loose, open } from '../../lines/define.ts'
import { Done, fromHost } from '../control-entry.ts'

const text = z.string().optional()
const flag = z.boolean().optional()

/** `canRewind: false` comes as a success, with the reason in `error`. The counts come with a dry run only. */
export const RewindFilesResult = loose({
  canRewind: z.boolean(),
  error: text,
  filesChanged: z.array(z.string()).optional(),
  insertions: z.number().optional(),
  deletions: z.number().optional(),
  skippedLinks: z.number().optional(),
})
export type RewindFilesResult = z.infer<typeof RewindFilesResult>

export const ReadFileResult = loose({
  contents: z.string(),
  absPath: text,
  requested_path: text,
  truncated: flag,
  encoding: open('base64').optional(),
  lossy: flag,
  anchor: text,
  offset: z.number().optional(),
  read_bytes: z.number().optional(),
  total_bytes: z.number().optional(),
  etag: text,
})
export type ReadFileResult = z.infer<typeof ReadFileResult>

const readFile = {
  path: z.string(),
  max_bytes: z.number().optional(),
  encoding: open('utf-8', 'base64').optional(),
  anchor: Json.optional(),
  offset: z.number().optional(),
  for_upload: flag,
  liveReply: flag,
}

export const fileRequests = {
  file_suggestions: fromHost(
    'file_suggestions',
    { query: z.string() },
    loose({ suggestions: z.array(loose({ path: z.string(), score: z.number().optional() })), cwd: text }),
    'published',
    'Completes a file name after @, beside our own index, which also knows a session that does not run.',
  ),
  read_file: fromHost(
    'read_file',
    readFile,
    ReadFileResult,
    'published',
    'Shows a file, as far as the rules for reading let it.',
  ),
  seed_read_state: fromHost(
    'seed_read_state',
    { path: z.string(), mtime: z.number() },
    Done,
    'published',
    'Not sent by itself: it makes the CLI take a file as read. Passed on when a client asks.',
  ),
  rewind_files: fromHost(
    'rewind_files',
    { user_message_id: z.string(), dry_run: flag },
    RewindFilesResult,
    'documented',
    'Brings the files back to how they were at a message, after a dry run that shows what would change.',
  ),
  register_repo_root: fromHost(
    'register_repo_root',
    { directory: z.string(), reload_claude_md: flag, reload_plugins: flag, reload_skills: flag },
    loose({ directory: text }),
    'published',
    'Adds a folder to a running session, below its own or one it was launched with.',
  ),
} as const
