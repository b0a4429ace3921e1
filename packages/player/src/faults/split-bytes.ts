/** Cuts bytes into pieces of one to seven, wherever that falls: inside characters, and between them. */
export function* splitBytes(bytes: Uint8Array, random: () => number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const end = Math.min(bytes.length, start + 1 + Math.floor(random() * 7))
    yield bytes.subarray(start, end)
    start = end
  }
}

/** Random numbers that are the same in every run, so that a failure comes back. */
export function createRandom(start = 1): () => number {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 0x1_0000_0000
  }
}
