import assert from 'node:assert/strict'
import { matches, printPattern } from './match.ts'
import type { Folder } from './scenario-folder.ts'

export type Line = { type: string } & Record<string, unknown>

/** The lines of the transcript of a session, which must be there. */
export function readTranscript(home: Folder, sessionId: string): Line[] {
  const [file] = home.list(`.claude/projects/*/${sessionId}.jsonl`)
  const others = home.list('.claude/projects/**').join(', ')
  assert.ok(file, `Session ${sessionId} should have a transcript. There is: ${others}`)
  return home.readLines(file).map((line) => JSON.parse(line))
}

/** The first line that matches, which must be there. */
export function findLine(lines: Line[], pattern: Record<string, unknown>): Line {
  const found = lines.find((line) => matches(line, pattern))
  assert.ok(found, `The transcript should have a line like ${printPattern(pattern)}`)
  return found
}
