const whole = new Intl.NumberFormat('en')

/** `1,234` below ten thousand, `12.3k`, `200k` and `1.2M` above. */
export function toCount(value: number): string {
  if (value < 10_000) return whole.format(value)
  return value < 1_000_000 ? `${toShort(value / 1000)}k` : `${toShort(value / 1_000_000)}M`
}

function toShort(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}
