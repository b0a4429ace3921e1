import { useEffect, useState } from 'react'
import type { PushDevice } from './push-device.ts'
import type { PushStanding } from './push-standing.ts'

const WORDS: Readonly<Record<PushStanding, string>> = {
  on: 'This device is told when something waits for you, while you look elsewhere.',
  off: 'This device is not told when something waits for you.',
  denied: 'This browser was told to show no notifications. Allow them for this page in its settings.',
  insecure:
    'Browsers show notifications only for pages that came by https, or from this machine. Here you are told by sound and by the title of the page.',
  unsupported:
    'This browser cannot show notifications; on an iPhone, put the page on the home screen first. Here you are told by sound and by the title of the page.',
}

/** Turns notices on this device on and off, says why where that cannot be, and tries whether they arrive. */
export function PushPanel({ device }: { device: PushDevice }) {
  const [standing, setStanding] = useState<PushStanding | null>(null)
  const [said, setSaid] = useState('')

  useEffect(() => {
    device.read().then(setStanding, () => setStanding('off'))
  }, [device])

  async function change(turn: () => Promise<PushStanding>) {
    // Without a network, browsers try for minutes.
    setSaid('Asking the browser…')
    try {
      setStanding(await turn())
      setSaid('')
    } catch (error) {
      setSaid(`That did not work: ${(error as Error).message}`)
    }
  }

  async function test() {
    setSaid('Sending…')
    try {
      const items = await device.test()
      setSaid(items.map(({ message }) => message).join(' '))
      setStanding(await device.read())
    } catch (error) {
      setSaid((error as Error).message)
    }
  }

  if (standing === null) return null
  return (
    <section className="push" aria-label="Notifications">
      <p className="quiet">{WORDS[standing]}</p>
      {standing === 'off' && (
        <button type="button" className="button" onClick={() => change(device.turnOn)}>
          Turn on notifications
        </button>
      )}
      {standing === 'on' && (
        <>
          <button type="button" className="button" onClick={test}>
            Send a test
          </button>
          <button type="button" className="button" onClick={() => change(device.turnOff)}>
            Turn off notifications
          </button>
        </>
      )}
      <p role="status" className="quiet">
        {said}
      </p>
    </section>
  )
}
