/** A line that was counted. Lines of a transcript also name their parent line. */
export interface Line {
  readonly parent?: string | null
  /** Index of the entry in the main lane that the line became a part of. */
  readonly entry?: number
  /** It stands on the current branch. */
  readonly isOn?: true
}
