import { toTable } from '../../text/to-table.ts'

type Words = Readonly<Record<string, string>>

const FILE: Words = { file_path: 'File', replace_all: 'At every place', edits: 'Edits', content: 'Content' }

/** What tools of the CLI itself are given, in words. A field of another tool is called as it is: none may pass for one of these. */
const WORDS: Readonly<Record<string, Words>> = toTable({
  Edit: toTable({ ...FILE, old_string: 'Text to replace', new_string: 'Text in its place' }),
  MultiEdit: toTable(FILE),
  Write: toTable(FILE),
  Read: toTable({ file_path: 'File', offset: 'From line', limit: 'Lines', pages: 'Pages' }),
  NotebookEdit: toTable({
    notebook_path: 'Notebook',
    cell_id: 'Cell',
    cell_type: 'Kind of cell',
    edit_mode: 'What is done',
    new_source: 'Its new content',
  }),
  Bash: toTable({
    command: 'Command',
    description: 'Description',
    timeout: 'Time limit in milliseconds',
    run_in_background: 'In the background',
    dangerouslyDisableSandbox: 'Without the sandbox',
  }),
  WebFetch: toTable({ url: 'Address', prompt: 'What to find there' }),
  WebSearch: toTable({ query: 'Search for', allowed_domains: 'Only on', blocked_domains: 'Not on' }),
})

export function toFieldName(toolName: string, field: string): string {
  return WORDS[toolName]?.[field] ?? field
}
