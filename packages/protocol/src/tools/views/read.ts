import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'

export const ReadInput = loose({
  file_path: z.string(),
  /** The first line to read, counted from 1. */
  offset: z.number().optional(),
  limit: z.number().optional(),
  /** Of a PDF: `1-5`, `3`, `10-20`. */
  pages: z.string().optional(),
  allow_large: z.boolean().optional(),
})
export type ReadInput = z.infer<typeof ReadInput>

const ImageType = open('image/jpeg', 'image/png', 'image/gif', 'image/webp')

const TextFile = loose({
  filePath: z.string(),
  content: z.string(),
  numLines: z.number().optional(),
  startLine: z.number().optional(),
  totalLines: z.number().optional(),
  truncatedByTokenCap: z.boolean().optional(),
})

const ImageFile = loose({
  base64: z.string(),
  type: ImageType,
  originalSize: z.number().optional(),
  dimensions: loose({
    originalWidth: z.number().optional(),
    originalHeight: z.number().optional(),
    displayWidth: z.number().optional(),
    displayHeight: z.number().optional(),
  }).optional(),
})

const PdfFile = loose({ filePath: z.string(), base64: z.string(), originalSize: z.number().optional() })

const SplitFile = loose({
  filePath: z.string(),
  originalSize: z.number().optional(),
  count: z.number().optional(),
  outputDir: z.string().optional(),
})

const Page = loose({
  base64: z.string().optional(),
  mediaType: ImageType.optional(),
  error: z.string().optional(),
})

export const ReadResult = z.discriminatedUnion('type', [
  loose({ type: z.literal('text'), file: TextFile }),
  loose({ type: z.literal('image'), file: ImageFile }),
  loose({ type: z.literal('notebook'), file: loose({ filePath: z.string(), cells: z.array(z.unknown()) }) }),
  loose({ type: z.literal('pdf'), file: PdfFile }),
  loose({
    type: z.literal('parts'),
    file: SplitFile,
    firstPage: z.number().optional(),
    pages: z.array(Page).optional(),
  }),
])
export type ReadResult = z.infer<typeof ReadResult>
