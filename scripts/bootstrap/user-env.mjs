import { delimiter, dirname, join } from 'node:path'

/**
 * The environment as it was before npm: npm adds its own settings, and puts node_modules/.bin first on PATH. What we start, and
 * what Claude starts then, should find the user's programs and not ours, and their npm should not obey our .npmrc.
 */
export function toUserEnv(env, root) {
  if (env.npm_lifecycle_event === undefined) return env
  const ours = new Set(toAncestors(root).map((folder) => join(folder, 'node_modules', '.bin')))
  const path = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !ours.has(folder) && !folder.endsWith('node-gyp-bin'))
    .join(delimiter)
  const kept = Object.entries(env).filter(
    ([name]) => !name.startsWith('npm_') && name !== 'NODE' && name !== 'INIT_CWD',
  )
  return { ...Object.fromEntries(kept), PATH: path }
}

function toAncestors(folder) {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...toAncestors(parent)]
}
