import { toModifiedText } from '@quarterdeck/transcript'
import { AskedInput } from './AskedInput.tsx'
import type { ToolView } from './tool-view.ts'

/** A view draws what was done. That Claude had asked for something else is said in the line, and what that was stands behind a fold. */
export function withAsked({ toFace, Body, isOpenAtFirst }: ToolView): ToolView {
  return {
    toFace(row, project) {
      const face = toFace(row, project)
      const modified = toModifiedText(row.call)
      if (modified === undefined) return face
      return { ...face, note: [modified, face.note].filter(Boolean).join(' · ') }
    },
    // biome-ignore lint/correctness/noComponentHookFactories: made once for each view, when the page is loaded
    Body: ({ row }) => (
      <>
        <Body row={row} />
        {row.call.asked !== undefined && <AskedInput call={row.call} />}
      </>
    ),
    // It must not fold away among others.
    isOpenAtFirst: (row) => row.call.asked !== undefined || (isOpenAtFirst?.(row) ?? false),
  }
}
