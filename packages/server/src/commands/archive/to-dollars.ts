/** For a column. What is too little to show is still not nothing. */
export function toDollars(usd: number): string {
  return usd > 0 && usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`
}
