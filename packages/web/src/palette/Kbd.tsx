import { isMac, toKeyCaps } from './keys.ts'

/** Keys, as they stand on a keyboard. Beside a name they are only drawn: a screen reader has `aria-keyshortcuts` and the list of them. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="keys" aria-hidden="true">
      {toKeyCaps(keys, isMac).map((cap, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key is its place
        <kbd key={at}>{cap}</kbd>
      ))}
    </span>
  )
}
