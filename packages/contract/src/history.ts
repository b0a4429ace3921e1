import { z } from 'zod'

/** `GET /api/claude/clean-up`: what the CLI's clean-up takes, and what we keep of it. */
export const HistoryAnswer = z.object({
  cleanup: z.object({
    days: z
      .number()
      .describe('For so long the CLI keeps a session after it was last active, when it runs in a terminal'),
    source: z
      .enum(['default', 'user', 'managed'])
      .describe('Who says so: the CLI itself, the user, or the machine’s administrator, whose word counts over ours'),
  }),
  copies: z.object({
    on: z.boolean().describe('Whether what will be deleted soon is copied by itself'),
    maxBytes: z.number(),
    usedBytes: z.number().describe('What all copies need, unpacked too'),
    count: z.number().describe('Sessions of which there is a copy'),
    uncovered: z
      .array(
        z.object({
          sessionId: z.string(),
          title: z.string(),
          projectPath: z.string().nullable(),
          deletedOn: z.string(),
          why: z.enum(['no room', 'failed']),
          reason: z.string(),
        }),
      )
      .describe('Sessions that will be deleted soon and could not be copied'),
  }),
  gone: z
    .array(
      z.object({
        sessionId: z.string(),
        title: z.string(),
        projectPath: z.string().nullable(),
        modified: z.string(),
        noticed: z.string(),
        kept: z.boolean().describe('There is a copy'),
      }),
    )
    .describe("What the CLI's clean-up has deleted since somebody last confirmed it"),
  told: z.boolean().describe('Somebody has read that the CLI deletes sessions'),
})
export type HistoryAnswer = z.infer<typeof HistoryAnswer>

const GIGABYTE = 1_000_000_000

/** `PATCH /api/claude/clean-up`: only what is named changes. */
export const PatchHistory = z.strictObject({
  on: z.boolean().optional().describe('Whether what will be deleted soon is copied by itself'),
  maxBytes: z
    .number()
    .int()
    .min(GIGABYTE / 10)
    .max(10_000 * GIGABYTE)
    .optional()
    .describe('The most that all copies may need'),
  told: z.literal(true).optional().describe('That the CLI deletes sessions was read'),
  confirmGone: z.literal(true).optional().describe('What was deleted was read: the list is emptied'),
})
export type PatchHistory = z.infer<typeof PatchHistory>
