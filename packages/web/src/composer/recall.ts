/** Going back through what was said before, as in a shell: the text that was being typed is where one comes back to. */
export interface Recall {
  /** How far back; 0 is the text being typed. */
  steps: number
  typed: string
}

export const notRecalling: Recall = { steps: 0, typed: '' }

/** The next older (1) or newer (-1) one, or null where there is none. `said` has the newest first. */
export function recall(
  said: readonly string[],
  { steps, typed }: Recall,
  text: string,
  direction: 1 | -1,
): { recall: Recall; text: string } | null {
  const next = steps + direction
  if (next < 0 || next > said.length) return null
  const kept = steps === 0 ? text : typed
  return { recall: { steps: next, typed: kept }, text: next === 0 ? kept : (said[next - 1] as string) }
}
