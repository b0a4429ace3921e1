/** A content that `file-history/<session>/<backupFileName>` must hold. */
export interface FileVersion {
  sessionId: string
  path: string
  version: number
  /** Null where the file did not exist before. */
  backupFileName: string | null
  sha256: string | null
}

export interface TodoItem {
  content: string
  status: 'pending' | 'in_progress' | 'completed'
  activeForm: string
}

/** The last state of a list, in the transcript and in `todos/`. */
export interface TodoList {
  sessionId: string
  file: string
  items: TodoItem[]
}

export interface TaskItem {
  id: string
  subject: string
  description: string
  activeForm: string
  status: 'pending' | 'in_progress' | 'completed'
}

export interface TaskList {
  sessionId: string
  folder: string
  items: TaskItem[]
}

export interface Plan {
  sessionId: string
  file: string
  sha256: string
}
