import { useState } from 'react'
import { useAnswer } from '../reading/use-reading.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { AddRule } from './AddRule.tsx'
import { type PanelProps, toCwdQuery } from './panel-props.ts'
import { type RuleInForce, readRules, toFileRules } from './read-rules.ts'
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
  const own = (data ?? []).filter(({ source }) => source === 'flagSettings')

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

  return (
    <>
      {note !== null && <p className="quiet">{note}</p>}
      {BEHAVIOURS.map(({ behavior, name }) => (
        <section key={behavior} aria-label={name}>
          <h2>{name}</h2>
          <RuleList
            rules={(data ?? []).filter((each) => each.behavior === behavior)}
            onRemove={(rule) =>
              setOwn(
                own.filter((each) => each !== rule),
                `${rule.rule} is taken back.`,
              )
            }
          />
        </section>
      ))}
      <AddRule
        isBusy={doing.isBusy}
        onAdd={(behavior, rule) =>
          setOwn([...own, { behavior, rule, source: 'flagSettings', where: '' }], `${rule} counts for this session.`)
        }
      />
      <p className="quiet">
        Rules for good come from “Always allow…” on a card, or stand in the file that is named. Rules from here need a
        server started with <code>--allow-config</code>, and last as long as the session runs.
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
        <li key={`${each.source} ${each.rule}`}>
          <code>{toVisibleText(each.rule)}</code> <span className="quiet">{toVisibleText(each.where)}</span>
          {each.source === 'flagSettings' && (
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
