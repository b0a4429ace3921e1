/** A table to look words of others up in. It has its own entries and nothing else: `constructor` or `__proto__` find nothing. */
export function toTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null), entries)
}
