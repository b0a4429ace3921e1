/**
 * A persistent map from names to values: never changed in place, and a new name costs the same however many there are. It is a tree over
 * the hash of the name, of which a change copies one path, and plain JSON, so that a state can be saved as it is.
 */
export type Dictionary<T> = Branch<T>

/** `bits` says which of the 32 slots are taken; `slots` holds only those. */
interface Branch<T> {
  readonly bits: number
  readonly slots: readonly Slot<T>[]
}

interface Leaf<T> {
  readonly key: string
  readonly value: T
  /** Further names with the same hash. */
  readonly next?: Leaf<T>
}

type Slot<T> = Branch<T> | Leaf<T>

const BITS = 5
const MASK = 31
const LAST_SHIFT = 30

const EMPTY: Dictionary<never> = { bits: 0, slots: [] }

export function emptyDictionary<T>(): Dictionary<T> {
  return EMPTY
}

export function getValue<T>(dictionary: Dictionary<T>, key: string): T | undefined {
  if (dictionary.bits === 0) return undefined
  const hash = toHash(key)
  let slot: Slot<T> = dictionary
  for (let shift = 0; 'slots' in slot; shift += BITS) {
    const bit = 1 << ((hash >>> shift) & MASK)
    if ((slot.bits & bit) === 0) return undefined
    slot = slot.slots[count(slot.bits & (bit - 1))] as Slot<T>
  }
  let leaf: Leaf<T> | undefined = slot
  while (leaf !== undefined && leaf.key !== key) leaf = leaf.next
  return leaf?.value
}

export function hasValue<T>(dictionary: Dictionary<T>, key: string): boolean {
  return getValue(dictionary, key) !== undefined
}

export function isEmpty(dictionary: Dictionary<unknown>): boolean {
  return dictionary.bits === 0
}

export function setValue<T>(dictionary: Dictionary<T>, key: string, value: T): Dictionary<T> {
  return put(dictionary, 0, toHash(key), { key, value })
}

/** Entries in the order of their hashes, which is the same for the same names. */
export function* entriesOf<T>(dictionary: Dictionary<T>): Generator<[string, T]> {
  yield* walk(dictionary)
}

function* walk<T>(slot: Slot<T>): Generator<[string, T]> {
  if ('slots' in slot) for (const inner of slot.slots) yield* walk(inner)
  else for (let leaf: Leaf<T> | undefined = slot; leaf !== undefined; leaf = leaf.next) yield [leaf.key, leaf.value]
}

function put<T>(branch: Branch<T>, shift: number, hash: number, leaf: Leaf<T>): Branch<T> {
  const bit = 1 << ((hash >>> shift) & MASK)
  const at = count(branch.bits & (bit - 1))
  if ((branch.bits & bit) === 0) {
    return { bits: branch.bits | bit, slots: branch.slots.toSpliced(at, 0, leaf) }
  }
  const slots = branch.slots.slice()
  slots[at] = meet(slots[at] as Slot<T>, shift, hash, leaf)
  return { bits: branch.bits, slots }
}

function meet<T>(slot: Slot<T>, shift: number, hash: number, leaf: Leaf<T>): Slot<T> {
  if ('slots' in slot) return put(slot, shift + BITS, hash, leaf)
  if (slot.key === leaf.key) return slot.next === undefined ? leaf : { ...leaf, next: slot.next }
  if (shift >= LAST_SHIFT)
    return { ...slot, next: slot.next === undefined ? leaf : (meet(slot.next, shift, hash, leaf) as Leaf<T>) }
  return part(slot, toHash(slot.key), leaf, hash, shift + BITS)
}

/** A branch for two names whose hashes agree in the bits before `shift`. */
function part<T>(one: Leaf<T>, oneHash: number, other: Leaf<T>, otherHash: number, shift: number): Branch<T> {
  const from = (oneHash >>> shift) & MASK
  const to = (otherHash >>> shift) & MASK
  if (from !== to) return { bits: (1 << from) | (1 << to), slots: from < to ? [one, other] : [other, one] }
  const deeper = shift >= LAST_SHIFT ? { ...one, next: other } : part(one, oneHash, other, otherHash, shift + BITS)
  return { bits: 1 << from, slots: [deeper] }
}

let lastText: string | undefined
let lastHash = 0

/** Most names are looked up and then set, so the last hash is kept. */
function toHash(text: string): number {
  if (text === lastText) return lastHash
  const even = text.length & ~1
  let hash = even
  for (let index = 0; index < even; index += 2)
    hash = mix(hash ^ text.charCodeAt(index) ^ (text.charCodeAt(index + 1) << 16))
  if (even < text.length) hash = mix(hash ^ text.charCodeAt(even))
  lastText = text
  lastHash = hash
  return hash
}

/** A multiplication changes higher bits only, and the tree reads the lowest bits first: the high bits are mixed down. */
function mix(hash: number): number {
  const product = Math.imul(hash, 0x9e3779b1)
  return product ^ (product >>> 15)
}

function count(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
