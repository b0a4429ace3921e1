import { startSession } from '@quarterdeck/driver'

await using session = await startSession({
  cwd: process.cwd(),
  permissionMode: 'acceptEdits',
  hooks: {
    PreToolUse: [
      {
        matcher: 'Write|Edit',
        run({ tool_input }) {
          const { file_path } = tool_input as { file_path: string }
          if (!file_path.endsWith('.env')) return {}
          const reason = 'Secrets are kept by hand.'
          const decision = { permissionDecision: 'deny', permissionDecisionReason: reason }
          return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } }
        },
      },
    ],
    PostToolUse: [
      {
        run({ tool_name }) {
          console.log('done:', tool_name)
          return {}
        },
      },
    ],
  },
})

const turn = await session.turn('Write notes.txt and .env.')
if (turn.kind === 'result' && turn.result.subtype === 'success') console.log(turn.result.result)
