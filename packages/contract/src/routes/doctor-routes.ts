import { z } from 'zod'
import { defineRoute } from './define-route.ts'

const folder = {
  path: z.string(),
  exists: z.boolean(),
  problem: z.string().nullable().describe('Why it cannot be used as it must'),
  files: z.number().int(),
  bytes: z.number().int(),
}

export const DoctorReport = z.object({
  node: z.object({ version: z.string(), path: z.string() }),
  platform: z.string(),
  cli: z
    .object({
      path: z.string(),
      origin: z.enum(['named', 'variable', 'path', 'local', 'node_modules']).describe('How it was found'),
      version: z.string().nullable(),
      tested: z.boolean().describe('It is as new as the oldest that we are tested with'),
    })
    .nullable(),
  login: z.object({
    state: z.enum(['in', 'out', 'unknown']),
    method: z.string().nullable().describe("In the CLI's own words"),
  }),
  claudeDir: z.object({ ...folder, projects: z.number().int(), transcripts: z.number().int() }),
  data: z.object(folder),
  problems: z.array(z.string()).describe('What is wrong, each in a sentence with what to do'),
})
export type DoctorReport = z.infer<typeof DoctorReport>

export const doctorRoutes = {
  report: defineRoute({
    method: 'GET',
    path: '/api/doctor',
    policy: 'signed_in',
    summary: 'Whether a session could be started here, and what is missing',
    notes: 'Asks the CLI for its version and its login. No credential is read or shown.',
    answer: DoctorReport,
  }),
}
