import { symlinkSync } from 'node:fs'
import { CLI_VERSIONS, readRecording } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { isObject, parseJson } from '../parse-json.ts'
import { listPlans, readPlan } from './list-plans.ts'
import { toPlanSlugs } from './to-plan-slugs.ts'

let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

describe.each(CLI_VERSIONS)('plans as %s left them', (version) => {
  it('belong to the session that wrote them', () => {
    const { files } = readRecording(version, 'plan-approved')
    const sessions = ['plan-approved', 'edit'].flatMap((name) =>
      readRecording(version, name).files.flatMap(({ path, lines }) => {
        const sessionId = /projects\/[^/]+\/([^/]+)\.jsonl$/.exec(path)?.[1]
        return sessionId === undefined ? [] : [{ sessionId, lines: lines.map(parseJson).filter(isObject) }]
      }),
    )
    for (const { path, lines } of files) directory.write(path.replace(/^\.claude\//, ''), lines.join('\n'))
    const plans = listPlans(directory.root)
    if (!Array.isArray(plans)) throw new Error(plans.reason)
    expect(plans.map(({ title }) => title)).toEqual(['The plan'])
    const slug = plans[0]?.slug ?? ''
    const writers = sessions.filter(({ lines }) => lines.some((line) => toPlanSlugs(line).includes(slug)))
    expect(writers.map(({ sessionId }) => sessionId)).toEqual([sessions[0]?.sessionId])
    expect(readPlan(directory.root, slug)).toContain('1. Read the file.')
  })
})

describe('plans', () => {
  it('are read by their names alone', () => {
    directory.write('secret.md', 'secret')
    directory.write('plans/fine.md', 'no heading')
    symlinkSync(directory.path('secret.md'), directory.path('plans/link.md'))
    expect(listPlans(directory.root)).toMatchObject([{ slug: 'fine', title: null, bytes: 10 }])
    for (const slug of ['../secret', '..', '', 'a/b', 'x\0'])
      expect(readPlan(directory.root, slug)).toMatchObject({ kind: 'refused' })
    expect(readPlan(directory.root, 'none')).toMatchObject({ kind: 'missing' })
    expect(listPlans(directory.path('nowhere'))).toMatchObject({ kind: 'missing' })
  })
})
