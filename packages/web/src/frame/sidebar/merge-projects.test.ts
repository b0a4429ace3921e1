import type { SessionRow } from '@quarterdeck/contract'
import { expect, it } from 'vitest'
import { mergeProjects } from './merge-projects.ts'

it('names a project as soon as it has a session, and counts the others as the server does', () => {
  const rows = ['/new', '/old', '/new'].map((projectPath) => ({ projectPath }) as SessionRow)
  expect(mergeProjects([{ path: '/old', sessionCount: 7 }], rows)).toEqual([
    { path: '/new', sessionCount: 2 },
    { path: '/old', sessionCount: 7 },
  ])
})
