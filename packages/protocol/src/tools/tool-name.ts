const LEGACY: Readonly<Record<string, string>> = { Task: 'Agent' }
export function canonicalToolName(name: string): string {
  return Object.hasOwn(LEGACY, name) ? (LEGACY[name] as string) : name
}
