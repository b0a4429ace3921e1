import { ShortcutTable } from '../../palette/ShortcutTable.tsx'

/** `/keybindings-help`: the same list that `?` shows. */
export function KeysPanel() {
  return <ShortcutTable />
}
