import { createRandom } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { addItem, emptyList, findDifference, getItem, itemsOf, type List, lastItem, setItem } from './list.ts'

const fill = (size: number) => Array.from({ length: size }, (_, index) => index).reduce(addItem<number>, emptyList())

describe('a list', () => {
  it('holds what was added, in order, over every boundary of its tree', () => {
    for (const size of [0, 1, 31, 32, 33, 1023, 1024, 1025, 32_768, 32_769]) {
      const list = fill(size)
      expect(list.size).toBe(size)
      expect(lastItem(list)).toBe(size === 0 ? undefined : size - 1)
      expect([...itemsOf(list, Math.max(0, size - 40))]).toEqual([...Array(size).keys()].slice(-40))
    }
  })

  it('is never changed in place', () => {
    const before = fill(1024)
    const after = addItem(setItem(before, 500, -1), 7)
    expect([getItem(before, 500), before.size]).toEqual([500, 1024])
    expect([getItem(after, 500), getItem(after, 1024), after.size]).toEqual([-1, 7, 1025])
  })

  it('has nothing outside of itself, and nothing is set there', () => {
    const list = fill(3)
    expect([getItem(list, -1), getItem(list, 3)]).toEqual([undefined, undefined])
    expect(setItem(list, 3, 9)).toBe(list)
  })

  it('does what an array does, whatever is done to it', () => {
    const random = createRandom(5)
    let list: List<number> = emptyList()
    const array: number[] = []
    for (let step = 0; step < 5000; step++) {
      const at = Math.floor(random() * array.length)
      if (random() < 0.6 || array.length === 0) {
        list = addItem(list, step)
        array.push(step)
      } else {
        list = setItem(list, at, step)
        array[at] = step
      }
    }
    expect([...itemsOf(list)]).toEqual(array)
  })

  it('knows where two of it first differ', () => {
    const list = fill(5000)
    expect(findDifference(list, list)).toBe(5000)
    for (const at of [0, 31, 32, 1024, 4999]) expect(findDifference(list, setItem(list, at, -1))).toBe(at)
    expect(findDifference(list, addItem(list, 1))).toBe(5000)
    expect(findDifference(fill(1024), addItem(fill(1024), 1))).toBe(1024)
    expect(findDifference(setItem(list, 4000, -1), setItem(list, 70, -1))).toBe(70)
  })
})
