/**
 * One line for the CLI's stdin, newline included. JSON.stringify escapes every control character, so the text holds no raw
 * newline; U+2028 and U+2029 are escaped too, because readers that split lines the Unicode way would cut there.
 */
export function serialise(message: object): string {
  return `${JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
}
