import { dirname } from 'node:path'

/** The folder of the clone. */
export const root = dirname(import.meta.dirname)
