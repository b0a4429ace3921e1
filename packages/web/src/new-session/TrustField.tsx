import { type Ref, useId } from 'react'

interface Props {
  ref: Ref<HTMLInputElement>
  isTrusted: boolean
  /** Start was pressed without it. */
  isMissing: boolean
  onChange: (isTrusted: boolean) => void
}

/** Nothing starts in a folder that nobody has spoken for. */
export function TrustField({ ref, isTrusted, isMissing, onChange }: Props) {
  const problemId = useId()
  return (
    <div className="trust">
      <p role="status">
        This folder is new here. Claude Code runs the hooks and servers that a folder configures, so start only in
        folders you trust.
      </p>
      <label className="check">
        <input
          ref={ref}
          type="checkbox"
          checked={isTrusted}
          aria-invalid={isMissing}
          aria-describedby={problemId}
          onChange={(event) => onChange(event.target.checked)}
        />
        I trust this folder
      </label>
      <p id={problemId} className="error field-problem" role={isMissing ? 'alert' : undefined}>
        {isMissing && 'Nothing was started: say first that you trust this folder.'}
      </p>
    </div>
  )
}
