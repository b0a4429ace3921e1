import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as transcript from './index.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/transcript.md'), 'utf8')
const examples = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code)

const IMPORT = /^import (\{.*\}) from '@quarterdeck\/transcript'$/m
const CLAIM = /^(.+) \/\/ → (.+)$/gm

/** Runs an example, and gives what each of its claims says and what is true. */
function run(code: string): [claimed: unknown, found: unknown][] {
  const body = code.replace(IMPORT, 'const $1 = transcript').replace(CLAIM, 'claims.push([$2, $1])')
  return new Function('transcript', `const claims = []\n${body}\nreturn claims`)(transcript)
}

describe('the page of the library', () => {
  it('has examples', () => {
    expect(examples).toHaveLength(6)
  })

  it.each(examples)('says what is true in: %s', (code) => {
    const claims = run(code)
    expect(claims.length).toBeGreaterThan(2)
    for (const [claimed, found] of claims) expect(found).toEqual(claimed)
  })
})
