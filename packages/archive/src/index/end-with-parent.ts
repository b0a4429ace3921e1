const parent = process.ppid

/** Called between files by work that hears nothing while it goes on: whoever asked for it may have been killed, and the next one must not find the index busy. */
export function endWithParent(): void {
  if (process.ppid !== parent) process.exit()
}
