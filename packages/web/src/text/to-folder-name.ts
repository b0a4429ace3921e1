import { toVisibleText } from './visible-text.ts'

/** The name of a project: the last part of its path. */
export function toFolderName(path: string): string {
  return toVisibleText(path.split('/').filter(Boolean).at(-1) ?? path)
}
