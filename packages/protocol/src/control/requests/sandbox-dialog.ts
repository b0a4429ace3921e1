import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'

const text = z.string().optional()
const texts = z.array(z.string()).optional()
const flag = z.boolean().optional()

export const SandboxDialog = loose({
  supported: z.boolean(),
  enabled: z.boolean(),
  mode: open('auto-allow', 'regular', 'disabled').optional(),
  unsupported_reason: open('wsl1', 'platform', 'excluded_platform').optional(),
  unavailable_reason: text,
  enabled_in_settings: flag,
  locked: flag,
  overrides_locked: flag,
  policy_origins: texts,
  auto_allow_available: flag,
  no_sandbox_allowed: flag,
  unsandboxed_fallback: flag,
  dependencies: loose({ errors: texts, warnings: texts }).optional(),
  excluded_commands: texts,
  restrictions: loose({
    fs_deny_read: texts,
    fs_allow_read: texts,
    fs_allow_write: texts,
    fs_deny_write: texts,
    network_allowed_domains: texts,
    network_denied_domains: texts,
    network_managed: flag,
    unix_sockets: texts,
    allow_all_unix_sockets: flag,
    ignored_glob_patterns: texts,
  }).optional(),
})
export type SandboxDialog = z.infer<typeof SandboxDialog>
