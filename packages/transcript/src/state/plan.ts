/** The plan that Claude proposed with ExitPlanMode, and whether it was approved. */
export interface Plan {
  readonly text: string
  readonly path?: string
  readonly toolId: string
  readonly status: 'proposed' | 'approved' | 'refused'
}
