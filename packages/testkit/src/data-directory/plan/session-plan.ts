import type { Chance } from '../chance.ts'
import type { Ids } from '../ids.ts'
import type { DamageKind } from '../oracle/oracle.ts'
import type { Feature, Style } from './features.ts'
import type { Plant } from './plan-needles.ts'
import type { ProjectPlan } from './plan-projects.ts'

/** Everything about a session that is decided before its first line is written. */
export interface SessionPlan {
  index: number
  id: string
  ids: Ids
  chance: Chance
  style: Style
  version: string
  model: string
  gitBranch: string
  slug: string
  project: ProjectPlan
  bytes: number
  isFixedSize: boolean
  startMs: number
  features: Set<Feature>
  plants: Plant[]
  damage: DamageKind | null
  copyOf: { index: number; kind: 'fork' | 'resume' } | null
  /** Another session repeats its lines, so they are kept until then. */
  isCopied: boolean
  continuedIn: string | null
}
