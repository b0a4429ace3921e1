/**
 * A persistent list: never changed in place, and cheap to add to. It is a tree of arrays, of which a change copies one path, and plain
 * JSON, so that a state can be saved as it is.
 */
export interface List<T> {
  readonly size: number
  /** How many levels lie above the items. */
  readonly depth: number
  readonly root: readonly Slot<T>[]
}

type Slot<T> = T | readonly Slot<T>[]

const BITS = 5
const WIDTH = 1 << BITS
const MASK = WIDTH - 1

const EMPTY: List<never> = { size: 0, depth: 0, root: [] }

export function emptyList<T>(): List<T> {
  return EMPTY
}

export function getItem<T>(list: List<T>, index: number): T | undefined {
  if (index < 0 || index >= list.size) return undefined
  let slots = list.root
  for (let shift = list.depth * BITS; shift > 0; shift -= BITS) slots = slots[(index >>> shift) & MASK] as Slot<T>[]
  return slots[index & MASK] as T
}

export function lastItem<T>(list: List<T>): T | undefined {
  return getItem(list, list.size - 1)
}

export function addItem<T>(list: List<T>, item: T): List<T> {
  const isFull = list.size === WIDTH ** (list.depth + 1)
  const depth = isFull ? list.depth + 1 : list.depth
  const root = isFull ? [list.root] : list.root
  return { size: list.size + 1, depth, root: withItem(root, depth * BITS, list.size, item) }
}

/** An index outside the list changes nothing. */
export function setItem<T>(list: List<T>, index: number, item: T): List<T> {
  if (index < 0 || index >= list.size) return list
  return { ...list, root: withItem(list.root, list.depth * BITS, index, item) }
}

function withItem<T>(slots: readonly Slot<T>[], shift: number, index: number, item: T): Slot<T>[] {
  const copy = slots.slice()
  const at = (index >>> shift) & MASK
  copy[at] = shift === 0 ? item : withItem((slots[at] ?? []) as Slot<T>[], shift - BITS, index, item)
  return copy
}

export function* itemsOf<T>(list: List<T>, from = 0): Generator<T> {
  for (let index = from; index < list.size; index++) yield getItem(list, index) as T
}

/** The first index at which two lists differ. Nodes that both share are skipped without a look into them. */
export function findDifference<T>(one: List<T>, other: List<T>): number {
  const shorter = Math.min(one.size, other.size)
  if (one.depth !== other.depth) return Math.min(shorter, firstDifference(one, other, shorter))
  const found = compare(one.root, other.root, one.depth * BITS, 0)
  return Math.min(found, shorter)
}

/** Lists of different depth share no top nodes: they are compared item by item, which happens only when a list grows a level. */
function firstDifference<T>(one: List<T>, other: List<T>, size: number): number {
  for (let index = 0; index < size; index++) if (getItem(one, index) !== getItem(other, index)) return index
  return size
}

function compare<T>(one: readonly Slot<T>[], other: readonly Slot<T>[], shift: number, base: number): number {
  if (one === other) return Number.POSITIVE_INFINITY
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    if (one[at] === other[at]) continue
    const here = base + (at << shift)
    if (shift === 0 || one[at] === undefined || other[at] === undefined) return here
    const found = compare(one[at] as Slot<T>[], other[at] as Slot<T>[], shift - BITS, here)
    if (found !== Number.POSITIVE_INFINITY) return found
  }
  return Number.POSITIVE_INFINITY
}
