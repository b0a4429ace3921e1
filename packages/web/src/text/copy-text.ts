/** Puts a text on the clipboard. Rejects with a sentence: without a secure address there is no clipboard. */
export async function copyText(text: string): Promise<void> {
  const writing = globalThis.navigator?.clipboard?.writeText(text)
  if (writing === undefined)
    throw new Error('This address is not secure, so the browser has no clipboard. Use https or localhost.')
  await writing.catch(() => {
    throw new Error('The browser did not let it be copied.')
  })
}
