import { useState } from 'react'
import { saveBlob } from '../../text/save-blob.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { fieldOf, numberOf, textOf } from '../read-field.ts'

/** A PDF that Claude was given: how large it is, and a way to have it. */
export function PdfView({ file, path }: { file: unknown; path: string }) {
  const size = numberOf(file, 'originalSize')
  const base64 = textOf(file, 'base64')
  return (
    <p className="quiet pdf-line">
      A PDF of {toSize(size)}, given to Claude as it is.
      {base64 !== undefined && <SaveButton base64={base64} size={size} name={toFileName(path)} />}
    </p>
  )
}

/** The same, of which Claude was given some pages as pictures. */
export function PdfParts({ file }: { file: unknown }) {
  const count = numberOf(file, 'count')
  if (fieldOf(file, 'originalSize') === undefined || count === undefined) return null
  return (
    <p className="quiet">
      A PDF of {toSize(numberOf(file, 'originalSize'))}. Claude saw {count} {count === 1 ? 'page' : 'pages'} of it.
    </p>
  )
}

interface SaveProps {
  base64: string
  size: number | undefined
  name: string
}

/**
 * It is only saved, and not opened in a tab: an address made of its bytes has the origin of this page, and whatever a viewer lets a PDF run
 * would run as this page, which may answer for the person. For the same reason the bytes say that they are a file, and not a document.
 */
function SaveButton({ base64, size, name }: SaveProps) {
  const [problem, setProblem] = useState('')
  function save() {
    const bytes = toBytes(base64)
    // Of a line that was too long, the log has a part.
    if (bytes === null || (size !== undefined && bytes.length !== size)) {
      setProblem('It is not here as a whole. Open the file itself.')
      return
    }
    saveBlob(new Blob([bytes], { type: 'application/octet-stream' }), toVisibleText(name))
  }
  return (
    <>
      <button type="button" className="small-button" aria-label={`Save ${toVisibleText(name)}`} onClick={save}>
        Save
      </button>
      {problem !== '' && <span role="status">{problem}</span>}
    </>
  )
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** What it is called where it lies; it is a PDF whatever that name says. */
function toFileName(path: string): string {
  const name = path.split(/[/\\]/).at(-1) || 'document'
  return name.toLowerCase().endsWith('.pdf') ? name : `${name}.pdf`
}

function toSize(bytes: number | undefined): string {
  if (bytes === undefined) return 'unknown size'
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
