import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStable } from './use-stable.ts'

type Fields = Readonly<Record<string, string>>

/** What stands behind the `?` of the address, so that a view is the same after a reload and can be sent to somebody. */
export function useAddress(): [fields: Fields, change: (changes: Fields, options?: { isNew?: boolean }) => void] {
  const search = useSearch()
  const [location, navigate] = useLocation()
  const fields = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search])
  const change = useStable((changes: Fields, { isNew = false } = {}) => {
    const text = toQuery({ ...fields, ...changes })
    // Going back should undo a choice, not every letter that was typed.
    navigate(text === '' ? location : `${location}?${text}`, { replace: !isNew })
  })
  return [fields, change]
}

/** Without what is empty. */
function toQuery(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return new URLSearchParams(given).toString()
}
