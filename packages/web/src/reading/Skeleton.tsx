/** The shape of what is being read. */
export function Skeleton({ lines = 8 }: { lines?: number }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        Reading…
      </span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <div key={index} className="reading-line" aria-hidden="true" />
      ))}
    </div>
  )
}
