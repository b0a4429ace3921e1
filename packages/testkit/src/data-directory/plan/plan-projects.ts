import type { Chance } from '../chance.ts'
import { CLAIMED_HOME } from '../data-folder.ts'
import { ADJECTIVES, NOUNS } from '../text/words.ts'
import { toProjectFolderName } from './to-project-folder-name.ts'

export interface ProjectPlan {
  path: string
  folderName: string
  worktreeOf?: string
}

const LONG_NAME = Array.from({ length: 26 }, (_, depth) => `level-${depth}.part`).join('/')

/** Paths whose folder names mislead: two get the same one, others cannot be read backwards. */
const STRANGE: readonly { path: string; worktreeOf?: string }[] = [
  { path: `${CLAIMED_HOME}/code/harbour` },
  { path: `${CLAIMED_HOME}/code/my.app` },
  { path: `${CLAIMED_HOME}/code/my-app` },
  { path: `${CLAIMED_HOME}/Side Projects/weather station v2.0` },
  { path: `${CLAIMED_HOME}/プロジェクト/天気予報` },
  { path: `${CLAIMED_HOME}/code/${LONG_NAME}` },
  { path: `${CLAIMED_HOME}/code/harbour/.worktrees/feature-login`, worktreeOf: `${CLAIMED_HOME}/code/harbour` },
]

export function planProjects(chance: Chance, count: number): ProjectPlan[] {
  const projects = STRANGE.slice(0, count).map((project) => ({
    ...project,
    folderName: toProjectFolderName(project.path),
  }))
  for (let index = projects.length; index < count; index++) {
    const path = `${CLAIMED_HOME}/code/${chance.pick(ADJECTIVES)}-${chance.pick(NOUNS)}-${index}`
    projects.push({ path, folderName: toProjectFolderName(path) })
  }
  return projects
}
