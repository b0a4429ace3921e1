import { useState } from 'react'
import { useAnswer } from '../reading/use-reading.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { AddRule } from './AddRule.tsx'
import { type PanelProps, toCwd, toCwdQuery } from './panel-props.ts'
import { canTakeBack, type RuleInForce, readRules, toFileRules, toFileSource } from './read-rules.ts'
import { Saying } from './Saying.tsx'
import type { SettingsAnswer } from './settings-answer.ts'
import { useDoing } from './use-doing.ts'

const BEHAVIOURS = [
  { behavior: 'allow', name: 'Allowed without asking' },
  { behavior: 'ask', name: 'Always asked about' },
  { behavior: 'deny', name: 'Never allowed' },
] as const

/** `/permissions`: the rules in force, and rules for this session. */
export function PermissionsPanel(props: PanelProps) {
  const { row, ask, api } = props
  const [note, setNote] = useState<string | null>(null)
  const { data, problem, reload } = useAnswer<readonly RuleInForce[]>('rules', async () => {
    if (row?.live) {
      try {
        return readRules(await ask({ subtype: 'list_permission_rules' }))
      } catch (error) {
        setNote(`${(error as Error).message} These are the rules of the files.`)
      }
    } else setNote('The session does not run: these are the rules of the files.')
    return toFileRules((await api.call<SettingsAnswer>(`/api/claude/settings${toCwdQuery(props)}`)).layers)
  })
  const doing = useDoing()
  // The CLI needs a moment to notice that a file has changed.
  const [gone, setGone] = useState<readonly string[]>([])
  const rules = (data ?? []).filter((each) => !gone.includes(toKey(each)))
  const own = rules.filter(({ source }) => source === 'flagSettings')

  /** The rules that were added here are sent whole: what is left out is gone. */
  function setOwn(rules: readonly RuleInForce[], done: string) {
    const permissions = Object.fromEntries(
      BEHAVIOURS.map(({ behavior }) => [
        behavior,
        rules.filter((each) => each.behavior === behavior).map(({ rule }) => rule),
      ]),
    )
    void doing.run(() => ask({ subtype: 'apply_flag_settings', settings: { permissions } }), done).then(reload)
  }

  function remove(rule: RuleInForce) {
    const source = toFileSource(rule.source)
    if (source === null)
      setOwn(
        own.filter((each) => each !== rule),
        `${rule.rule} is taken back.`,
      )
    else {
      const body = { source, rule: rule.rule, ...(source !== 'user' && { cwd: toCwd(props) }) }
      void doing.run(async () => {
        await api.call('/api/claude/settings/remove-allow-rule', { method: 'POST', body })
        setGone((known) => [...known, toKey(rule)])
      }, `${rule.rule} is out of the file. Newer versions of Claude Code notice at once, older ones at their next start.`)
    }
  }

  return (
    <>
      {note !== null && <p className="quiet">{note}</p>}
      {BEHAVIOURS.map(({ behavior, name }) => (
        <section key={behavior} aria-label={name}>
          <h2>{name}</h2>
          <RuleList rules={rules.filter((each) => each.behavior === behavior)} onRemove={remove} />
        </section>
      ))}
      <AddRule
        isBusy={doing.isBusy}
        onAdd={(behavior, rule) =>
          setOwn([...own, { behavior, rule, source: 'flagSettings', where: '' }], `${rule} counts for this session.`)
        }
      />
      <p className="quiet">
        Rules for good come from “Always allow…” on a card, or stand in the file that is named; those that allow
        something can be taken back. Rules added here need a server started with <code>--allow-config</code>, and last
        as long as the session runs.
      </p>
      <Saying problem={doing.problem ?? problem} isLoading={data === null || doing.isBusy} done={doing.done} />
    </>
  )
}

function RuleList({ rules, onRemove }: { rules: readonly RuleInForce[]; onRemove: (rule: RuleInForce) => void }) {
  if (rules.length === 0) return <p className="quiet">None.</p>
  return (
    <ul className="panel-rules">
      {rules.map((each) => (
        <li key={toKey(each)}>
          <code>{toVisibleText(each.rule)}</code> <span className="quiet">{toVisibleText(each.where)}</span>
          {canTakeBack(each) && (
            <button
              type="button"
              className="small-button"
              aria-label={`Take back ${each.rule}`}
              onClick={() => onRemove(each)}
            >
              Take back
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function toKey({ source, behavior, rule }: RuleInForce): string {
  return `${source} ${behavior} ${rule}`
}
