import { type ComponentType, useEffect, useRef } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { ConfigPanel } from './config/ConfigPanel.tsx'
import { MemoryPanel } from './memory/MemoryPanel.tsx'
import { AddFolderPanel } from './panels/AddFolderPanel.tsx'
import { DoctorPanel } from './panels/DoctorPanel.tsx'
import { ExportPanel } from './panels/ExportPanel.tsx'
import { FastPanel } from './panels/FastPanel.tsx'
import { HelpPanel } from './panels/HelpPanel.tsx'
import { KeysPanel } from './panels/KeysPanel.tsx'
import { McpServersPanel } from './panels/McpServersPanel.tsx'
import { ModelPanel } from './panels/ModelPanel.tsx'
import './panels.css'
import type { PanelProps } from './panel-props.ts'
import { RenamePanel } from './panels/RenamePanel.tsx'
import { ResumePanel } from './panels/ResumePanel.tsx'
import { RewindPanel } from './panels/RewindPanel.tsx'
import { StatusPanel } from './panels/StatusPanel.tsx'
import { PermissionsPanel } from './permissions/PermissionsPanel.tsx'
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
