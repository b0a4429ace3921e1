import { startSession } from '@quarterdeck/driver'

async function ask(prompt: string, resume?: string): Promise<string> {
  await using session = await startSession({ cwd: process.cwd(), ...(resume === undefined ? {} : { resume }) })
  const turn = await session.turn(prompt)
  if (turn.kind === 'result' && turn.result.subtype === 'success') console.log(turn.result.result)
  return session.id
}

// Another process, perhaps another day: the id is all it takes.
const id = await ask('Remember the number 12.')
const same = await ask('Which number was it?', id)
console.log(id === same ? 'the same session' : 'another session')
