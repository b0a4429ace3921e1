/** How long ago, in the unit that a person would use: `12 s`, `4 min`, `3 h`, `5 d`. */
export function toAge(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000))
  if (Number.isNaN(seconds)) return ''
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}
