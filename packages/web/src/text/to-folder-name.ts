/** What people call a project: the last part of its path. */
export function toFolderName(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? path
}
