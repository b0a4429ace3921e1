import type { SessionRow } from '@quarterdeck/contract'
import { initialState, type Overview, toOverview } from '@quarterdeck/transcript'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { createStore } from 'zustand/vanilla'
import { type Quarterdeck, QuarterdeckContext } from '../frame/quarterdeck.ts'
import { initialLiveState, type LiveState, nothingYet } from '../live/live-state.ts'
import type { PanelProps } from './panel-props.ts'
import { ExportPanel } from './panels/ExportPanel.tsx'
import { ModelPanel } from './panels/ModelPanel.tsx'
import { ResumePanel } from './panels/ResumePanel.tsx'
import { RewindPanel } from './panels/RewindPanel.tsx'
import { StatusPanel, toLimits } from './panels/StatusPanel.tsx'
import { PermissionsPanel } from './permissions/PermissionsPanel.tsx'

const row = (sessionId: string, more: Partial<SessionRow> = {}) =>
  ({
    ...{ sessionId, title: sessionId, projectPath: '/p', status: 'idle', pending: 0, live: true },
    ...{ modified: '2026-11-16T10:00:00.000Z', ...more },
  }) as SessionRow

function toProps(overview: Partial<Overview> = {}): PanelProps {
  const known = { sessionId: 's', row: row('s'), argument: '', overview: { ...toOverview(initialState), ...overview } }
  return known as unknown as PanelProps
}

function draw(panel: ReactNode, rows: SessionRow[] = [], sessions: LiveState['sessions'] = {}): string {
  const store = createStore(() => ({ ...initialLiveState, rows, sessions }))
  return renderToStaticMarkup(
    <QuarterdeckContext value={{ live: { store } } as unknown as Quarterdeck}>
      <Router ssrPath="/">{panel}</Router>
    </QuarterdeckContext>,
  )
}

describe('the panels of commands', () => {
  it('/permissions and /status say nothing before they know, in the place of what comes', () => {
    const rules = draw(<PermissionsPanel {...toProps()} />)
    expect(rules).toContain('aria-label="Reading the rules"')
    expect(rules).not.toMatch(/None\.|One moment/)
    const status = draw(<StatusPanel {...toProps()} />)
    expect(status).toContain('aria-label="Reading the status"')
    expect(status).not.toContain('This session')
  })

  it('/rewind says that nothing was said only where nothing came before, and offers what did', () => {
    const toSession = (hasOlder: boolean) => ({ s: { ...nothingYet, hasOlder } })
    const panel = <RewindPanel {...toProps()} prompts={[]} />
    expect(draw(panel, [], toSession(false))).toContain('Nothing has been said here yet.')
    const part = draw(panel, [], toSession(true))
    expect(part).toContain('No prompt stands in what was read so far.')
    expect(part).toContain('Show earlier prompts')
    expect(part).not.toContain('Nothing has been said')
  })

  it('/status has the limits of the plan, where they were told', () => {
    expect(toLimits(toProps())).toEqual([])
    const rateLimits = { five_hour: { status: 'allowed', utilization: 0.5 } }
    const rows = [{ label: 'The five-hour limit of the plan', value: '50 % used' }]
    expect(toLimits(toProps({ rateLimits }))).toEqual([{ title: 'Limits of the plan', rows }])
  })

  it('/model has the usual effort, chosen where nothing else is, and names a model once', () => {
    const models = [
      { value: 'opus', displayName: 'Opus', description: 'Opus 5.5 · The best', supportedEffortLevels: ['low'] },
    ]
    const about = (effort?: string) => ({
      ...toOverview(initialState).about,
      models,
      model: 'opus',
      ...(effort && { effort }),
    })
    const usual = draw(<ModelPanel {...toProps({ about: about() })} />)
    expect(usual).toContain('name="effort" checked=""/>usual</label>')
    expect(usual).toContain('Opus <span class="quiet">5.5 · The best</span>')
    const low = draw(<ModelPanel {...toProps({ about: about('low') })} />)
    expect(low).toContain('name="effort"/>usual</label>')
    expect(low).toContain('name="effort" checked=""/>low</label>')
  })

  it('/resume has what waits for a person first, in amber, and no word of a fault for what does not run', () => {
    const rows = [
      row('resting', { status: 'disconnected', live: false }),
      row('asking', { status: 'awaiting approval', pending: 1, projectPath: '/other' }),
    ]
    const shown = draw(<ResumePanel {...toProps()} />, rows)
    expect(shown).toMatch(/asking.*<span class="waits">awaiting approval<.*resting.*<span>not running</)
  })

  it('/export calls the formats as the menu of the session does', () => {
    const shown = draw(<ExportPanel {...toProps()} />)
    for (const name of ['Markdown', 'HTML', 'As the CLI wrote it (JSONL)']) expect(shown).toContain(`>${name}<`)
  })
})
