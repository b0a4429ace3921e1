const whole = new Intl.NumberFormat('en')

/** `1,234` below ten thousand, `12.3k` and `1.2M` above. */
export function toCount(value: number): string {
  if (value < 10_000) return whole.format(value)
  return value < 1_000_000 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(1)}M`
}
