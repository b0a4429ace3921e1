import { join } from 'node:path'
import { toCleanupDays } from '@quarterdeck/archive'
import type { Allowance } from '@quarterdeck/contract'
import { type ChangeRule, settingsRoutes } from '@quarterdeck/contract/routes'
import { type Audit, toWho } from '../../audit/audit-entry.ts'
import { findMainRoot } from '../../files/find-main-root.ts'
import type { Caller } from '../../gate/caller.ts'
import { findRuleProblem, isNegated } from '../../policy/rule-text.ts'
import { ServerError } from '../../server-error.ts'
import { type ServedRoute, serve } from '../app/serve.ts'
import { changeSettings } from './change-settings.ts'
import { openTrustedProject, type ProjectGate } from './open-trusted-project.ts'
import { withoutRule, withRule } from './with-rule.ts'

export interface SettingsParts extends ProjectGate {
  /** Of the CLI, where the user's own settings are. */
  claudeDir: string
  audit: Audit
  allows: Allowance
}

interface RuleChange {
  word: 'added' | 'removed'
  change: typeof withRule
}

type Source = ChangeRule['source']

/** The only files there are for this route; nothing that a caller sends becomes a part of a path but the project. */
const NAMES: Readonly<Record<Source, string>> = {
  user: 'settings.json',
  project: '.claude/settings.json',
  local: '.claude/settings.local.json',
}

/** Rules for good, and a few settings of the user. What would allow more is for the operator to permit. */
export function createSettingsRoutes({ claudeDir, audit, allows, ...gate }: SettingsParts): ServedRoute[] {
  return [
    serve(settingsRoutes.addRule, async ({ body, caller }) => {
      const problem = findRuleProblem(body.rule)
      if (problem !== null) throw new ServerError('bad_request', `'${body.rule.slice(0, 200)}' ${problem}.`)
      if (body.behavior === 'allow') assertConfig('A rule that allows something is written')
      const bases = await toBases(body)
      // What allows something stands where newer CLIs look; what forbids, wherever any does.
      const wanted = body.behavior === 'allow' ? bases.slice(0, 1) : bases
      for (const base of wanted) changeRule(base, body, caller, { word: 'added', change: withRule })
      return { paths: wanted.map((base) => join(base, NAMES[body.source])), rule: body.rule }
    }),
    serve(settingsRoutes.removeRule, async ({ body, caller }) => {
      const { source, rule, behavior } = body
      if (behavior !== 'allow' || isNegated(rule))
        assertConfig('A rule that asks, denies or takes others back is removed')
      const bases = await toBases(body)
      const files = bases.map((base) => join(base, NAMES[source]))
      const paths = files.filter((_, at) =>
        changeRule(bases[at] ?? '', body, caller, { word: 'removed', change: withoutRule }),
      )
      if (paths.length > 0) return { paths, rule }
      const looked = files.map((file) => `'${file}'`).join(' or ')
      throw new ServerError('not_found', `There is no rule '${rule.slice(0, 200)}' of '${behavior}' in ${looked}.`)
    }),
    serve(settingsRoutes.changeUser, ({ body: { confirm, ...body }, caller }) => {
      const names = Object.keys(body)
      if (names.length === 0) throw new ServerError('bad_request', 'Name a setting that is to change.')
      let was: Readonly<Record<string, unknown>> = {}
      changeSettings({
        base: claudeDir,
        name: NAMES.user,
        change: (settings) => {
          was = toPlain(settings, names)
          const kept = Object.entries(settings).filter(([name]) => !Object.hasOwn(body, name))
          const set = Object.entries(body).filter(([, value]) => value !== null)
          const changed = Object.fromEntries([...kept, ...set])
          if (confirm === undefined) assertKeeps(toCleanupDays(settings), toCleanupDays(changed))
          return changed
        },
        note: (event, path) =>
          audit.write({
            ...{ event: `settings_${event}`, ...toWho(caller), path, settings: names },
            ...{ was, is: toPlain(body, names) },
          }),
      })
      return { path: join(claudeDir, NAMES.user) }
    }),
  ]

  function assertConfig(what: string): void {
    if (!allows.config)
      throw new ServerError(
        'not_allowed',
        `${what} only on a server started with --allow-config, since more would be allowed.`,
      )
  }

  /** False where nothing had to change. */
  function changeRule(base: string, { source, behavior, rule }: ChangeRule, caller: Caller, how: RuleChange): boolean {
    return changeSettings({
      base,
      name: NAMES[source],
      change: (settings) => how.change(settings, behavior, rule),
      note: (event, path) =>
        audit.write({
          event: `rule_${event === 'wanted' ? '' : 'not_'}${how.word}`,
          ...toWho(caller),
          path,
          behavior,
          rule,
        }),
    })
  }

  /** A person's own rules for a project are kept with its repository by newer CLIs, and in the folder itself by older ones. */
  async function toBases({ source, cwd }: Pick<ChangeRule, 'source' | 'cwd'>): Promise<string[]> {
    if (source === 'user') return [claudeDir]
    if (cwd === undefined)
      throw new ServerError('bad_request', "'cwd' says which project it is about; only the user's settings need none.")
    const project = await openTrustedProject(cwd, gate)
    const root = source === 'local' ? findMainRoot(project) : null
    if (root === null || root === project || !gate.isTrusted(root)) return [project]
    return [await openTrustedProject(root, gate), project]
  }
}

const LONGEST_FACT = 200

/** For the record: these settings are words and numbers, whatever else somebody has put into the file. */
function toPlain(settings: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const toFact = (value: unknown) =>
    typeof value === 'string' ? value.slice(0, LONGEST_FACT) : typeof value === 'number' ? value : null
  return Object.fromEntries(names.map((name) => [name, toFact(settings[name])]))
}

/** What the CLI has deleted, nobody brings back. */
function assertKeeps(wasDays: number, days: number): void {
  if (days >= wasDays) return
  throw new ServerError(
    'needs_confirmation',
    `Claude Code would delete all sessions that are older than ${days === 1 ? 'a day' : `${days} days`} when it next starts, for good; now it keeps them for ${wasDays}. Send "confirm": "delete_older" with it to have it so.`,
    { details: { days, wasDays } },
  )
}
