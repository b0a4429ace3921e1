import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { ModelUsage } from '../../usage.ts'
import { fromHost } from '../control-entry.ts'

const count = z.number().optional()
const share = z.number().nullish()

/** How much of a limit is used up, in percent, and when it begins anew. */
export const RateLimitWindow = loose({ utilization: share, resets_at: z.string().nullish() })
export type RateLimitWindow = z.infer<typeof RateLimitWindow>

const window = RateLimitWindow.nullish()

const RateLimits = loose({
  five_hour: window,
  seven_day: window,
  seven_day_oauth_apps: window,
  seven_day_opus: window,
  seven_day_sonnet: window,
  model_scoped: z
    .array(loose({ display_name: z.string(), utilization: share, resets_at: z.string().nullish() }))
    .optional(),
  extra_usage: loose({
    is_enabled: z.boolean().optional(),
    monthly_limit: share,
    used_credits: share,
    utilization: share,
    currency: z.string().nullish(),
  }).nullish(),
})

const shares = z.array(loose({ name: z.string(), pct: z.number() })).optional()

/** What the usage of a day or a week went into. */
const Behaviors = loose({
  request_count: count,
  session_count: count,
  behaviors: z
    .array(
      loose({
        key: open(
          'cache_miss',
          'long_context',
          'subagent_heavy',
          'high_parallel',
          'cron',
          'max_effort',
          'workflow',
          'always_on_context',
          'large_tool_results',
        ),
        pct: z.number(),
        count,
      }),
    )
    .optional(),
  recommendations: z
    .array(loose({ key: z.string(), pct: count, title: z.string(), detail: z.string().optional() }))
    .optional(),
  agents: shares,
  skills: shares,
  plugins: shares,
  mcp_servers: shares,
})

export const UsageResult = loose({
  session: loose({
    total_cost_usd: z.number(),
    total_api_duration_ms: count,
    total_duration_ms: count,
    total_lines_added: count,
    total_lines_removed: count,
    model_usage: z.record(z.string(), ModelUsage).optional(),
  }),
  subscription_type: z.string().nullish(),
  rate_limits_available: z.boolean().optional(),
  rate_limits: RateLimits.nullish(),
  behaviors: loose({ day: Behaviors.optional(), week: Behaviors.optional() }).nullish(),
})
export type UsageResult = z.infer<typeof UsageResult>

export const usageRequests = {
  get_usage: fromHost(
    'get_usage',
    { skip_behaviors: z.boolean().optional() },
    UsageResult,
    'published',
    'Shows how much of the limits of a subscription is used up, and the cost of the session.',
  ),
  get_session_cost: fromHost(
    'get_session_cost',
    {},
    loose({ text: z.string() }),
    'published',
    'Not sent by itself: the cost comes with every result. Passed on when a client asks.',
  ),
} as const
