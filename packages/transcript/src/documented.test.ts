import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as transcript from './index.ts'

function readExamples(path: string): string[] {
  const page = readFileSync(join(import.meta.dirname, path), 'utf8')
  return [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code)
}

const examples = ['../README.md', '../../../docs/transcript.md'].flatMap(readExamples)

const IMPORT = /^import (\{.*\}) from '@quarterdeck\/transcript'$/m
const CLAIM = /^(.+) \/\/ → (.+)$/gm

/** Runs an example. Gives the value that each of its comments claims, and the value that was found. */
function run(code: string): [claimed: unknown, found: unknown][] {
  const body = code.replace(IMPORT, 'const $1 = transcript').replace(CLAIM, 'claims.push([$2, $1])')
  return new Function('transcript', `const claims = []\n${body}\nreturn claims`)(transcript)
}

describe('the examples of README.md and docs/transcript.md', () => {
  it('are seven', () => {
    expect(examples).toHaveLength(7)
  })

  it.each(examples)('have the values that their comments claim: %s', (code) => {
    const claims = run(code)
    expect(claims.length).toBeGreaterThan(2)
    for (const [claimed, found] of claims) expect(found).toEqual(claimed)
  })
})
