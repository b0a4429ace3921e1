import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'

export const SkillInput = loose({ skill: z.string(), args: z.string().optional() })
export type SkillInput = z.infer<typeof SkillInput>

/** A skill adds to the conversation (`inline`), or runs in an agent of its own (`forked`), which has `agentId` and `result`. */
export const SkillResult = loose({
  commandName: z.string(),
  success: z.boolean().optional(),
  status: open('inline', 'forked').optional(),
  allowedTools: z.array(z.string()).optional(),
  model: z.string().optional(),
  readOnly: z.boolean().optional(),
  agentId: z.string().optional(),
  result: z.string().optional(),
  background: z.boolean().optional(),
})
export type SkillResult = z.infer<typeof SkillResult>
