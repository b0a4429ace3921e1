/** Whether a path is a folder or lies in it, by its words alone: what `..` leads out of does not. */
export function isBelow(path: string, folder: string): boolean {
  const inside = toParts(path.startsWith('/') || path.startsWith('~') ? path : `${folder}/${path}`)
  return toParts(folder).every((part, index) => inside[index] === part)
}

function toParts(path: string): string[] {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts
}
