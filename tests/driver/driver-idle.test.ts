import { join } from 'node:path'
import { KeptSession } from '@quarterdeck/driver'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asked, DriverStage, itemsOf, textOf, toTouch } from './driver-stage.ts'

/** It has no effort to set. */
const OLD_CLI = '2.1.38'

interface Init {
  subtype: string
}

describe.each(CLI_VERSIONS)('a session of CLI %s that nobody looks at', (version) => {
  let stage: DriverStage
  let folder: string
  beforeEach(async () => {
    stage = await DriverStage.set(version)
    folder = join(stage.home, 'kept')
  })
  afterEach(() => stage.clear())

  /** Looks from outside, without being counted as somebody who looks. */
  async function ended(): Promise<void> {
    const kept = await KeptSession.open(folder)
    await new Promise<void>((resolve) => {
      if (!kept.isRunning) resolve()
      kept.subscribe(() => kept.facts.isRunning || resolve())
    })
    kept.close()
  }

  it('ends when it rests, and the next message finds model, mode, effort, rules and folders as they were', async () => {
    const first = await stage.start({ keeper: { folder, idleMs: 200 }, model: 'claude-sonnet-4-5-20250929' })
    const turn = first.turn(stage.script('Make one.', toTouch('one'), { text: 'Made.' }))
    const rules = [{ toolName: 'Bash', ruleContent: 'touch:*' }]
    await first.allow(await asked(first, 'Bash'), {
      updatedPermissions: [
        { type: 'addRules', rules, behavior: 'allow', destination: 'session' },
        { type: 'addDirectories', directories: ['/usr/share'], destination: 'session' },
      ],
    })
    expect(textOf(await turn)).toBe('Made.')
    expect(await first.setModel('claude-opus-4-5-20251101')).toMatchObject({ kind: 'ok' })
    expect(await first.setPermissionMode('plan')).toMatchObject({ kind: 'ok' })
    expect(await first.setPermissionMode('acceptEdits')).toMatchObject({ kind: 'ok' })
    const effort = await first.request('apply_flag_settings', { settings: { effortLevel: 'low' } })
    expect(effort.kind).toBe(version === OLD_CLI ? 'unsupported' : 'ok')
    first.close()
    await ended()

    const second = await stage.start({
      keeper: { folder },
      resume: first.id,
      onPermission: () => ({ behavior: 'deny' }),
    })
    const again = await second.turn(stage.script('Again.', toTouch('two'), { text: 'Made too.' }))
    expect(textOf(again)).toBe('Made too.')
    // The rule stands: nobody was asked, and nobody denied it.
    expect(stage.has('two')).toBe(true)
    expect(stage.knows('Make one.')).toBe(true)
    if (version !== OLD_CLI)
      expect(await second.request('get_settings')).toMatchObject({ response: { effective: { effortLevel: 'low' } } })
    const items = await itemsOf(second)
    const inits = items.filter((item) => item.kind === 'message' && item.message.type === 'system')
    const raw = inits.map((item) => (item as { raw: unknown }).raw).filter((each) => (each as Init).subtype === 'init')
    expect(raw.at(-1)).toMatchObject({ permissionMode: 'acceptEdits', model: 'claude-opus-4-5-20251101' })
    const said = items.flatMap((item) => (item.kind === 'session' ? [item.message] : []))
    expect(said).toContainEqual(
      expect.objectContaining({ subtype: 'exited', exit: expect.objectContaining({ kind: 'stopped', inTurn: false }) }),
    )
    expect(said).toContainEqual({
      type: 'keeper',
      subtype: 'restored',
      back: [
        'model claude-opus-4-5-20251101',
        'permission mode acceptEdits',
        'allow Bash(touch:*)',
        'folder /usr/share',
        ...(version === OLD_CLI ? [] : ['effort low']),
      ],
      gone: [],
    })
  })
})
