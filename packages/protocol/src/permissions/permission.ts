import { z } from 'zod'
import { byWord } from '../lines/by-word.ts'
import { Json, loose, open } from '../lines/define.ts'

/**
 * Older CLIs also know `delegate`; newer ones take `manual` for `default` when they are told a mode and never say it
 * themselves.
 */
export const PermissionMode = open('default', 'acceptEdits', 'bypassPermissions', 'plan', 'dontAsk', 'auto')
export type PermissionMode = z.infer<typeof PermissionMode>

export const PermissionBehavior = open('allow', 'deny', 'ask')
export type PermissionBehavior = z.infer<typeof PermissionBehavior>

/** Where a changed permission is kept: in a settings file, or only as long as the process lives. */
export const PermissionUpdateDestination = open('userSettings', 'projectSettings', 'localSettings', 'session', 'cliArg')
export type PermissionUpdateDestination = z.infer<typeof PermissionUpdateDestination>

export const PermissionRuleValue = loose({ toolName: z.string(), ruleContent: z.string().optional() })
export type PermissionRuleValue = z.infer<typeof PermissionRuleValue>

const destination = PermissionUpdateDestination

function rulesUpdate<T extends string>(type: T) {
  return loose({
    type: z.literal(type),
    rules: z.array(PermissionRuleValue),
    behavior: PermissionBehavior,
    destination,
  })
}

function directoriesUpdate<T extends string>(type: T) {
  return loose({ type: z.literal(type), directories: z.array(z.string()), destination })
}

const permissionUpdates = {
  addRules: rulesUpdate('addRules'),
  replaceRules: rulesUpdate('replaceRules'),
  removeRules: rulesUpdate('removeRules'),
  setMode: loose({ type: z.literal('setMode'), mode: PermissionMode, destination }),
  addDirectories: directoriesUpdate('addDirectories'),
  removeDirectories: directoriesUpdate('removeDirectories'),
} as const

/** A change of permissions. A newer CLI may suggest other kinds than these six: every `switch` on `type` needs a default. */
export type PermissionUpdate = z.infer<(typeof permissionUpdates)[keyof typeof permissionUpdates]>
export const PermissionUpdate = byWord<PermissionUpdate>('type', permissionUpdates)

export const PermissionDecisionClassification = open('user_temporary', 'user_permanent', 'user_reject')
export type PermissionDecisionClassification = z.infer<typeof PermissionDecisionClassification>

/** The answer to `can_use_tool`. `updatedInput` replaces the input whole; CLI 2.1.38 refuses an allow without it. */
export const PermissionResult = z.discriminatedUnion('behavior', [
  loose({
    behavior: z.literal('allow'),
    updatedInput: Json.optional(),
    updatedPermissions: z.array(PermissionUpdate).optional(),
    toolUseID: z.string().optional(),
    decisionClassification: PermissionDecisionClassification.optional(),
  }),
  loose({
    behavior: z.literal('deny'),
    message: z.string(),
    interrupt: z.boolean().optional(),
    toolUseID: z.string().optional(),
    decisionClassification: PermissionDecisionClassification.optional(),
  }),
])
export type PermissionResult = z.infer<typeof PermissionResult>
