import type { Approval } from '@quarterdeck/transcript'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type Quarterdeck, QuarterdeckContext } from '../frame/quarterdeck.ts'
import { initialLiveState } from '../live/live-state.ts'
import { FailedCard } from './FailedCard.tsx'
import { RequestCard } from './RequestCard.tsx'

const quarterdeck = {
  live: { store: createStore(() => initialLiveState) },
  answers: { store: createStore(() => ({ given: {}, wasJustGiven: false })) },
} as unknown as Quarterdeck
const BASH: Approval = { requestId: 'r', kind: 'approval', toolName: 'Bash', input: { command: 'ls' }, suggestions: [] }

function draw(more: Partial<Approval>, projectPath?: string): string {
  return renderToStaticMarkup(
    <QuarterdeckContext value={quarterdeck}>
      <RequestCard sessionId="s" approval={{ ...BASH, ...more }} now={0} projectPath={projectPath} />
    </QuarterdeckContext>,
  )
}

describe('a card', () => {
  it.each([
    ['/home/me/app/.git/config', '/home/me/app', 'asks because of'],
    ['/etc/passwd', undefined, 'asks because of'],
    ['/etc/passwd', '/home/me/app', 'outside of what it may touch'],
    ['/home/me/app/../other', '/home/me/app', 'outside of what it may touch'],
  ])('says of %s in %s: %s', (blockedPath, projectPath, words) => {
    const drawn = draw({ blockedPath }, projectPath)
    expect(drawn).toContain(`<code>${blockedPath}</code>`)
    expect(drawn).toContain(words)
    expect(drawn.includes('outside')).toBe(words.includes('outside'))
  })

  it('honours the hints of the CLI: once only where it says so, and no answer at hand where a person should look', () => {
    const suggestions = [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
    expect(draw({ suggestions })).toContain('Always allow…')
    expect(draw({ suggestions, isOnceOnly: true })).not.toContain('Always allow…')
    const allow = (more: Partial<Approval>) => /<button[^>]*class="([^"]*)"[^>]*>Allow once/.exec(draw(more))?.[1]
    expect(allow({})).toBe('button primary')
    expect(allow({ needsCare: true })).toBe('button')
    expect(draw({ needsCare: true })).toContain('wants a person to look at this one')
  })

  it('that cannot be drawn is read as it came, and can only be denied', () => {
    const drawn = renderToStaticMarkup(
      <QuarterdeckContext value={quarterdeck}>
        <FailedCard sessionId="s" approval={BASH} now={0} why="No field \u202e" />
      </QuarterdeckContext>,
    )
    expect(drawn).toContain('aria-label="Approval: Bash"')
    expect(drawn).toContain('&quot;command&quot;: &quot;ls&quot;')
    expect(drawn).not.toContain('\u202e')
    expect(drawn.match(/<button[^>]*>[^<]*/g)).toEqual(['<button type="button" class="button">Deny'])
  })

  it('of a server has the name that its tools have in the conversation', () => {
    const drawn = draw({ kind: 'elicitation', toolName: 'desk', input: {} })
    expect(drawn).toContain('>Desk asks<')
    expect(drawn).toContain('aria-label="Approval: desk"')
  })

  it('of a plan that is still read says so, and lets nothing be approved before', () => {
    const drawn = draw({ kind: 'plan', toolName: 'ExitPlanMode', input: {} })
    expect(drawn).toContain('aria-label="Reading the plan"')
    expect(drawn).not.toContain('did not say what the plan is')
    for (const words of ['Approve and ask', 'Approve and accept edits'])
      expect(drawn).toMatch(new RegExp(`<button[^>]*aria-disabled="true"[^>]*>${words}`))
  })

  it('that cannot even be written says so, and takes nothing with it', () => {
    let deep: unknown = 'end'
    for (let depth = 0; depth < 20_000; depth++) deep = { deep }
    const drawn = renderToStaticMarkup(
      <QuarterdeckContext value={quarterdeck}>
        <FailedCard sessionId="s" approval={{ ...BASH, input: deep }} now={0} why="It is too deep." />
      </QuarterdeckContext>,
    )
    expect(drawn).toContain('>Deny')
  })

  it('says why the CLI asks', () => {
    expect(draw({ reason: 'It deletes what is not kept elsewhere.' })).toContain(
      'It deletes what is not kept elsewhere.',
    )
  })
})
