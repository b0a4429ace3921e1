import { type ComponentType, useEffect, useRef } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { AddFolderPanel } from './AddFolderPanel.tsx'
import { ConfigPanel } from './ConfigPanel.tsx'
import { DoctorPanel } from './DoctorPanel.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { FastPanel } from './FastPanel.tsx'
import { HelpPanel } from './HelpPanel.tsx'
import { KeysPanel } from './KeysPanel.tsx'
import { McpServersPanel } from './McpServersPanel.tsx'
import { MemoryPanel } from './MemoryPanel.tsx'
import { ModelPanel } from './ModelPanel.tsx'
import './panels.css'
import { PermissionsPanel } from './PermissionsPanel.tsx'
import type { PanelProps } from './panel-props.ts'
import { RenamePanel } from './RenamePanel.tsx'
import { ResumePanel } from './ResumePanel.tsx'
import { RewindPanel } from './RewindPanel.tsx'
import { StatusPanel } from './StatusPanel.tsx'
import type { PanelName } from './terminal-commands.ts'

interface Entry {
  title: string
  Panel: ComponentType<PanelProps>
  isWide?: true
}

const PANELS: Readonly<Record<PanelName, Entry>> = {
  config: { title: 'Settings of Claude Code', Panel: ConfigPanel, isWide: true },
  model: { title: 'Model and effort', Panel: ModelPanel },
  fast: { title: 'Fast mode', Panel: FastPanel },
  help: { title: 'Commands', Panel: HelpPanel, isWide: true },
  status: { title: 'Status', Panel: StatusPanel },
  permissions: { title: 'Permission rules', Panel: PermissionsPanel, isWide: true },
  memory: { title: 'Memory', Panel: MemoryPanel, isWide: true },
  'add-dir': { title: 'Add a folder', Panel: AddFolderPanel },
  resume: { title: 'Go on with another session', Panel: ResumePanel },
  rename: { title: 'Rename the session', Panel: RenamePanel },
  rewind: { title: 'Rewind', Panel: RewindPanel },
  export: { title: 'Export', Panel: ExportPanel },
  mcp: { title: 'MCP servers of this session', Panel: McpServersPanel },
  doctor: { title: 'Is everything in order?', Panel: DoctorPanel },
  'keybindings-help': { title: 'Keyboard shortcuts', Panel: KeysPanel, isWide: true },
}

/** The page's own way for a command that only the terminal has. */
export default function TerminalPanel({ name, ...props }: PanelProps & { name: PanelName }) {
  const { title, Panel, isWide = false } = PANELS[name]
  const content = useRef<HTMLDivElement>(null)
  // Whoever has typed a command goes on typing; a phone's keyboard would hide the panel.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) content.current?.querySelector<HTMLElement>('input.field')?.focus()
  }, [])
  return (
    <Dialog title={title} isWide={isWide} onClose={props.onClose}>
      <div ref={content} className="terminal-panel">
        <Panel {...props} />
      </div>
    </Dialog>
  )
}
