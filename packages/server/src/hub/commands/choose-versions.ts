import type { FileVersion } from '@quarterdeck/archive'

/** A copy that the CLI made for a prompt, and not what one of its tools reported. */
const COPY = /@v\d+$/

/**
 * Of each file that a session touched, the version that was there when a prompt was sent. The CLI copies files when a prompt comes, and a
 * new one before its first change: that copy names the prompt. Else it is the newest that was there by then; and of a file that was
 * touched only later, what it was before.
 */
export function chooseVersions(versions: readonly FileVersion[], messageUuid: string, atMs: number): FileVersion[] {
  const byPath = Map.groupBy(
    versions.filter(({ path }) => path !== null),
    ({ path }) => path,
  )
  return [...byPath.values()].flatMap((ofFile) => {
    const copy = ofFile.find(({ name, messageId }) => messageId === messageUuid && COPY.test(name))
    const then = ofFile.findLast((version) => (version.atMs ?? Number.POSITIVE_INFINITY) <= atMs)
    return copy ?? then ?? ofFile[0] ?? []
  })
}
