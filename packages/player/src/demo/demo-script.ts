import type { Script } from '../script/script.ts'
import { planScene, questionScene } from './ask-scenes.ts'
import { fixScene } from './fix-scene.ts'
import { agentScene, taskScene, trouble } from './work-scenes.ts'

const WELCOME = `This is a demo: nobody thinks here, and nothing is run. Try one of these:

- fix the failing test: tools, an edit to approve, a test that fails and then passes
- plan a discount: a plan to approve
- explore with an agent: a subagent in the background
- keep a list of tasks, run a hook, retry, limit, compact, error: what else may happen`

/** What the player plays when it is not told otherwise. Scenes that a word of another would call too stand before it. */
export const demoScript: Script = {
  scenes: [agentScene, taskScene, ...trouble, planScene, questionScene, fixScene],
  fallback: [{ text: WELCOME }],
  deltaMs: 25,
}
