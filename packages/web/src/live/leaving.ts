const checks: (() => boolean)[] = []

/** Says of something whether it would be lost with the page: then the browser asks before the page is left. */
export function askBeforeLeaving(wouldBeLost: () => boolean): void {
  checks.push(wouldBeLost)
}

export function watchLeaving(): void {
  addEventListener('beforeunload', (event) => {
    if (checks.some((wouldBeLost) => wouldBeLost())) event.preventDefault()
  })
}
