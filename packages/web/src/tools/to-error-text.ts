/** `<tool_use_error>Error: File has not been read yet.</tool_use_error>` → the words in it. */
export function toErrorText(text: string): string {
  const words = text
    .replace(/^(?:Error: )?<tool_use_error>/, '')
    .replace(/^\s*Error: /, '')
    .replace(/<\/tool_use_error>\s*$/, '')
    .trim()
  return words === '' ? 'It failed, and did not say why.' : words
}
