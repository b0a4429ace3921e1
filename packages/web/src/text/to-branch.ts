/** The CLI says `HEAD` where there is no branch, or no repository. */
export function toBranch(branch: string | null | undefined): string | undefined {
  return branch === 'HEAD' ? undefined : (branch ?? undefined)
}
