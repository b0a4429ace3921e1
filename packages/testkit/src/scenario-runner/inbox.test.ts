import { describe, expect, it } from 'vitest'
import { Inbox } from './inbox.ts'

const fine = () => undefined

describe('an inbox', () => {
  it('gives a message that came before or comes after it is waited for, each once', async () => {
    const inbox = new Inbox()
    inbox.push({ type: 'a', n: 1 })
    expect(await inbox.next({ type: 'a' }, fine)).toEqual({ type: 'a', n: 1 })
    const second = inbox.next({ type: 'a' }, fine)
    inbox.push({ type: 'b' })
    inbox.push({ type: 'a', n: 2 })
    expect(await second).toEqual({ type: 'a', n: 2 })
    expect(inbox.all({ type: 'a' })).toHaveLength(2)
  })

  it('gives one message to one of two who wait for it', async () => {
    const inbox = new Inbox()
    const both = [inbox.next({ type: 'a' }, fine), inbox.next({ type: 'a' }, fine)]
    inbox.push({ n: 1, type: 'a' })
    inbox.push({ n: 2, type: 'a' })
    expect(await Promise.all(both)).toEqual([
      { n: 1, type: 'a' },
      { n: 2, type: 'a' },
    ])
  })

  it('fails with what it saw when the time is over', async () => {
    const inbox = new Inbox()
    inbox.push({ type: 'seen' })
    await expect(inbox.next({ type: 'a' }, fine, 10)).rejects.toThrow(
      /"type":"a".*did not come in 10 ms[\s\S]*- {"type":"seen"}/,
    )
  })

  it('fails at once when the process ends, and not once a new one began', async () => {
    const inbox = new Inbox()
    const waiting = inbox.next({ type: 'a' }, fine)
    inbox.end('It ended with 1.')
    await expect(waiting).rejects.toThrow('It ended with 1.')
    await expect(inbox.next({ type: 'a' }, fine)).rejects.toThrow('It ended with 1.')
    inbox.begin()
    const again = inbox.next({ type: 'a' }, fine)
    inbox.push({ type: 'a' })
    expect(await again).toEqual({ type: 'a' })
  })

  it('fails when something outside went wrong', async () => {
    await expect(new Inbox().next({ type: 'a' }, () => 'The script ran out.')).rejects.toThrow('The script ran out.')
  })
})
