import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApi } from './api.ts'
import { basePath } from './base-path.ts'
import './page.css'
import { PairedApp } from './pairing/PairedApp.tsx'
import { createPairing } from './pairing/pairing.ts'
import { takeLinkSecret } from './pairing/take-link-secret.ts'
import { toDeviceName } from './pairing/to-device-name.ts'

const pairing = createPairing({ basePath, deviceName: toDeviceName(navigator.userAgent) })
void pairing.begin(takeLinkSecret())
// A new link opened in the same tab changes nothing but the part behind the #.
addEventListener('hashchange', () => {
  const secret = takeLinkSecret()
  if (secret !== null) void pairing.begin(secret)
})
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <PairedApp pairing={pairing} api={createApi(pairing)} />
  </StrictMode>,
)
