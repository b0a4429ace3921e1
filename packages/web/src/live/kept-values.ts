export interface KeptValues<T> {
  /** False where the browser has no room. */
  put: (id: string, value: T) => boolean
  remove: (id: string) => void
  list: () => { key: string; value: T }[]
}

/** Values in the browser's storage, each under a key of its own: pages do not overwrite each other. A browser without storage has none. */
export function createKeptValues<T>(prefix: string, isWhole: (value: T) => boolean): KeptValues<T> {
  function read(key: string): { key: string; value: T }[] {
    try {
      const value = JSON.parse(localStorage.getItem(key) ?? '') as T
      return isWhole(value) ? [{ key, value }] : []
    } catch {
      return []
    }
  }
  return {
    put(id, value) {
      try {
        localStorage.setItem(prefix + id, JSON.stringify(value))
        return true
      } catch {
        return false
      }
    },
    remove: (id) => localStorage.removeItem(prefix + id),
    list() {
      const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
      return keys.filter((key) => key.startsWith(prefix)).flatMap(read)
    },
  }
}
