/** `2026-07-08`, of the day that it is here. What is no time keeps the letters that it has. */
export function toLocalDay(at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at.slice(0, 10)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((number) => String(number).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}
