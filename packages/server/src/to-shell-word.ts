/** A word as a shell takes it, for a command that somebody copies. */
export function toShellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
