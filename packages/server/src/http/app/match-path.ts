/** The parts of a path that stand for something, where it is one like `/api/claude/sessions/:id`; else null. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [wanted, parts] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== parts.length) return null
  if (!wanted.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))) return null
  const named = wanted.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), decode(parts[at] ?? '')]] : []))
  return Object.fromEntries(named)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
