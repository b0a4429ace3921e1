import { sep } from 'node:path'

/** Whether a path is a folder or stands in it. Both are real paths: `/home/me-too` is not below `/home/me`. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
