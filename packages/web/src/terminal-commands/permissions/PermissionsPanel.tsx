import { useState } from 'react'
import { useLive } from '../../frame/quarterdeck.ts'
import { Skeleton } from '../../frame/Skeleton.tsx'
import { useAnswer } from '../../reading/use-reading.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { ActionOutcome } from '../ActionOutcome.tsx'
import { type PanelProps, toCwd } from '../panel-props.ts'
import { useAction } from '../use-action.ts'
import { AddRule, type RulePlace } from './AddRule.tsx'
import { canTakeBack, type FileSource, type RuleInForce, readRules, toFileRules, toFileSource } from './read-rules.ts'

const BEHAVIOURS = [
  { behavior: 'allow', name: 'Allowed without asking' },
  { behavior: 'ask', name: 'Always asked about' },
  { behavior: 'deny', name: 'Never allowed' },
] as const

const NOTICED = 'Newer versions of Claude Code notice within seconds, older ones at their next start.'

/** `/permissions`: the rules in force, rules more, and rules taken back. */
export function PermissionsPanel(props: PanelProps) {
  const { row, ask, api } = props
  const mayConfigure = useLive(({ allows }) => allows.config)
  const [note, setNote] = useState<string | null>(null)
  const { data, problem, isLoading, reload } = useAnswer<readonly RuleInForce[]>('rules', async () => {
    if (row?.live) {
      try {
        return readRules(await ask({ subtype: 'list_permission_rules' }))
      } catch (error) {
        setNote(`${(error as Error).message} These are the rules of the files.`)
      }
    } else setNote('The session does not run: these are the rules of the files.')
    return toFileRules((await api.call('GET /api/claude/settings', { query: { cwd: toCwd(props) } })).layers)
  })
  const doing = useAction()
  // The CLI needs a moment to notice that a file has changed.
  const [gone, setGone] = useState<readonly string[]>([])
  const rules = (data ?? []).filter((each) => !gone.includes(toKey(each)))
  const own = rules.filter(({ source }) => source === 'flagSettings')

  /** The rules that were added here are sent whole: what is left out is gone. */
  async function setOwn(rules: readonly RuleInForce[], done: string): Promise<boolean> {
    const permissions = Object.fromEntries(
      BEHAVIOURS.map(({ behavior }) => [
        behavior,
        rules.filter((each) => each.behavior === behavior).map(({ rule }) => rule),
      ]),
    )
    const isDone = await doing.run(() => ask({ subtype: 'apply_flag_settings', settings: { permissions } }), done)
    reload()
    return isDone
  }

  function remove(rule: RuleInForce) {
    const source = toFileSource(rule.source)
    if (source === null)
      void setOwn(
        own.filter((each) => each !== rule),
        `${rule.rule} is taken back.`,
      )
    else
      void doing.run(async () => {
        await changeFile('remove', source, rule)
        setGone((known) => [...known, toKey(rule)])
      }, `${rule.rule} is out of the file. ${NOTICED}`)
  }

  function changeFile(
    what: 'add' | 'remove',
    source: FileSource,
    { behavior, rule }: Pick<RuleInForce, 'behavior' | 'rule'>,
  ) {
    const body = { source, behavior, rule, ...(source !== 'user' && { cwd: toCwd(props) }) }
    return api.call(`POST /api/claude/settings/${what}-rule`, { body })
  }

  async function add(behavior: RuleInForce['behavior'], rule: string, place: RulePlace): Promise<boolean> {
    if (place === 'session')
      return setOwn([...own, { behavior, rule, source: 'flagSettings', where: '' }], `${rule} counts for this session.`)
    const isDone = await doing.run(
      () => changeFile('add', place, { behavior, rule }),
      `${rule} is in the file. ${NOTICED}`,
    )
    // A removed rule can be added again.
    setGone([])
    reload()
    return isDone
  }

  return (
    <>
      {note !== null && <p className="quiet">{note}</p>}
      {isLoading && <Skeleton lines={8} label="Reading the rules" />}
      {(data === null ? [] : BEHAVIOURS).map(({ behavior, name }) => (
        <section key={behavior} aria-label={name}>
          <h2>{name}</h2>
          <RuleList
            rules={rules.filter((each) => each.behavior === behavior)}
            mayConfigure={mayConfigure}
            onRemove={remove}
          />
        </section>
      ))}
      <AddRule isBusy={doing.isBusy} mayConfigure={mayConfigure} isLive={row?.live === true} onAdd={add} />
      {!mayConfigure && (
        <p className="quiet">
          What would allow more comes from “Always allow…” on a card. To add such rules here, and to take away those
          that ask or deny, start the server with <code>--allow-config</code>.
        </p>
      )}
      <ActionOutcome problem={doing.problem ?? problem} isLoading={doing.isBusy} done={doing.done} />
    </>
  )
}

interface RuleListProps {
  rules: readonly RuleInForce[]
  mayConfigure: boolean
  onRemove: (rule: RuleInForce) => void
}

function RuleList({ rules, mayConfigure, onRemove }: RuleListProps) {
  if (rules.length === 0) return <p className="quiet">None.</p>
  return (
    <ul className="panel-rules">
      {rules.map((each) => (
        <li key={toKey(each)}>
          <code>{toVisibleText(each.rule)}</code> <span className="quiet">{toVisibleText(each.where)}</span>
          {canTakeBack(each, mayConfigure) && (
            <button
              type="button"
              className="small-button"
              aria-label={`Take back ${toVisibleText(each.rule)}`}
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
