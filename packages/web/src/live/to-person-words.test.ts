import { ClientError, type ClientErrorCode } from '@quarterdeck/client'
import { expect, it } from 'vitest'
import { toPersonWords } from './to-person-words.ts'

it('speaks of buttons to people, where the server speaks of fields to programs', () => {
  const problem = (code: ClientErrorCode, facts: object) =>
    new ClientError({ code, message: `Send ${code}: true.`, ...facts })
  expect(toPersonWords(problem('untrusted_folder', { folder: '/code' }))).toContain("'/code' is new here.")
  expect(toPersonWords(problem('held_elsewhere', { heldBy: { pid: 7, what: 'a terminal' } }))).toBe(
    'It is open elsewhere: a terminal has it. End it there first, or take it over.',
  )
  for (const other of [problem('held_elsewhere', {}), problem('untrusted_folder', {}), problem('not_found', {})])
    expect(toPersonWords(other)).toBe(other.message)
  expect(toPersonWords(new Error('Something else.'))).toBe('Something else.')
})
