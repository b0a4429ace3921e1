import type { Page } from 'playwright-core'
import { createPairingLink } from './paired-device.ts'
import type { TestServer } from './start-server.ts'

/** Opens the page by a new pairing link, as a person does, and waits until the browser is let in. */
export async function openPaired(page: Page, server: Pick<TestServer, 'url' | 'token'>): Promise<void> {
  await page.goto(await createPairingLink(server))
  await page.getByRole('button', { name: 'New session' }).waitFor()
}
