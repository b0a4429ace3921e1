/** A row that only the live stream of a run has, or only the transcript that the same run left on disk. */
export interface Difference {
  where: 'only live' | 'only on disk'
  /** The row as it is printed. */
  row: RegExp
  /** In which versions and recordings it was seen; nowhere else is it allowed. */
  versions: readonly string[]
  recordings: readonly string[]
  reason: string
}

const BOTH = ['2.1.38', '2.1.325']
const OLD = ['2.1.38']
const NEW = ['2.1.325']
const REFUSED = ['deny-and-stop', 'deny-with-reason', 'stdin-closed']

/**
 * Every difference that is allowed between the rows of a live session and the rows of the same session from disk. Any other is a fault of
 * the fold.
 */
export const differences: readonly Difference[] = [
  {
    where: 'only live',
    row: /^Hook /,
    versions: BOTH,
    recordings: ['hook-continues-turn', 'hook-rejects-prompt', 'hooks-of-the-host', 'hooks-of-the-user'],
    reason: 'What a hook did is told while it runs. On disk stands at most what it blocked, in the words of that.',
  },
  {
    where: 'only live',
    row: /^Bash .*touch edited.* — done \(changed by the person\)/,
    versions: BOTH,
    recordings: ['allow-edited'],
    reason:
      'The command as a person edited it stands in the answer to the approval; on disk the CLI keeps Claude’s command, and no answer.',
  },
  {
    where: 'only on disk',
    row: /^Bash .*touch made.* — done/,
    versions: BOTH,
    recordings: ['allow-edited'],
    reason: 'The other side of the same: of a command not even the result says what ran.',
  },
  {
    where: 'only live',
    row: /^Bash .* — denied →/,
    versions: OLD,
    recordings: REFUSED,
    reason:
      'That a call was denied is known from the answer to the approval and from the `result`; this version writes neither to disk.',
  },
  {
    where: 'only on disk',
    row: /^Bash .* — failed →/,
    versions: OLD,
    recordings: REFUSED,
    reason: 'The other side of the same: on disk a refusal is a result with an error, and nothing else.',
  },
  {
    where: 'only live',
    row: /^Bash .* — denied →/,
    versions: NEW,
    recordings: ['deny-and-stop'],
    reason: 'A refusal that also stops the turn is marked on disk as if the person had interrupted the call.',
  },
  {
    where: 'only on disk',
    row: /^Bash .* — cancelled →/,
    versions: NEW,
    recordings: ['deny-and-stop'],
    reason: 'The other side of the same.',
  },
  {
    where: 'only live',
    row: /^\(info\) Denied in this turn: /,
    versions: BOTH,
    recordings: [...REFUSED, 'hooks-of-the-user'],
    reason:
      'What was refused in a turn stands in its `result`, which is never on disk; there each call tells its own refusal.',
  },
  {
    where: 'only on disk',
    row: /^─── “touch made; .*” is done\.$/,
    versions: OLD,
    recordings: ['bash-background'],
    reason: 'This version tells Claude of the end of a command in the background, and not its host.',
  },
  {
    where: 'only live',
    row: /^Claude: One word after another/,
    versions: OLD,
    recordings: ['interrupt-text'],
    reason:
      'What was half written when the turn was stopped came as stream events; this version neither repeats nor keeps it.',
  },
  {
    where: 'only live',
    row: /^You: \/(clear|no-such-command)$/,
    versions: OLD,
    recordings: ['command-clear', 'command-unknown'],
    reason: 'A command that this version does not know leaves its complaint on disk, and not the command.',
  },
  {
    where: 'only on disk',
    row: /^You: \/model haiku$/,
    versions: NEW,
    recordings: ['set-model'],
    reason: 'A model that the host has set is written to disk as if it had been typed; the host did not send a prompt.',
  },
  {
    where: 'only live',
    row: /^\(error\) The turn reached its (budget|limit of steps)\.$/,
    versions: BOTH,
    recordings: ['max-budget', 'max-turns'],
    reason:
      'How a turn ended stands in `result`, which is never on disk; the newer version notes only the limit of steps.',
  },
  {
    where: 'only live',
    row: /^\(info\) desk asked: Which room\? — answered: room = 12$/,
    versions: NEW,
    recordings: ['mcp-elicitation'],
    reason: 'What a server asks a person, and the answer, go over the pipes and are never on disk.',
  },
  {
    where: 'only live',
    row: /^\(error\) No conversation found/,
    versions: BOTH,
    recordings: ['resume-unknown'],
    reason: 'A session that does not exist has no transcript.',
  },
  {
    where: 'only live',
    row: /^(You: Say hello\.|Claude: Hello\.)$/,
    versions: OLD,
    recordings: ['malformed-stdin'],
    reason: 'The process died of the broken line before it had written its transcript.',
  },
  {
    where: 'only on disk',
    row: /^ +Claude: (Reading|It has two lines|Left is done|Right is done)\.$/,
    versions: OLD,
    recordings: ['subagent', 'subagents-parallel'],
    reason: 'This version tells live only which tools an agent uses, not what it says.',
  },
  {
    where: 'only live',
    row: /^ +Subagent general-purpose, done$/,
    versions: BOTH,
    recordings: ['subagents-parallel', 'subagent-nested'],
    reason: 'The model of an agent is known from its messages; where none comes live, it is known from disk only.',
  },
  {
    where: 'only on disk',
    row: /^ +Subagent general-purpose, done, claude-(sonnet-4-5-20250929|opus-5-5)$/,
    versions: BOTH,
    recordings: ['subagents-parallel', 'subagent-nested'],
    reason: 'The other side of the same.',
  },
  {
    where: 'only on disk',
    row: /^ +Claude: At the bottom\.$/,
    versions: NEW,
    recordings: ['subagent-nested'],
    reason: 'What an agent of an agent says is not told live.',
  },
]
