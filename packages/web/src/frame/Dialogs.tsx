import { useLocation } from 'wouter'
import { NewSessionDialog } from '../new-session/NewSessionDialog.tsx'
import { CommandPalette } from '../palette/CommandPalette.tsx'
import { ShortcutsDialog } from '../palette/ShortcutsDialog.tsx'
import type { Opened } from './use-frame-actions.ts'

interface Props {
  opened: Exclude<Opened, 'menu'>
  onOpen: (next: Opened | null) => void
}

/** The dialogs over the page, one at a time, each loaded when it is first opened. */
export function Dialogs({ opened, onOpen }: Props) {
  const [, navigate] = useLocation()
  const onClose = () => onOpen(null)
  if (opened === 'palette') return <CommandPalette onClose={onClose} />
  if (opened === 'shortcuts') return <ShortcutsDialog onClose={onClose} />
  return (
    <NewSessionDialog
      onClose={onClose}
      onStarted={(sessionId) => {
        onClose()
        navigate(`/sessions/${sessionId}`)
      }}
    />
  )
}
