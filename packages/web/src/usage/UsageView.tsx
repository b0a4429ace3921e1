import type { UsageBy, UsageReport } from '@quarterdeck/contract/routes'
import { useMemo } from 'react'
import { useNow } from '../frame/use-now.ts'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import '../reading/reading.css'
import { useAddress } from '../reading/use-address.ts'
import { type Reading, useReading } from '../reading/use-reading.ts'
import { toCount } from '../text/to-count.ts'
import { toDollars } from '../text/to-dollars.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { ActivityLine } from './ActivityLine.tsx'
import { BarChart } from './BarChart.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { DateRangeGroup } from './DateRangeGroup.tsx'
import { type DateRange, toDayKey, toRanges } from './date-range.ts'
import { type Bar, toDayBars, toHourBars, toModelBars, toProjectBars, toSessionBars, toToolBars } from './to-bars.ts'
import { toRangeWords, toSentence } from './to-sentence.ts'
import { UsageFigure } from './UsageFigure.tsx'
import './usage.css'

const toCost = ({ item }: Bar) => item.costUsd
const toCostText = (bar: Bar) =>
  bar.item.messages > 0 && bar.item.messages === bar.item.unpricedMessages ? 'no price' : toDollars(bar.item.costUsd)
const toCalls = ({ item }: Bar) => item.calls ?? 0

/** Usage in one sentence and then in charts. */
export function UsageView() {
  const [fields, change] = useAddress()
  const now = useNow(60_000)
  const today = toDayKey(new Date(now))
  const { range, before } = useMemo(() => toRanges(fields, new Date(`${today}T12:00:00`)), [fields, today])
  const days = useUsage('day', range)
  const earlier = useUsage('day', before)
  const models = useUsage('model', range)
  const projects = useUsage('project', range)
  const hours = useUsage('hour', range)
  const tools = useUsage('tool', range)
  const sessions = useUsage('session', range, 50)
  const { bars: dayBars, isWeekly } = toDayBars(days.data?.items ?? [], range, now)
  const words = toRangeWords(fields.range ?? '7')
  // The words are of the days that were chosen: no number of other days may stand among them.
  const isCounting = days.isLoading || earlier.isLoading
  const totals = isCounting ? undefined : days.data?.totals
  const isNothing = totals?.messages === 0
  const per = isWeekly ? 'week' : 'day'

  return (
    <main className="main view column">
      <h1>Usage</h1>
      <p className="usage-sentence" role="status">
        {totals === undefined
          ? days.problem === null && 'Counting…'
          : toSentence(words, totals, before === null ? null : (earlier.data?.totals ?? null))}
      </p>
      <Remarks report={isCounting ? null : days.data} />
      <DateRangeGroup fields={fields} onChange={change} />
      <ReadingProblem problem={days.problem} onRetry={days.reload} />
      {isNothing && <p className="quiet">Choose other days, or start a session: what it uses is counted here.</p>}
      {days.problem === null && !isNothing && (
        <div className="usage-figures">
          <UsageFigure
            caption={`Cost by ${per}`}
            kind={isWeekly ? 'Week' : 'Day'}
            reading={days}
            bars={dayBars.toReversed()}
          >
            <ColumnChart bars={dayBars} name={`Cost by ${per}`} toValue={toCost} toText={toDollars} />
          </UsageFigure>
          <Bars caption="Cost by model" kind="Model" reading={models} toBars={toModelBars} />
          <Bars caption="Cost by project" kind="Project" reading={projects} toBars={toProjectBars} />
          <Hours reading={hours} />
          <Bars caption="Calls by tool" kind="Tool" reading={tools} toBars={toToolBars} hasCalls />
          <Bars caption="Most costly sessions" kind="Session" reading={sessions} toBars={toSessionBars} />
        </div>
      )}
      <ActivityLine timeZone={timeZone} />
      <p className="quiet">Costs are at list prices; a subscription is billed otherwise.</p>
    </main>
  )
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

function useUsage(by: UsageBy, range: DateRange | null, limit = 1000): Reading<UsageReport> {
  const query = { by, since: range?.since, until: range?.until, tz: timeZone, limit }
  const reading = useReading('GET /api/claude/usage', range === null ? null : { query })
  // The charts of other days stay until those of the new ones are there.
  return { ...reading, data: reading.last }
}

/** Notes on what is not counted. */
function Remarks({ report }: { report: UsageReport | null }) {
  const { unpricedModels = [], unpricedMessages = 0 } = report?.totals ?? {}
  return (
    <>
      {report !== null && report.incomplete !== null && <p role="note">{report.incomplete}</p>}
      {unpricedModels.length > 0 && (
        <p role="note" className="quiet">
          {toCount(unpricedMessages)} {unpricedMessages === 1 ? 'message has' : 'messages have'} no price and count as
          nothing: {unpricedModels.map(toVisibleText).join(', ')}.
        </p>
      )}
    </>
  )
}

interface BarsProps {
  caption: string
  kind: string
  reading: Reading<UsageReport>
  toBars: (items: UsageReport['items']) => Bar[]
  hasCalls?: boolean
}

function Bars({ caption, kind, reading, toBars, hasCalls = false }: BarsProps) {
  const bars = useMemo(() => toBars(reading.data?.items ?? []), [reading.data, toBars])
  const toText = hasCalls ? (bar: Bar) => toCount(toCalls(bar)) : toCostText
  return (
    <UsageFigure caption={caption} kind={kind} reading={reading} bars={bars} hasCalls={hasCalls}>
      <BarChart bars={bars} name={caption} toValue={hasCalls ? toCalls : toCost} toText={toText} />
    </UsageFigure>
  )
}

function Hours({ reading }: { reading: Reading<UsageReport> }) {
  const bars = toHourBars(reading.data?.items ?? [])
  return (
    <UsageFigure
      caption="Cost by hour of the day"
      kind="Hour"
      reading={reading}
      bars={reading.data === null ? [] : bars}
    >
      <ColumnChart bars={bars} name="Cost by hour of the day" toValue={toCost} toText={toDollars} />
    </UsageFigure>
  )
}
