import { startSession } from '@quarterdeck/driver'

await using session = await startSession({ cwd: process.cwd() })
await session.turn('Choose a colour.')
await session.turn('Choose another one.')

// Every message has an id. A copy may begin after any answer of Claude.
let firstAnswer = ''
for await (const item of session) {
  if (item.kind === 'message' && item.message.type === 'assistant') firstAnswer = item.message.uuid ?? ''
  if (item.kind === 'message' && item.message.type === 'result') break
}

await using copy = await startSession({ cwd: process.cwd(), resume: session.id, fork: { at: firstAnswer } })
const turn = await copy.turn('Why this one?')
if (turn.kind === 'result' && turn.result.subtype === 'success') console.log(turn.result.result)
console.log(copy.id === session.id ? 'the same session' : 'another session')
