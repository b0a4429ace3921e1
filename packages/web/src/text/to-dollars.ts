/** Money with as many places as are of use: `$0.0042`, `$0.42`, `$12.40`. */
export function toDollars(usd: number): string {
  const places = usd !== 0 && Math.abs(usd) < 0.1 ? 4 : 2
  return `$${usd.toFixed(places)}`
}
