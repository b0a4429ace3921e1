import type { LogRecord, SessionStatus } from '@quarterdeck/protocol'
import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { applyToHost, type HostFacts, nothingKnown } from './host-facts.ts'
import { isSettled, toLivenessState } from './liveness.ts'

/** The facts after each line of a recording, as the log of that session would have told them. */
function* replay(version: string, name: string): Generator<{ record: LogRecord; facts: HostFacts }> {
  let facts = nothingKnown
  let seq = 0
  for (const line of readRecording(version, name).lines) {
    const record = toRecord(line, ++seq, version)
    if (record === null) continue
    facts = applyToHost(facts, record)
    yield { record, facts }
  }
}

function toRecord(line: ReturnType<typeof readRecording>['lines'][number], seq: number, version: string) {
  const at = new Date(line.t).toISOString()
  if (line.dir === 'out' || line.dir === 'in') {
    const from = line.dir === 'out' ? ('cli' as const) : ('host' as const)
    try {
      return { seq, at, from, message: JSON.parse(line.line) }
    } catch {
      return null
    }
  }
  const type = 'keeper' as const
  if (line.dir === 'start') {
    const started = { type, subtype: 'started' as const, pid: 1, sessionId: '', cwd: '/', cliVersion: version }
    return { seq, at, from: type, message: { ...started, resumed: false } }
  }
  if (line.dir !== 'exit') return null
  const { code, signal } = line
  const exit = { kind: code === 0 ? 'finished' : 'crashed', code, signal, forced: false, inTurn: false, stderr: '' }
  return { seq, at, from: type, message: { type, subtype: 'exited', exit } }
}

/** What one looks at from outside: each state once, until it changes. */
function toStates(version: string, name: string): SessionStatus[] {
  const states = [...replay(version, name)].map(({ facts }) => toLivenessState(facts))
  return states.filter((state, index) => state !== states[index - 1])
}

const begun = ['starting', 'ready', 'working']

describe.each(listRecordedVersions())('what is known of a session of %s', (version) => {
  const isNew = version !== '2.1.38'

  it.each([
    ['plain-text', [...begun, 'idle', 'disconnected']],
    ['allow', [...begun, 'awaiting approval', 'working', 'idle', 'disconnected']],
    ['plan-approved', [...begun, 'awaiting approval', 'working', 'idle', 'disconnected']],
    ['question-single', [...begun, 'awaiting answer', 'working', 'idle', 'disconnected']],
    ['hooks-of-the-host', [...begun, 'idle', 'disconnected']],
    ['subagent', [...begun, 'idle', 'disconnected']],
    ['queued-message', [...begun, 'idle', 'disconnected']],
    ['api-error', [...begun, 'error', 'working', 'idle', 'disconnected']],
    ['malformed-stdin', [...begun, 'idle', 'error']],
    ['resume-unknown', ['starting', 'error']],
    ['stdin-closed', [...begun, 'awaiting approval', 'disconnected']],
  ])('%s', (name, states) => {
    expect(toStates(version, name)).toEqual(states)
  })

  it('a turn that somebody stopped is not an error', () => {
    const names = ['interrupt-text', 'interrupt-tool', 'interrupt-prompt', 'deny-and-stop']
    const ends = names.map((name) => [...replay(version, name)].findLast(({ record }) => record.from === 'cli'))
    expect(ends.map((end) => end && toLivenessState(end.facts))).toEqual(names.map(() => 'idle'))
  })

  it.each(listRecordings(version))('%s: at its end nothing runs and nothing is open', (name) => {
    const last = [...replay(version, name)].findLast(({ record }) => record.from === 'cli')?.facts as HostFacts
    const isCut = name === 'stdin-closed'
    expect(last.open.size).toBe(isCut ? 1 : 0)
    expect(isSettled(toLivenessState(last))).toBe(!isCut && name !== 'resume-unknown')
  })

  it('the version, the answer to initialize and the id are known', () => {
    const [last] = [...replay(version, 'plain-text')].slice(-2)
    expect(last?.facts.cliVersion).toBe(version)
    expect(last?.facts.initialized).toHaveProperty('models')
    expect(last?.facts.session.sessionIds).toHaveLength(1)
  })

  it('/clear changes the id where the CLI does', () => {
    const last = [...replay(version, 'command-clear')].at(-1)
    expect(last?.facts.session.sessionIds).toHaveLength(isNew ? 2 : 1)
  })
})

describe('a session with a background task', () => {
  it('is not idle when the turn has its result', () => {
    const states = toStates('2.1.325', 'bash-background')
    expect(states).toEqual([...begun, 'awaiting approval', 'working', 'idle', 'working', 'idle', 'disconnected'])
    const atResult = [...replay('2.1.325', 'bash-background')].find(
      ({ record }) => (record.message as { state?: string }).state === 'idle',
    )
    expect(atResult && toLivenessState(atResult.facts)).toBe('working')
  })
})
