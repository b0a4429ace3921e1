import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A page that is painted every 16 ms; a picture takes `paintMs` longer. */
async function open({ paintMs = 0 } = {}) {
  vi.resetModules()
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => setTimeout(call, 16 + paintMs))
  const { browserClock } = await import('./clock.ts')
  const { noteKey } = await import('./typing.ts')
  return { clock: browserClock, noteKey }
}

describe('when a picture is drawn', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Draws once, and says after how long the next one is drawn. */
  async function wait(page: Awaited<ReturnType<typeof open>>, meanwhile: () => void = () => undefined) {
    const began = performance.now()
    let at = Number.NaN
    page.clock.beforeNextFrame(() => {
      at = performance.now() - began
    })
    meanwhile()
    await vi.advanceTimersByTimeAsync(1000)
    return at
  }
  async function drawOnce({ clock }: Awaited<ReturnType<typeof open>>, paintMs: number) {
    clock.beforeNextFrame(() => undefined)
    await vi.advanceTimersByTimeAsync(20 + paintMs)
  }

  it('is at once, the first time and after a pause', async () => {
    const page = await open()
    expect(await wait(page)).toBeLessThan(5)
    expect(await wait(page)).toBeLessThan(5)
  })

  it('rests as long as the last one took', async () => {
    const page = await open({ paintMs: 60 })
    await drawOnce(page, 60)
    const restMs = await wait(page)
    expect(restMs).toBeGreaterThan(60)
    expect(restMs).toBeLessThan(90)
  })

  it('is not begun before the last one is painted, and has rested', async () => {
    const page = await open({ paintMs: 60 })
    page.clock.beforeNextFrame(() => undefined)
    await vi.advanceTimersByTimeAsync(10)
    expect(await wait(page)).toBeGreaterThan(66 + 60)
  })

  it('waits for the next key to be painted while somebody types, and not for long', async () => {
    const page = await open({ paintMs: 24 })
    await drawOnce(page, 24)
    await vi.advanceTimersByTimeAsync(100)
    page.noteKey()
    await vi.advanceTimersByTimeAsync(50)
    expect(await wait(page, () => setTimeout(page.noteKey, 30))).toBeGreaterThanOrEqual(30 + 40)
    page.noteKey()
    await vi.advanceTimersByTimeAsync(50)
    const alone = await wait(page)
    expect(alone).toBeGreaterThan(150)
    expect(alone).toBeLessThanOrEqual(300)
  })

  it('does not wait for keys where drawing takes no time', async () => {
    const page = await open()
    page.noteKey()
    expect(await wait(page)).toBeLessThan(5)
  })

  it('is not drawn once it is taken back', async () => {
    const page = await open()
    const drawn = vi.fn()
    page.clock.beforeNextFrame(drawn)()
    page.noteKey()
    await vi.advanceTimersByTimeAsync(1000)
    expect(drawn).not.toHaveBeenCalled()
  })
})
