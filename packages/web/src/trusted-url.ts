/** The browser lets no string become a script; addresses of our own files, and nothing else, are turned into trusted ones here. */
const policy =
  'trustedTypes' in globalThis
    ? (globalThis as unknown as { trustedTypes: TrustedTypesFactory }).trustedTypes.createPolicy('quarterdeck', {
        createScriptURL: assertOwn,
      })
    : null

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => unknown }
}

/** For `new Worker` and for the service worker. */
export function toTrustedUrl(url: string): string {
  return (policy === null ? assertOwn(url) : policy.createScriptURL(url)) as string
}

function assertOwn(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new Error(`'${url}' is not a script of this page.`)
  return url
}
