import { ModalDialog } from '../parts/ModalDialog.tsx'
import { ShortcutTable } from './ShortcutTable.tsx'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <ModalDialog name="Keyboard shortcuts" className="shortcuts-dialog" onClose={onClose}>
      <div className="dialog-head">
        <h1>Keyboard shortcuts</h1>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
      <ShortcutTable />
    </ModalDialog>
  )
}
