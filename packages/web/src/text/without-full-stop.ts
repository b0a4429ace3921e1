/** A title within a sentence: the sentence has its own end. */
export function withoutFullStop(title: string): string {
  return title.replace(/\s*(?<!\.)\.$/, '')
}
