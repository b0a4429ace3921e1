import { homedir } from 'node:os'
import { join } from 'node:path'
import { listRuntimeFolders } from '@quarterdeck/driver'
import type { Options } from '../options.ts'
import { type Classify, createClassify } from '../policy/create-classify.ts'

export interface OwnPlaces {
  env: NodeJS.ProcessEnv
  claudeDir: string
  /** The samples of a demo, which lie in its data. */
  open?: readonly string[] | undefined
}

/** Which paths are for nobody on this machine: of whatever else is named, the user's own directory of the CLI is always one. */
export function createOwnClassify({ data }: Pick<Options, 'data'>, { env, claudeDir, open = [] }: OwnPlaces): Classify {
  const home = homedir()
  const named = env.CLAUDE_CONFIG_DIR ? [env.CLAUDE_CONFIG_DIR] : []
  return createClassify({
    home,
    data: [data, ...listRuntimeFolders(env)],
    claude: [claudeDir, ...named, join(home, '.claude')],
    open,
  })
}
