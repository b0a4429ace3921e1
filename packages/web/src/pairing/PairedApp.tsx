import { Router } from 'wouter'
import { useStore } from 'zustand'
import { App } from '../App.tsx'
import { type Quarterdeck, QuarterdeckContext } from '../frame/quarterdeck.ts'
import { basePath } from '../server-address.ts'
import { PairingView } from './PairingView.tsx'
import type { Pairing } from './pairing.ts'

/** The page, for a browser that is let in; what to do, for any other. */
export function PairedApp({ pairing, getPage }: { pairing: Pairing; getPage: () => Quarterdeck }) {
  const state = useStore(pairing.state)
  if (state.kind !== 'paired') return <PairingView state={state} onRetry={() => void pairing.retry()} />
  return (
    <QuarterdeckContext value={getPage()}>
      <Router base={basePath}>
        <App />
      </Router>
    </QuarterdeckContext>
  )
}
