import type { NoticeEntry } from '../state/entry.ts'

/** A limit of the plan, as the CLI sends it. */
export interface LimitInfo {
  status: string
  rateLimitType?: string | undefined
  /** In seconds. */
  resetsAt?: number | undefined
  /** A part of one. */
  utilization?: number | undefined
}

const NAMES: Readonly<Record<string, string>> = {
  five_hour: 'The five-hour limit of the plan',
  seven_day: 'The weekly limit of the plan',
  seven_day_overage_included: 'The weekly limit of the plan',
  seven_day_opus: 'The weekly limit for Opus',
  seven_day_sonnet: 'The weekly limit for Sonnet',
  overage: 'The limit for extra usage',
}
/** The last moment that a date can name. */
const LATEST_S = 8.64e12

/** The notice for a limit that is reached or near; null where people know it already. */
export function toLimitNews(
  info: LimitInfo,
  known: LimitInfo | undefined,
): Pick<NoticeEntry, 'tone' | 'text' | 'until'> | null {
  const { status, rateLimitType = '', resetsAt, utilization } = info
  const isKnown = known?.status === status && known.resetsAt === resetsAt
  const name = toLimitName(rateLimitType)
  const at = toTime(resetsAt)
  const until = at === undefined ? {} : { until: at }
  if (status === 'rejected') return { tone: 'error', text: `${name} is reached.`, ...until }
  if (status !== 'allowed_warning' || isKnown) return null
  const used = typeof utilization !== 'number' ? '' : `: ${Math.round(utilization * 100)} % are used`
  return { tone: 'warning', text: `${name} is near${used}.`, ...until }
}

function toLimitName(type: string): string {
  return (Object.hasOwn(NAMES, type) ? NAMES[type] : null) ?? 'The limit of the plan'
}

function toTime(seconds: unknown): string | undefined {
  const isTime = typeof seconds === 'number' && Math.abs(seconds) <= LATEST_S
  return isTime ? new Date(seconds * 1000).toISOString() : undefined
}

/** A limit of the plan, and how much of it is used where the CLI says so. */
export interface PlanLimit {
  name: string
  isReached: boolean
  /** A part of one. */
  share?: number
  until?: string
}

/** The limits of the plan that the CLI has sent. */
export function toPlanLimits(rateLimits: Readonly<Record<string, unknown>>): PlanLimit[] {
  return Object.entries(rateLimits).map(([kind, limit]) => {
    const { status, resetsAt, utilization } = (limit ?? {}) as Partial<LimitInfo>
    const until = toTime(resetsAt)
    return {
      name: toLimitName(kind),
      isReached: status === 'rejected',
      ...(typeof utilization === 'number' && Number.isFinite(utilization) && { share: utilization }),
      ...(until !== undefined && { until }),
    }
  })
}
