/**
 * Puts other words into a field as if they had been typed, so that undo brings the old ones back. Where the browser cannot, nothing
 * happens: the caller sets the value too, and there is no undo.
 */
export function replaceText(field: HTMLTextAreaElement, text: string, caret: number): void {
  field.focus()
  field.select()
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (isDone) field.setSelectionRange(caret, caret)
}
