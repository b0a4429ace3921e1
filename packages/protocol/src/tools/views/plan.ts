import { z } from 'zod'
import { loose } from '../../lines/define.ts'

export const EnterPlanModeInput = loose({})
export type EnterPlanModeInput = z.infer<typeof EnterPlanModeInput>

export const EnterPlanModeResult = loose({ message: z.string() })
export type EnterPlanModeResult = z.infer<typeof EnterPlanModeResult>

/**
 * The model's own input is all but empty: `plan` and `planFilePath` are put in by the CLI, from the plan file, where there is
 * one. 2.1.38 always has `plan`.
 */
export const ExitPlanModeInput = loose({
  plan: z.string().optional(),
  planFilePath: z.string().optional(),
  allowedPrompts: z.array(loose({ tool: z.string().optional(), prompt: z.string().optional() })).optional(),
  pushToRemote: z.boolean().optional(),
  remoteSessionId: z.string().optional(),
  remoteSessionUrl: z.string().optional(),
  remoteSessionTitle: z.string().optional(),
})
export type ExitPlanModeInput = z.infer<typeof ExitPlanModeInput>

export const ExitPlanModeResult = loose({
  plan: z.string().nullable(),
  isAgent: z.boolean().optional(),
  filePath: z.string().optional(),
  planWasEdited: z.boolean().optional(),
  hasTaskTool: z.boolean().optional(),
  pushToRemote: z.boolean().optional(),
  remoteSessionId: z.string().optional(),
  remoteSessionUrl: z.string().optional(),
  awaitingLeaderApproval: z.boolean().optional(),
  requestId: z.string().optional(),
})
export type ExitPlanModeResult = z.infer<typeof ExitPlanModeResult>
