import type { SessionRow } from '@quarterdeck/contract'
import { useLive } from '../../frame/quarterdeck.ts'
import { nothingYet } from '../../live/live-state.ts'
import { Transcript, type TranscriptProps } from './Transcript.tsx'
import { useShown, type Wanted } from './use-shown.ts'

interface Props extends Omit<TranscriptProps, 'state' | 'rows'> {
  /** Of the session, in the list of all. */
  row: SessionRow | undefined
  wanted: Wanted
}

/** The conversation with what is being written now: of the session's view, this alone is drawn again for each piece. */
export function LiveTranscript({ row, wanted, ...props }: Props) {
  const picture = useLive(({ sessions }) => sessions[props.sessionId]) ?? nothingYet
  return <Transcript {...props} {...useShown(picture, row, wanted)} />
}
