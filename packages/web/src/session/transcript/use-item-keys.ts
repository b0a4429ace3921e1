import type { Row } from '@quarterdeck/transcript'
import { useRef } from 'react'

type GetKey = (index: number) => string | number

/** The keys of rows, by one and the same function while they are the same keys: for another one the list places every row anew. */
export function useItemKeys(rows: readonly Row[]): GetKey {
  const last = useRef<{ rows: readonly Row[]; getKey: GetKey } | null>(null)
  if (last.current === null || !haveSameKeys(last.current.rows, rows)) {
    const made = { rows, getKey: (index: number) => made.rows[index]?.key ?? index }
    last.current = made
  }
  last.current.rows = rows
  return last.current.getKey
}

function haveSameKeys(one: readonly Row[], other: readonly Row[]): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++)
    if (one[index] !== other[index] && one[index]?.key !== other[index]?.key) return false
  return true
}
