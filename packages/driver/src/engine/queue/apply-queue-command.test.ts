import { describe, expect, it } from 'vitest'
import { applyQueueCommand } from './apply-queue-command.ts'

const queue = ['a', 'b', 'c'].map((uuid) => ({ uuid, content: uuid, at: '' }))
const order = (command: Parameters<typeof applyQueueCommand>[1]) =>
  applyQueueCommand(queue, command)
    ?.map(({ uuid, content }) => (uuid === content ? uuid : `${uuid}=${content}`))
    .join(' ')

describe('a queue', () => {
  it.each([
    [{ kind: 'edit_queued', uuid: 'b', content: 'x' }, 'a b=x c'],
    [{ kind: 'move_queued', uuid: 'c', before: 'a' }, 'c a b'],
    [{ kind: 'move_queued', uuid: 'a', before: null }, 'b c a'],
    [{ kind: 'move_queued', uuid: 'a', before: 'gone' }, 'b c a'],
    [{ kind: 'move_queued', uuid: 'b', before: 'b' }, 'a c b'],
    [{ kind: 'cancel_queued', uuid: 'b' }, 'a c'],
  ] as const)('after %j is %s', (command, expected) => {
    expect(order(command)).toBe(expected)
  })

  it('does nothing to what no longer waits', () => {
    expect(applyQueueCommand(queue, { kind: 'cancel_queued', uuid: 'z' })).toBeNull()
  })
})
