/** How long something has run, as a clock shows it: `0:34`, `12:05`, `1:02:03`. */
export function toClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}
