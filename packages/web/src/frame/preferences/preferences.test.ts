import { describe, expect, it } from 'vitest'
import { toLook } from './look.ts'
import { createPreferences } from './preferences.ts'

type Call = Parameters<typeof createPreferences>[0]

describe('preferences', () => {
  it('are those that the server says count', async () => {
    const call = (async () => ({ common: {}, device: {}, effective: { theme: 'dark' } })) as Call
    const preferences = createPreferences(call)
    await preferences.read()
    expect(preferences.store.getState()).toEqual({ preferences: { theme: 'dark' }, isRead: true, problem: null })
  })

  it('count at once when changed, for all devices, over what this one had for itself', async () => {
    const asked: unknown[] = []
    const call = (async (_: string, request?: { body?: unknown }) => {
      asked.push(request?.body)
      return { common: {}, device: {}, effective: { theme: 'light' } }
    }) as Call
    const preferences = createPreferences(call)
    const changing = preferences.change({ theme: 'light', density: null })
    expect(preferences.store.getState().preferences).toEqual({ theme: 'light' })
    await changing
    expect(asked).toEqual([{ common: { theme: 'light', density: null }, device: { theme: null, density: null } }])
  })

  it('are taken back, with the reason, where the server does not keep them', async () => {
    const call = (async () => {
      throw new Error('The disk is full.')
    }) as Call
    const preferences = createPreferences(call)
    await preferences.change({ sound: false })
    expect(preferences.store.getState()).toEqual({ preferences: {}, isRead: false, problem: 'The disk is full.' })
  })

  it('are those of the last visit until the server has told them, also where it never took the change', async () => {
    const places = new Map<string, string>()
    const kept = {
      getItem: (key: string) => places.get(key) ?? null,
      setItem: (key: string, value: string) => void places.set(key, value),
    }
    const never = (() => new Promise(() => undefined)) as Call
    void createPreferences(never, { kept }).change({ enterToSend: false })
    const next = createPreferences((async () => ({ effective: { enterToSend: true } })) as Call, { kept })
    expect(next.store.getState()).toEqual({ preferences: { enterToSend: false }, isRead: false, problem: null })
    await next.read()
    expect(createPreferences(never, { kept }).store.getState().preferences).toEqual({ enterToSend: true })
    places.set([...places.keys()][0] as string, '{"enterTo')
    expect(createPreferences(never, { kept }).store.getState().preferences).toEqual({})
  })

  it('do not let an older answer undo a newer change', async () => {
    const answers: ((value: unknown) => void)[] = []
    const call = (() => new Promise<unknown>((resolve) => answers.push(resolve))) as Call
    const preferences = createPreferences(call)
    const first = preferences.change({ theme: 'light' })
    const second = preferences.change({ theme: 'dark' })
    answers[1]?.({ effective: { theme: 'dark' } })
    answers[0]?.({ effective: { theme: 'light' } })
    await Promise.all([first, second])
    expect(preferences.store.getState().preferences).toEqual({ theme: 'dark' })
  })
})

it('draws as the system does where nothing else is wanted', () => {
  expect(toLook({ theme: 'system' })).toEqual({ theme: '', density: '', motion: '' })
  expect(toLook({ theme: 'dark', density: 'compact', reduceMotion: true })).toEqual({
    theme: 'dark',
    density: 'compact',
    motion: 'less',
  })
})
