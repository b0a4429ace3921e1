/** The formats of an export. */
export const EXPORT_FORMATS = { md: 'Markdown', html: 'HTML', jsonl: 'As the CLI wrote it (JSONL)' } as const
