import { resolve } from 'node:path'
import type { TrustedFolders } from '../hub/start/trusted-folders.ts'
import type { Classify } from './create-classify.ts'
import type { PolicyContext, PolicyOptions } from './policy-options.ts'
import { toRealFolder } from './real-folder.ts'

/** What the flags say, and the disk to ask. A root is where it really is, so that a link to it does not lead out of it. */
export function createPolicy(options: PolicyOptions, trusted: TrustedFolders, classify: Classify): PolicyContext {
  const { allowBypass, allowConfig } = options
  // A root that is not there has nothing below it.
  const roots = options.roots.map((root) => toRealFolder(resolve(root)) ?? resolve(root))
  return { allowBypass, allowConfig, roots, toRealFolder, isTrusted: (folder) => trusted.has(folder), classify }
}
