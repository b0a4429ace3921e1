import type { DeviceRow } from '@quarterdeck/contract'
import { type FormEvent, useState } from 'react'
import { useNow } from '../frame/use-now.ts'
import { toAge } from '../text/to-age.ts'
import { toVisibleText } from '../text/visible-text.ts'

interface Props {
  device: DeviceRow
  onRename: (name: string) => Promise<void>
  onRevoke: () => Promise<void>
}

/** A browser that is let in. To revoke it is asked twice; it cannot be taken back. */
export function DeviceItem({ device, onRename, onRevoke }: Props) {
  const now = useNow(15_000)
  const [asks, setAsks] = useState<'nothing' | 'name' | 'revoke'>('nothing')
  const name = toVisibleText(device.name)

  function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const next = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    setAsks('nothing')
    if (next !== '' && next !== device.name) void onRename(next)
  }

  return (
    <li>
      {asks === 'name' ? (
        <form className="row" onSubmit={rename} aria-label={`Rename ${name}`}>
          {/* biome-ignore lint/a11y/noAutofocus: whoever asked to rename goes on by typing */}
          <input className="field" name="name" aria-label="Name" defaultValue={device.name} maxLength={100} autoFocus />
          <button type="submit" className="button">
            Save
          </button>
          <button type="button" className="button" onClick={() => setAsks('nothing')}>
            Cancel
          </button>
        </form>
      ) : (
        <>
          <p>
            <strong>{name}</strong>
            {device.isCurrent && ' · this browser'}
            <br />
            <span className="quiet">
              Seen {toAge(device.lastSeen, now)} ago at {device.origin}, paired {toAge(device.created, now)} ago
            </span>
          </p>
          <div className="row">
            <button type="button" className="button" aria-label={`Rename ${name}`} onClick={() => setAsks('name')}>
              Rename
            </button>
            {asks === 'revoke' ? (
              <>
                <button type="button" className="button danger" onClick={() => void onRevoke()}>
                  {device.isCurrent ? 'Revoke this browser, and leave' : `Revoke ${name}`}
                </button>
                <button type="button" className="button" onClick={() => setAsks('nothing')}>
                  Keep it
                </button>
              </>
            ) : (
              <button type="button" className="button" aria-label={`Revoke ${name}…`} onClick={() => setAsks('revoke')}>
                Revoke…
              </button>
            )}
          </div>
        </>
      )}
    </li>
  )
}
