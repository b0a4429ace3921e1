import { lazily } from '../parts/lazily.ts'

/** Parts that draw PDFs and notebooks: most sessions read none. */
export const PdfView = lazily(async () => ({ default: (await import('./read/PdfView.tsx')).PdfView }))
export const PdfParts = lazily(async () => ({ default: (await import('./read/PdfView.tsx')).PdfParts }))
export const NotebookCells = lazily(async () => ({ default: (await import('./read/NotebookCells.tsx')).NotebookCells }))
