/** Below it nobody has described what the CLI says; from `OLDEST_TESTED` on it runs in our tests. */
export const OLDEST_SUPPORTED = '2.1.1'
export const OLDEST_TESTED = '2.1.38'

/** Finds the version in what `--version` prints: `2.1.325 (Claude Code)`. */
export function parseCliVersion(text: string): string | null {
  return /\b\d+\.\d+\.\d+\b/.exec(text)?.[0] ?? null
}

/** A version that is not known counts as the oldest one that we test: what it takes, all later ones take. */
export function isAtLeast(version: string | null, wanted: string): boolean {
  const [ours, theirs] = [toNumbers(version ?? OLDEST_TESTED), toNumbers(wanted)]
  const at = ours.findIndex((number, index) => number !== theirs[index])
  return at === -1 || (ours[at] as number) > (theirs[at] as number)
}

function toNumbers(version: string): number[] {
  return version.split('.').map(Number)
}
