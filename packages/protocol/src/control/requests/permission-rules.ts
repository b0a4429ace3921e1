import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { PermissionBehavior } from '../../permissions/permission.ts'
import { SettingsError } from '../catalogue.ts'
import { fromHost } from '../control-entry.ts'

const text = z.string().optional()

/** A rule in force, as the CLI writes it: `parsePermissionRule` reads `rule`. */
export const PermissionRuleInForce = loose({
  behavior: PermissionBehavior,
  source: open(
    'userSettings',
    'projectSettings',
    'localSettings',
    'flagSettings',
    'policySettings',
    'cliArg',
    'command',
    'session',
    'mcpMount',
    'toolsNarrowing',
    'mcpServerPolicy',
    'hostCredential',
  ),
  rule: z.string(),
  /** A sentence in three parts, the middle one to be set off. */
  description: loose({ prefix: z.string(), emphasis: text, suffix: text }).optional(),
  editability: open('persistent', 'session', 'readonly').optional(),
  notInEffect: z.boolean().optional(),
})
export type PermissionRuleInForce = z.infer<typeof PermissionRuleInForce>

/** Rules of a folder that is not trusted are missing here, though `get_settings` still shows them. */
export const PermissionRulesState = loose({
  rules: z.array(PermissionRuleInForce),
  workspaceDirectories: z.array(loose({ path: z.string(), source: text })).optional(),
  originalCwd: text,
  managedOnly: z.boolean().optional(),
  errors: z.array(SettingsError).optional(),
  withheld: z.boolean().optional(),
})
export type PermissionRulesState = z.infer<typeof PermissionRulesState>

export const permissionRuleRequests = {
  list_permission_rules: fromHost(
    'list_permission_rules',
    {},
    loose({ state: PermissionRulesState }),
    'published',
    'Lists the rules in force, and where each comes from.',
  ),
} as const
