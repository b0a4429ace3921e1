import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Import, readImports } from './read-imports.ts'

interface Rule {
  /** Packages of ours it may import. */
  ours: string[]
  /** Packages of others it may import. */
  others: string[]
  /** Runs in the browser and in Node alike: it may touch neither. */
  browserSafe?: true
  /** Of these packages, or entries of packages, only types may be imported: their schemas stay out of the page. */
  typesOnly?: string[]
}

/** How the product is cut: docs/architecture.md shows the same as a picture. */
export const RULES: Readonly<Record<string, Rule>> = {
  protocol: { ours: [], others: ['zod'], browserSafe: true },
  transcript: { ours: ['protocol'], others: [], browserSafe: true },
  contract: {
    ours: ['protocol', 'transcript'],
    others: ['zod'],
    browserSafe: true,
    typesOnly: ['protocol', 'transcript'],
  },
  client: { ours: ['contract'], others: [], browserSafe: true, typesOnly: ['contract/routes'] },
  driver: { ours: ['protocol'], others: ['@modelcontextprotocol/sdk'] },
  archive: { ours: ['protocol', 'transcript'], others: ['yaml', 'diff'] },
  player: { ours: ['protocol'], others: [] },
  server: {
    ours: ['protocol', 'transcript', 'contract', 'client', 'driver', 'archive', 'player'],
    others: ['hono', '@hono/node-server', 'ws', 'zod', 'pino', 'web-push', 'uqr'],
  },
  web: {
    ours: ['contract', 'client', 'transcript', 'protocol'],
    others: [
      'react',
      'react-dom',
      'wouter',
      'zustand',
      '@tanstack/react-virtual',
      'marked',
      'remend',
      'uqr',
      '@shikijs/core',
      '@shikijs/engine-javascript',
      '@shikijs/langs',
      'diff',
      'anser',
    ],
    browserSafe: true,
    typesOnly: ['protocol', 'contract/routes'],
  },
  testkit: {
    ours: ['protocol', 'transcript', 'contract', 'driver', 'archive', 'player'],
    others: ['zod', 'playwright-core', '@anthropic-ai/claude-agent-sdk', 'axe-core'],
  },
}

const FOR_TESTS = ['vitest', 'fast-check', '@quarterdeck/testkit']

/** Every import below `packages` that the rules do not allow, as a sentence. */
export function findBreaches(root: string): string[] {
  const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
  return files.flatMap((file) => {
    const name = file.split('/')[1] as string
    const rule = RULES[name]
    if (rule === undefined) return [`${file}: package '${name}' has no rule in scripts/checks/boundaries.ts`]
    const isTest = /(\.test\.tsx?|-for-test\.ts)$/.test(file)
    return readImports(join(root, file)).flatMap((found) => {
      const problem = findProblem(found, rule, isTest)
      return problem === null ? [] : [`${file}: imports '${found.from}', ${problem}`]
    })
  })
}

function findProblem({ from, isType }: Import, rule: Rule, isTest: boolean): string | null {
  if (from.startsWith('.')) return from.includes('/src/') ? 'which reaches into another package' : null
  if (isTest && FOR_TESTS.some((name) => isOf(from, name))) return null
  if (from.startsWith('node:')) return rule.browserSafe && !isTest ? 'but must run in a browser' : null
  const ours = /^@quarterdeck\/([^/]+)/.exec(from)?.[1]
  if (ours === undefined)
    return rule.others.some((name) => isOf(from, name)) ? null : 'which is not among its dependencies'
  if (!rule.ours.includes(ours)) return 'which it may not know'
  // `/pure` has no schema in it.
  if (isType || isTest || from.endsWith('/pure')) return null
  return rule.typesOnly?.some((name) => isOf(from, `@quarterdeck/${name}`)) ? 'of which it may import types only' : null
}

function isOf(from: string, name: string): boolean {
  return from === name || from.startsWith(`${name}/`)
}
