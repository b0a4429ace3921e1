import { Router } from 'wouter'
import { useStore } from 'zustand'
import { App } from '../App.tsx'
import type { Api } from '../api.ts'
import { basePath } from '../base-path.ts'
import { PairingView } from './PairingView.tsx'
import type { Pairing } from './pairing.ts'

/** The page, for a browser that is let in; what to do, for any other. */
export function PairedApp({ pairing, api }: { pairing: Pairing; api: Api }) {
  const state = useStore(pairing.state)
  if (state.kind !== 'paired') return <PairingView state={state} onRetry={() => void pairing.begin(null)} />
  return (
    <Router base={basePath}>
      <App api={api} />
    </Router>
  )
}
