import { Router } from 'wouter'
import { useStore } from 'zustand'
import { App } from '../App.tsx'
import type { Api } from '../api.ts'
import { QuarterdeckContext } from '../frame/quarterdeck.ts'
import type { Live } from '../live/create-live.ts'
import { basePath } from '../place.ts'
import { PairingView } from './PairingView.tsx'
import type { Pairing } from './pairing.ts'

/** The page, for a browser that is let in; what to do, for any other. */
export function PairedApp({ pairing, api, getLive }: { pairing: Pairing; api: Api; getLive: () => Live }) {
  const state = useStore(pairing.state)
  if (state.kind !== 'paired') return <PairingView state={state} onRetry={() => void pairing.begin(null)} />
  return (
    <QuarterdeckContext value={{ api, live: getLive() }}>
      <Router base={basePath}>
        <App />
      </Router>
    </QuarterdeckContext>
  )
}
