import type { SessionRow } from '@quarterdeck/contract'
import type { Overview, Todo } from '@quarterdeck/transcript'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ContextMeter } from './ContextMeter.tsx'
import { ContextPanel, readCategories } from './ContextPanel.tsx'
import { CostGroup } from './CostGroup.tsx'
import { CostPanel } from './CostPanel.tsx'
import { FilesPanel } from './FilesPanel.tsx'
import { McpServerList } from './McpServerList.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { readServers } from './read-servers.ts'
import { SessionInfoPanel } from './SessionInfoPanel.tsx'
import { TasksPanel } from './TasksPanel.tsx'
import { toLimitText } from './to-limit-text.ts'

const nothing = () => undefined
const ask = async () => undefined
const read = async () => ''
const refresh = async () => undefined

describe('what stands beside the conversation', () => {
  it('tasks: how many are done, what is done now, and what waits for what', () => {
    const todo = (id: string, status: string, more: Partial<Todo> = {}): Todo => {
      return { id, subject: `Task ${id}`, status, blocks: [], blockedBy: [], ...more }
    }
    const todos = [
      todo('1', 'completed'),
      todo('2', 'in_progress', { activeForm: 'Doing two', owner: 'scout' }),
      todo('3', 'pending', { blockedBy: ['1', '2'] }),
    ]
    const shown = renderToStaticMarkup(
      <TasksPanel overview={{ todos, tasks: [] }} onStopTask={nothing} onTaskOutput={read} />,
    )
    expect(shown).toContain('1/3')
    expect(shown).toContain('Doing two')
    expect(shown).toContain('scout')
    expect(shown).toContain('after Task 2<')
    expect(shown).toMatch(/>In progress<.*Doing two.*>To do<.*Task 3.*>Done<.*Task 1/)
  })

  it('session info: tokens only where Claude Code has not counted them by model', () => {
    const tokens = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0 }
    const draw = (byModel: object) => {
      const overview = { sessionId: 's', about: {}, turnCount: 1, usage: { tokens, byModel } } as unknown as Overview
      const row = { sessionId: 's', projectPath: '/p', heldBy: null } as unknown as SessionRow
      return renderToStaticMarkup(<SessionInfoPanel row={row} overview={overview} />)
    }
    expect(draw({})).toContain('100 in, 20 out')
    expect(draw({ opus: { inputTokens: 110 } })).not.toContain('Tokens')
  })

  it('tasks: one in the background can be stopped while it runs', () => {
    const task = { id: 'b', description: 'npm run dev' }
    const draw = (status: string) =>
      renderToStaticMarkup(
        <TasksPanel overview={{ todos: [], tasks: [{ ...task, status }] }} onStopTask={nothing} onTaskOutput={read} />,
      )
    expect(draw('running')).toContain('aria-label="Stop npm run dev"')
    expect(draw('completed')).not.toContain('Stop')
    const waited = { ...task, status: 'running', isBackground: false }
    const shown = renderToStaticMarkup(
      <TasksPanel overview={{ todos: [], tasks: [waited] }} onStopTask={nothing} onTaskOutput={read} />,
    )
    expect(shown).not.toContain('npm run dev')
  })

  it('files: only those that were changed, from the project on', () => {
    const file = { reads: 1, edits: 0, isCreated: false, linesAdded: 0, linesRemoved: 0, toolId: 't' }
    const files = [
      { ...file, path: '/p/src/a.ts', edits: 2, linesAdded: 4, linesRemoved: 2 },
      { ...file, path: '/p/read.ts' },
      { ...file, path: '/home/me/.claude/plans/calm-heron.md', edits: 1 },
    ]
    const about = { cwd: '/p' } as Parameters<typeof FilesPanel>[0]['overview']['about']
    const shown = renderToStaticMarkup(<FilesPanel overview={{ files, fileCount: 2, about }} onShow={nothing} />)
    expect(shown).toContain('<code>a.ts</code><span class="quiet">src</span>')
    expect(shown).toContain('+4 −2')
    expect(shown).not.toContain('read.ts')
    expect(shown).not.toContain('calm-heron')
    expect(shown).toContain('<span class="quiet">1</span>')
  })

  it('files: says that there may be more than the list can hold', () => {
    const file = { reads: 0, edits: 1, isCreated: false, linesAdded: 0, linesRemoved: 0, toolId: 't' }
    const files = ['/p/a', '/p/b'].map((path) => ({ ...file, path }))
    const about = { cwd: '/p' } as Overview['about']
    const draw = (fileCount: number) =>
      renderToStaticMarkup(<FilesPanel overview={{ files, fileCount, about }} onShow={nothing} />)
    expect(draw(2)).toContain('<span class="quiet">2</span>')
    expect(draw(3)).toContain('<span class="quiet">2+</span>')
  })

  it('plan: amber is what waits for a person', () => {
    const plan = { text: '# Raise the quay', toolId: 't' }
    const draw = (status: 'proposed' | 'approved', isAsked = true) =>
      renderToStaticMarkup(<PlanPanel plan={{ ...plan, status }} isAsked={isAsked} onView={nothing} />)
    expect(draw('proposed', false)).toContain('<span class="quiet">proposed</span>')
    expect(draw('proposed')).toContain('<span class="waits">waits for you</span>')
    expect(draw('approved')).toContain('<span class="quiet">approved</span>')
  })

  it('servers: how each fares, and what can be done about it', () => {
    const servers = [{ name: 'a', status: 'connected' }, { name: 'b', status: 'needs-auth' }, 'odd', null]
    const shown = renderToStaticMarkup(
      <McpServerList sessionId="s" servers={readServers(servers)} canAsk={false} onAsk={ask} refresh={refresh} />,
    )
    expect(readServers(servers)).toHaveLength(2)
    expect(shown).toContain('needs a sign-in')
    expect(shown).toContain('aria-label="Turn off a"')
  })

  it('context: a share, and a word when it is nearly full', () => {
    const draw = (used: number) => renderToStaticMarkup(<ContextMeter usedTokens={used} windowTokens={200_000} />)
    expect(draw(82_000)).toContain('41 %')
    expect(draw(82_000)).not.toContain('nearly full')
    expect(draw(170_000)).toContain('nearly full')
    const unknown = renderToStaticMarkup(<ContextMeter usedTokens={120} windowTokens={null} />)
    expect(unknown).toContain('120 tokens')
    expect(unknown).not.toContain('%')
    expect(unknown).toContain('<meter class="visually-hidden" aria-label="Context"')
    expect(draw(82_000)).not.toContain('visually-hidden')
  })

  it('context: what fills it, as the CLI answers, and a sentence when it is nearly full', () => {
    const told = [{ name: 'Skills', tokens: 2064, kind: 'used' }, { name: 7 }, null]
    expect(readCategories({ categories: told })).toEqual([{ name: 'Skills', tokens: 2064, kind: 'used' }])
    const draw = (usedTokens: number) =>
      renderToStaticMarkup(
        <ContextPanel context={{ usedTokens, windowTokens: 200_000 }} canAsk onAsk={ask} told={null} onSay={ask} />,
      )
    expect(draw(170_000)).toContain('nearly full')
    expect(draw(100_000)).not.toContain('nearly full')
    const text = '### Estimated usage by category\n| Messages | 30k | 3.0% |\n| Free space | 10k | 1.0% |'
    const bar = renderToStaticMarkup(
      <ContextPanel context={{ usedTokens: 1, windowTokens: null }} canAsk onAsk={ask} told={text} onSay={ask} />,
    )
    expect(bar).toContain(
      '<div class="context-bar" aria-hidden="true"><span class="tint tint-0" style="flex-grow:0.75">',
    )
    expect(bar).toContain('<span class="tint" style="flex-grow:0.25"></span></div>')
  })

  it('cost: by model, and what the turn took', () => {
    const byModel = { opus: { inputTokens: 10, cacheReadInputTokens: 5000, outputTokens: 20, costUSD: 0.3 } }
    const usage = { costUsd: 0.42, byModel } as unknown as Overview['usage']
    const turn = { costUsd: 0.2, durationMs: 65_000, waitedMs: 5000 } as Overview['turn']
    const overview = { usage, turn, turnCount: 3, workedMs: 125_000, rateLimits: {} }
    const shown = renderToStaticMarkup(<CostPanel overview={overview} />)
    expect(shown).toContain('The last turn cost $0.20, took 1 min 5 s, of which 5.0 s waiting for you.')
    expect(shown).toContain('5,010 tokens in, 20 out')
    expect(shown).toContain('3 turns, 2 min 5 s in all<')
    expect(shown).not.toContain('Limits of the plan')
    expect(shown).not.toContain('without the turn that runs')
    // What the CLI tells by model, it tells when a turn ends.
    const running = { status: 'running', costUsd: 0, waitedMs: 5000 } as Overview['turn']
    const meanwhile = renderToStaticMarkup(<CostPanel overview={{ ...overview, turn: running }} />)
    expect(meanwhile).toContain('This turn has waited 5.0 s for you.')
    expect(meanwhile).toContain('By model, without the turn that runs.')
  })

  it('cost: each limit of the plan that was told, its share and when it resets', () => {
    const resetsAt = new Date(2099, 0, 2, 14, 5).getTime() / 1000
    const rateLimits = {
      five_hour: { status: 'allowed', utilization: 0.624, resetsAt },
      seven_day: { status: 'rejected', resetsAt: Number.NaN },
      'odd\u202e': null,
    }
    const usage = { costUsd: 0, byModel: {} } as unknown as Overview['usage']
    const overview = { usage, turn: null, turnCount: 0, workedMs: 0, rateLimits }
    const shown = renderToStaticMarkup(<CostPanel overview={overview} />)
    expect(shown).toContain('The five-hour limit of the plan<p class="quiet">62 % used, resets 2 Jan 2099, 14:05<')
    // What was told before it began anew says nothing any more.
    const past = { name: 'x', isReached: true, until: '2026-01-01T10:00:00.000Z' }
    expect(toLimitText(past, Date.parse('2026-01-02T10:00:00.000Z'))).toMatch(/^begun anew /)
    expect(shown).toContain('The weekly limit of the plan<p class="quiet">reached<')
    expect(shown).toContain('The limit of the plan<p class="quiet">not reached<')
  })

  it('of a session of which only the end is known, each panel says so', () => {
    const about = { cwd: '/p' } as Overview['about']
    const draw = (isPartial: boolean) =>
      renderToStaticMarkup(
        <>
          <FilesPanel overview={{ files: [], fileCount: 0, about }} isPartial={isPartial} onShow={nothing} />
          <TasksPanel
            overview={{ todos: [], tasks: [] }}
            isPartial={isPartial}
            onStopTask={nothing}
            onTaskOutput={read}
          />
        </>,
      )
    expect(draw(true).match(/Of the newest part of the session\./g)).toHaveLength(2)
    expect(draw(false)).not.toContain('newest part')
    const usage = { costUsd: 0, byModel: {} } as unknown as Overview['usage']
    const overview = { usage, turn: null, turnCount: 2, workedMs: 0, rateLimits: {} }
    expect(renderToStaticMarkup(<CostPanel overview={overview} isPartial />)).toContain('2 turns, in the newest part')
  })

  it('cost: the sum, and the share of the turn', () => {
    const usage = { costUsd: 0.42 } as Parameters<typeof CostGroup>[0]['usage']
    const turn = { costUsd: 0.06 } as Parameters<typeof CostGroup>[0]['turn']
    expect(renderToStaticMarkup(<CostGroup usage={usage} turn={turn} />)).toContain('$0.42<span class="quiet"> +0.0600')
  })

  it('MCP servers: names of servers and tools with all that is in them to be seen', () => {
    const told = [
      { name: 'desk\u202e', status: 'failed\u200b', error: 'no\u200bt there', tools: [{ name: 'ri\u200bng' }] },
    ]
    const shown = renderToStaticMarkup(
      <McpServerList sessionId="s" servers={readServers(told)} canAsk={false} onAsk={ask} refresh={refresh} />,
    )
    for (const name of ['desk\\u{202e}', 'failed\\u{200b}', 'no\\u{200b}t there', 'ri\\u{200b}ng'])
      expect(shown).toContain(name)
    expect(shown).not.toMatch(/[\u200b\u202e]/)
  })
})
