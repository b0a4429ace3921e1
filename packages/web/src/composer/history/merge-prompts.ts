/**
 * What was said here, then what was typed in the project before, each once; those that have all the words. What is older may have
 * been found for other words, while the answer for these is on its way.
 */
export function mergePrompts(here: readonly string[], older: readonly string[], query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  return [...new Set([...here, ...older])].filter(hasAll)
}
