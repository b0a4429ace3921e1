import { type Overview, toPlanLimits } from '@quarterdeck/transcript'
import { toCount } from '../text/to-count.ts'
import { toDollars } from '../text/to-dollars.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { numberOf } from '../tools/read-field.ts'
import { toElapsed } from '../tools/to-status-text.ts'
import { Panel } from './Panel.tsx'
import { toLimitText } from './to-limit-text.ts'

interface Props {
  overview: Pick<Overview, 'usage' | 'turn' | 'turnCount' | 'workedMs' | 'rateLimits'>
  isPartial?: boolean
}

/** The cost of the session by model, the newest turn's share, and the limits of the plan. */
export function CostPanel({ overview, isPartial = false }: Props) {
  const { usage, turn, turnCount, workedMs, rateLimits } = overview
  const models = Object.entries(usage.byModel)
  const limits = toPlanLimits(rateLimits)
  const time = toElapsed(turn?.durationMs)
  const waited = turn !== null && turn.waitedMs >= 1000 ? toElapsed(turn.waitedMs) : ''
  const facts = [
    turn !== null && turn.costUsd > 0 ? `cost ${toDollars(turn.costUsd)}` : '',
    time === '' ? '' : `took ${time}`,
    waited === '' ? '' : time === '' ? `waited ${waited} for you` : `of which ${waited} waiting for you`,
  ].filter((fact) => fact !== '')
  const all = toElapsed(workedMs)
  const isRunning = turn?.status === 'running'
  return (
    <Panel name="Cost" note={toDollars(usage.costUsd)}>
      {usage.costUsd === 0 && models.length === 0 && <p className="quiet">Nothing was counted yet.</p>}
      {facts.length > 0 && (
        <p className="quiet">{`${isRunning ? 'This turn has' : 'The last turn'} ${facts.join(', ')}.`}</p>
      )}
      {models.length > 0 && (
        <ul className="panel-list">
          {models.map(([model, told]) => (
            <li key={model}>
              <div className="panel-row">
                <span>{toVisibleText(model)}</span>
                <span className="panel-figure">{toDollars(numberOf(told, 'costUSD') ?? 0)}</span>
              </div>
              <p className="quiet">
                {toCount(tokensIn(told))} tokens in, {toCount(numberOf(told, 'outputTokens') ?? 0)} out
              </p>
            </li>
          ))}
        </ul>
      )}
      {/* The CLI tells it when a turn ends. */}
      {isRunning && models.length > 0 && <p className="quiet">By model, without the turn that runs.</p>}
      <p className="quiet">
        {turnCount} {turnCount === 1 ? 'turn' : 'turns'}
        {all !== '' && `, ${all} in all`}
        {isPartial && ', in the newest part of the session'}
      </p>
      {limits.length > 0 && (
        <ul className="panel-list" aria-label="Limits of the plan">
          {limits.map((limit, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
            <li key={index}>
              {limit.name}
              <p className="quiet">{toLimitText(limit, Date.now())}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function tokensIn(told: unknown): number {
  const counts = ['inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens']
  return counts.reduce((sum, name) => sum + (numberOf(told, name) ?? 0), 0)
}
