import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareVersions } from '../compare-versions.ts'
import type { RecordedFile } from '../recorder/collect-files.ts'
import type { RecordLine } from './scenario-process.ts'

const RECORDINGS = join(import.meta.dirname, '..', '..', 'recordings')

export interface StoredRecording {
  lines: RecordLine[]
  files: RecordedFile[]
}

/** The versions that were recorded, oldest first. */
export function listRecordedVersions(): string[] {
  const entries = readdirSync(RECORDINGS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map((entry) => entry.name).sort(compareVersions)
}

/** The names of all recordings of a version. */
export function listRecordings(version: string): string[] {
  const folder = join(RECORDINGS, version)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => name.replace(/\.ndjson$/, ''))
    .sort()
}

export function readRecording(version: string, name: string): StoredRecording {
  const path = join(RECORDINGS, version, name)
  const lines = readFileSync(`${path}.ndjson`, 'utf8').trim().split('\n')
  return { lines: lines.map((line) => JSON.parse(line)), files: JSON.parse(readFileSync(`${path}.files.json`, 'utf8')) }
}
