/** `5 GB`, `0.3 GB`; what is less than that in megabytes. */
export function toGigabytes(bytes: number): string {
  if (bytes < 100_000_000) return `${Math.ceil(bytes / 1_000_000)} MB`
  return `${Number((bytes / 1_000_000_000).toFixed(1))} GB`
}
