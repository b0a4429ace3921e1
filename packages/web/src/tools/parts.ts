import { lazily } from '../parts/lazily.ts'

/** What few files are drawn with: most sessions read none such. */
export const PdfView = lazily(async () => ({ default: (await import('./read/PdfView.tsx')).PdfView }))
export const PdfParts = lazily(async () => ({ default: (await import('./read/PdfView.tsx')).PdfParts }))
export const NotebookCells = lazily(async () => ({ default: (await import('./read/NotebookCells.tsx')).NotebookCells }))
