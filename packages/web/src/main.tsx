import { PROTOCOL_VERSION } from '@quarterdeck/contract'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApi } from './api.ts'
import { createPreferences } from './frame/preferences/preferences.ts'
import type { Quarterdeck } from './frame/quarterdeck.ts'
import { openLive } from './live/open-live.ts'
import { instance } from './server-address.ts'
import './page.css'
import { Answers } from './cards/answer/answers.ts'
import { forgetDecisions, keptDecisions } from './cards/answer/kept-decisions.ts'
import { askBeforeLeaving } from './live/leaving.ts'
import { PairedApp } from './pairing/PairedApp.tsx'
import { createPairing } from './pairing/pairing.ts'
import { takeLinkSecret } from './pairing/take-link-secret.ts'
import { toDeviceName } from './pairing/to-device-name.ts'

const pairing = createPairing({ instance, deviceName: toDeviceName(navigator.userAgent) })
void pairing.begin(takeLinkSecret())
// A new link opened in the same tab changes nothing but the part behind the #.
addEventListener('hashchange', () => {
  const secret = takeLinkSecret()
  if (secret !== null) void pairing.begin(secret)
})
const api = createApi(pairing)
// Whoever is let in here again is asked again.
pairing.state.subscribe(({ kind }) => {
  if (kind === 'revoked') forgetDecisions(() => true)
})
const OLD_DECISION_MS = 3_600_000
let page: Quarterdeck | null = null
/** Opened when the browser is let in, and kept for as long as the page is there. */
const getPage = () => {
  page ??= openPage()
  return page
}
function openPage(): Quarterdeck {
  const live = openLive(api, PROTOCOL_VERSION)
  const answers = new Answers({ live, kept: keptDecisions })
  askBeforeLeaving(() => answers.hasUnkept)
  // A decision of an hour ago is asked again.
  forgetDecisions(({ at }) => Date.now() - at > OLD_DECISION_MS)
  answers.restore()
  return {
    api,
    live,
    answers,
    preferences: createPreferences(api.call, { kept: localStorage, others: new BroadcastChannel('preferences') }),
  }
}
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <PairedApp pairing={pairing} getPage={getPage} />
  </StrictMode>,
)
