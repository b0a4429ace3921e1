/** How many wait. The link beside it says where; a screen reader hears the number with it. */
export function Badge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="badge" role="img" aria-label={`${count} ${count === 1 ? 'waits' : 'wait'} for you`}>
      {count}
    </span>
  )
}
