const LONGEST_BYTES = 120

/** A name that is one on every system, made of what somebody called a file: no folder, no dots in front, nothing to be quoted. */
export function toFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^[.-]+/, '')
    .replace(/[.-]+$/, '')
  const [, stem = '', extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/.exec(plain) ?? []
  return cut(stem === '' ? 'file' : stem, LONGEST_BYTES - extension.length) + extension
}

/** Never inside a character. */
function cut(text: string, mostBytes: number): string {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > mostBytes) break
    kept += character
  }
  return kept
}

/** The same name for a second file: `shot.png`, `shot-2.png`. */
export function toNextName(name: string, count: number): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? `${name}-${count}` : `${name.slice(0, dot)}-${count}${name.slice(dot)}`
}
