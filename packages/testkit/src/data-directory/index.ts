export type { DataDirectoryOptions } from './data-directory-options.ts'
export { mutateTranscript } from './mutate-transcript.ts'
export type { Oracle, OracleSession } from './oracle/oracle.ts'
export { writeDataDirectory } from './write-data-directory.ts'
