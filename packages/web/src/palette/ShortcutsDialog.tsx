import { Dialog } from '../parts/Dialog.tsx'
import { ShortcutTable } from './ShortcutTable.tsx'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isWide onClose={onClose}>
      <ShortcutTable />
    </Dialog>
  )
}
