import type { PairingLink } from '@quarterdeck/contract'
import { useEffect, useState } from 'react'
import { CopyButton } from '../code/CopyButton.tsx'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { useNow } from '../frame/use-now.ts'
import { lazily } from '../parts/lazily.ts'

const QrCode = lazily(() => import('./QrCode.tsx'))

/** A link that lets one more browser in, once. */
export function PairAnother({ onPaired }: { onPaired: () => void }) {
  const { api } = useQuarterdeck()
  const [link, setLink] = useState<PairingLink | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const now = useNow()
  const leftSeconds = link === null ? 0 : Math.round((Date.parse(link.expiresAt) - now) / 1000)
  const isOpen = link !== null && leftSeconds > 0
  // A camera cannot choose: it gets an address that leads here from elsewhere too.
  const reachable = link?.links.find((each) => !/^(localhost|127\..*|\[::1\])$/.test(new URL(each).hostname))
  // Whoever comes in by it shows in the list.
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(onPaired, 3000)
    return () => clearInterval(timer)
  }, [isOpen, onPaired])

  async function create() {
    setProblem(null)
    try {
      setLink(await api.call('POST /api/devices/link'))
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  return (
    <div className="pair-another">
      {isOpen && (
        <>
          <p>
            Open this on the other device. It lets one browser in, once, and is good for{' '}
            <span className="number">{toClock(leftSeconds)}</span>. Give it to nobody else.
          </p>
          <ul aria-label="Pairing links">
            {[...new Set([...link.links, link.link])].map((each) => (
              <li key={each}>
                <code>{each}</code> <CopyButton text={each} what="the link" />
              </li>
            ))}
          </ul>
          {reachable === undefined ? (
            <p className="quiet">
              These addresses lead to this machine alone. For a phone, start the server with <code>--public-url</code>{' '}
              and the address of a proxy or a tunnel; then a QR code stands here.
            </p>
          ) : (
            <QrCode text={reachable} name="The pairing link as a QR code" />
          )}
        </>
      )}
      {link !== null && !isOpen && <p className="quiet">The link has expired.</p>}
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className="button" onClick={() => void create()}>
        {link === null ? 'Pair another device' : 'Make another link'}
      </button>
    </div>
  )
}

function toClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
