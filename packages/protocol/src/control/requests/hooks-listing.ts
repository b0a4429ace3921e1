import { z } from 'zod'
import { Json, loose } from '../../lines/define.ts'
import { SettingsError } from '../catalogue.ts'
import { fromHost } from '../control-entry.ts'

const text = z.string().optional()
const flag = z.boolean().optional()

const HookEvent = { name: z.string(), summary: text, supportsMatcher: flag }

const ListedHook = loose({
  event: z.string(),
  matcher: text,
  source: text,
  sourceLabel: text,
  pluginName: text,
  type: text,
  displayText: text,
  commandText: text,
  contentLabel: text,
  condition: text,
  timeout: z.number().optional(),
  statusMessage: text,
  runsOnce: flag,
  runsInBackground: flag,
  disabled: flag,
  editable: loose({ matcher: text, config: Json.optional(), headersRedacted: flag }).optional(),
})

export const HooksListing = loose({
  hooks: z.array(ListedHook),
  events: z.array(loose({ ...HookEvent, hookCount: z.number().optional() })).optional(),
  eventCatalog: z.array(loose(HookEvent)).optional(),
  policy: loose({
    disabledByPolicy: flag,
    managedOnly: flag,
    pluginOnly: flag,
    allDisabled: flag,
    policyHookCount: z.number().optional(),
    policyUnreadable: flag,
  }).optional(),
  safeMode: loose({ managedHooksStillApply: flag, exitHint: text }).optional(),
  bareMode: loose({ exitHint: text }).optional(),
  errors: z.array(SettingsError).optional(),
})
export type HooksListing = z.infer<typeof HooksListing>

export const hooksListingRequests = {
  get_hooks_listing: fromHost(
    'get_hooks_listing',
    {},
    HooksListing,
    'published',
    'Lists the hooks that are set up, and where each comes from.',
  ),
} as const
