interface ScriptPolicy {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

let policy: ScriptPolicy | undefined

/** Vouches for an address of a script before the browser, which wants that by our content security policy: only for our own files. */
export function toTrustedScriptUrl(url: URL): string {
  if (url.origin !== location.origin) throw new Error(`'${url.href}' is no script of ours.`)
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // A policy of this name can be made once.
  policy ??= trustedTypes?.createPolicy('quarterdeck', { createScriptURL: (text) => text })
  return policy?.createScriptURL(url.href) ?? url.href
}
