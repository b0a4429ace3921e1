import { useEffect, useMemo } from 'react'
import { Router } from 'wouter'
import { useStore } from 'zustand'
import { App } from '../App.tsx'
import type { Api } from '../api.ts'
import { basePath } from '../base-path.ts'
import { QuarterdeckContext } from '../frame/quarterdeck.ts'
import { createBrowserEnvironment } from '../live/browser-environment.ts'
import { createLiveStore } from '../live/live-store.ts'
import { PairingView } from './PairingView.tsx'
import type { Pairing } from './pairing.ts'

/** The page, for a browser that is let in; what to do, for any other. */
export function PairedApp({ pairing, api }: { pairing: Pairing; api: Api }) {
  const state = useStore(pairing.state)
  if (state.kind !== 'paired') return <PairingView state={state} onRetry={() => void pairing.begin(null)} />
  return <LetIn api={api} />
}

function LetIn({ api }: { api: Api }) {
  const live = useMemo(
    () => createLiveStore({ environment: createBrowserEnvironment(api.pairing), readOlder: api.readOlder }),
    [api],
  )
  useEffect(() => {
    const onVisible = () => live.setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('online', onVisible)
    const end = live.start()
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('online', onVisible)
      end()
    }
  }, [live])
  return (
    <QuarterdeckContext value={{ live, api }}>
      <Router base={basePath}>
        <App />
      </Router>
    </QuarterdeckContext>
  )
}
