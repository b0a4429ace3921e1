/** Escape sequences of terminals: colours, titles, movements. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const TERMINAL = /\u001b(?:\[[\d;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

/** Characters that change the direction of writing: with them a command could be made to read as another. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** Other control characters, which no page shows. Tabs and newlines stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Text that is safe to show: newlines are uniform, terminal escapes and control characters are gone, direction marks are visible. */
export function toPlainText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(TERMINAL, '')
    .replaceAll(UNSEEN, '')
    .replaceAll(TURNING, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`)
}
