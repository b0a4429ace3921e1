export interface MemoryFile {
  kind: 'user' | 'project' | 'projectFolder' | 'local'
  path: string
  state: 'read' | 'missing' | 'unreadable' | 'refused'
  reason: string | null
  content: string | null
  sha256: string | null
}
