/** What a session can be exported as. */
export const EXPORT_FORMATS = { md: 'Markdown', html: 'HTML', jsonl: 'As the CLI wrote it (JSONL)' } as const
