import { startSession } from '@quarterdeck/driver'

await using session = await startSession({
  cwd: process.cwd(),
  onPermission({ tool_name, input }) {
    const isDangerous = tool_name === 'Bash' && /\brm\b/.test(String(input.command))
    console.log(isDangerous ? 'no:' : 'yes:', tool_name, JSON.stringify(input))
    // Claude reads the message and looks for another way. With `interrupt: true` the turn would end here.
    if (isDangerous) return { behavior: 'deny', message: 'Nothing is deleted here.' }
    return { behavior: 'allow' }
  },
})

const turn = await session.turn('Make the file made.txt, then delete it.')
if (turn.kind === 'result' && turn.result.subtype === 'success') console.log(turn.result.result)
