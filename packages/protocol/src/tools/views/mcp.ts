import { z } from 'zod'
import { Json, loose, open } from '../../lines/define.ts'
import { byKind } from '../by-kind.ts'

/** Only the server knows what its tools take. */
export const McpInput = Json
export type McpInput = z.infer<typeof McpInput>

export const McpPart = loose({
  type: open('text', 'image', 'audio', 'resource', 'resource_link'),
  text: z.string().optional(),
})
export type McpPart = z.infer<typeof McpPart>

/** Text, a list of content parts, or the structured content that the server sent. */
export const McpResult = byKind({ text: z.string(), list: z.array(McpPart), object: Json })
export type McpResult = z.infer<typeof McpResult>

const resource = {
  uri: z.string(),
  name: z.string().optional(),
  mimeType: z.string().optional(),
}

export const ListMcpResourcesInput = loose({ server: z.string().optional() })
export type ListMcpResourcesInput = z.infer<typeof ListMcpResourcesInput>

export const ListMcpResourcesResult = z.array(
  loose({ ...resource, description: z.string().optional(), server: z.string().optional() }),
)
export type ListMcpResourcesResult = z.infer<typeof ListMcpResourcesResult>

export const ReadMcpResourceInput = loose({ server: z.string(), uri: z.string() })
export type ReadMcpResourceInput = z.infer<typeof ReadMcpResourceInput>

export const ReadMcpResourceResult = loose({
  contents: z.array(
    loose({
      uri: z.string().optional(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      /** Where the CLI put what is no text. */
      blobSavedTo: z.string().optional(),
    }),
  ),
  error: z.string().optional(),
})
export type ReadMcpResourceResult = z.infer<typeof ReadMcpResourceResult>

export const ReadMcpResourceDirResult = loose({
  resources: z.array(loose(resource)),
  error: z.string().optional(),
})
export type ReadMcpResourceDirResult = z.infer<typeof ReadMcpResourceDirResult>
