import { HistoryAnswer, PatchHistory } from '../history.ts'
import { defineRoute } from './define-route.ts'

export const historyRoutes = {
  read: defineRoute({
    method: 'GET',
    path: '/api/claude/clean-up',
    policy: 'signed_in',
    summary: "What the CLI's clean-up deletes, what was kept of it, and what was not",
    answer: HistoryAnswer,
  }),
  change: defineRoute({
    method: 'PATCH',
    path: '/api/claude/clean-up',
    policy: 'signed_in',
    summary: 'Change what is kept, or confirm what was told',
    notes: 'Copies that were made stay when no more are made.',
    body: PatchHistory,
    answer: HistoryAnswer,
  }),
}
