import { describe, expect, it } from 'vitest'
import { identifyProcess } from './process-identity.ts'
import { listProcesses, parsePs } from './process-table.ts'

describe('listProcesses', () => {
  it('finds ourselves, with our parent and the time we began', async () => {
    expect((await listProcesses()).find(({ pid }) => pid === process.pid)).toMatchObject({
      parent: process.ppid,
      identity: identifyProcess(process.pid),
    })
  })
})

describe('parsePs', () => {
  it('reads what the ps of macOS prints', () => {
    const text = [
      '  501     1 Ss   Sun Nov 15 11:07:18 2026     /usr/bin/claude --model opus PATH=/bin QUARTERDECK_SESSION=d:1 HOME=/h',
      '12345   501 S+   Mon Nov  2 01:02:03 2026     sleep 10 PATH=/bin',
      '12346   501 Z+   Mon Nov  2 01:02:03 2026     (gone)',
      '',
    ]
    expect(parsePs(text.join('\n'))).toEqual([
      { pid: 501, identity: 'Sun Nov 15 11:07:18 2026', parent: 1, marker: 'd:1' },
      { pid: 12345, identity: 'Mon Nov  2 01:02:03 2026', parent: 501, marker: null },
    ])
  })
})
