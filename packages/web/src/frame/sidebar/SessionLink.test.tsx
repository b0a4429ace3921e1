import type { SessionRow } from '@quarterdeck/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { SessionLink } from './SessionLink.tsx'

const row = {
  sessionId: 'one',
  title: 'Fix the\u202e login',
  projectPath: '/home/you/my-app',
  modified: '2026-11-15T10:00:00.000Z',
  status: 'idle',
  live: true,
  pending: 0,
  unread: false,
  forkedFrom: null,
} as SessionRow

const draw = (more: Partial<SessionRow>) =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <SessionLink row={{ ...row, ...more }} isCurrent={false} now={Date.parse('2026-11-15T10:02:00.000Z')} />
    </Router>,
  )

describe('a session in the sidebar', () => {
  it('says its status, its project and how old it is, and shows what hides in its name', () => {
    const drawn = draw({})
    expect(drawn).toContain('idle · </span>my-app')
    expect(drawn).toContain('2 m')
    expect(drawn).toContain('Fix the\\u{202e} login')
    expect(drawn).not.toContain('unread')
  })

  it('says that there is news, and before that, that it waits for somebody', () => {
    expect(draw({ unread: true })).toContain(' · unread')
    expect(draw({ unread: true })).toContain('dot-unread')
    const waiting = draw({ unread: true, pending: 1, status: 'awaiting approval' })
    expect(waiting).toContain('dot-waits')
    expect(waiting).toContain('<span class="waits">awaiting approval')
  })

  it('says that it failed, in sight of whoever looks down the list', () => {
    const failed = draw({ status: 'error', unread: true })
    expect(failed).toContain('dot-bad')
    expect(failed).toContain('<span class="bad">error')
  })

  it('says that it is a fork, which has the name of what it came from', () => {
    const forkedFrom = { sessionId: 'other', messageUuid: null }
    expect(draw({ forkedFrom })).toContain('my-app · fork')
    expect(draw({})).not.toContain('fork')
  })
})
