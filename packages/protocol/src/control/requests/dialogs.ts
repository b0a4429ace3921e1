import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { fromHost } from '../control-entry.ts'
import { SandboxDialog } from './sandbox-dialog.ts'

const text = z.string().optional()
const flag = z.boolean().optional()

const Switch = { enabled: flag, toggleable: flag, status: text }

export const MemoryDialog = loose({
  files: z.array(
    loose({
      kind: open('user', 'project', 'project-alt', 'local', 'other').optional(),
      path: z.string(),
      label: text,
      description: text,
      exists: flag,
    }),
  ),
  folders: z
    .array(loose({ kind: open('auto', 'team', 'agent').optional(), path: z.string(), label: text, description: text }))
    .optional(),
  memories: z
    .array(
      loose({
        name: z.string(),
        path: z.string(),
        description: z.string().nullish(),
        type: open('user', 'feedback', 'project', 'reference').nullish(),
        modified_ms: z.number().optional(),
      }),
    )
    .optional(),
  auto_memory: loose(Switch).optional(),
  auto_dream: loose({ ...Switch, shown: flag, detail: text }).optional(),
})
export type MemoryDialog = z.infer<typeof MemoryDialog>

export const SkillInfo = loose({
  name: z.string(),
  display_name: text,
  description: text,
  source: text,
  tokens: z.number().optional(),
  state: open('on', 'name-only', 'user-invocable-only', 'off').optional(),
  locked_by: open('author', 'plugin', 'policy', 'flag', 'reserved-name').optional(),
  advertised: flag,
  handles: loose({
    unqualified_name: text,
    aliases: z.array(z.string()).optional(),
    bare_name_reserved: flag,
  }).optional(),
})
export type SkillInfo = z.infer<typeof SkillInfo>

export const StatusSection = loose({ title: z.string(), rows: z.array(loose({ label: text, value: z.string() })) })
export type StatusSection = z.infer<typeof StatusSection>

export const dialogRequests = {
  get_memory_dialog: fromHost(
    'get_memory_dialog',
    {},
    MemoryDialog,
    'declared',
    'Lists the instruction files and memories of the session.',
  ),
  get_skills_dialog: fromHost(
    'get_skills_dialog',
    {},
    loose({ skills: z.array(SkillInfo) }),
    'declared',
    'Lists the skills with what each costs in context.',
  ),
  get_sandbox_dialog: fromHost(
    'get_sandbox_dialog',
    {},
    SandboxDialog,
    'declared',
    'Shows whether commands run in a sandbox, and what it keeps them from.',
  ),
  get_status: fromHost(
    'get_status',
    {},
    loose({ sections: z.array(StatusSection) }),
    'declared',
    'Shown as it is in the panel of session info.',
  ),
} as const
