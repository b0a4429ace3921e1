import { describeOpenPages } from '@quarterdeck/testkit'
import { afterEach } from 'vitest'

// A test may fail on a machine that nobody can look at.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await describeOpenPages())
})
