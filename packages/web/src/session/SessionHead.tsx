import type { SessionRow } from '@quarterdeck/contract'
import { useEffect, useRef, useState } from 'react'
import { type Action, ActionMenu } from '../parts/ActionMenu.tsx'
import { giveFocusBack } from '../parts/use-focus-back.ts'
import { useIsNarrow } from '../parts/use-is-narrow.ts'
import { toBranch } from '../text/to-branch.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { toShortPath } from '../tools/to-short-path.ts'
import { EXPORT_FORMATS } from './export-formats.ts'
import { HeldNotice } from './HeldNotice.tsx'
import { RenameForm } from './RenameForm.tsx'
import type { Starting } from './use-session-actions.ts'

interface Props {
  row: SessionRow | undefined
  /** Empty as long as nobody knows it. */
  title: string
  isDemo: boolean
  arePanelsOpen: boolean
  showsEverything: boolean
  hasPlan: boolean
  onPanels: () => void
  onRename: (title: string) => Promise<unknown>
  onFork: () => void
  onResume: () => void
  onTakeOver: () => void
  onExport: (format: 'md' | 'html' | 'jsonl') => void
  isEnding: boolean
  starting: Starting | null
  onEnd: () => void
  onArchive: (archived: boolean) => void
  onTag: () => void
  onTree: () => void
  onPlan: () => void
  onFind: () => void
  onEverything: () => void
  onCopyResume: () => void
}

/** The session's name and place, and what can be done with it as a whole. On a phone all of it stands in one sheet. */
export function SessionHead(props: Props) {
  const { row, title, isDemo, arePanelsOpen, onPanels, onRename } = props
  const [isRenaming, setIsRenaming] = useState(false)
  const [menu, setMenu] = useState<{ kind: 'export' | 'more'; opener: HTMLButtonElement } | null>(null)
  const isNarrow = useIsNarrow()
  // The button that has ended it goes away with the process.
  const isLive = row?.live ?? false
  const wasLive = useRef(isLive)
  useEffect(() => {
    if (wasLive.current && !isLive) giveFocusBack(null)
    wasLive.current = isLive
  }, [isLive])
  const main = toMainActions(props, () => setIsRenaming(true))
  const exports: Action[] = (['md', 'html', 'jsonl'] as const).map((format) => ({
    name: isNarrow ? `Export: ${EXPORT_FORMATS[format]}` : EXPORT_FORMATS[format],
    run: () => props.onExport(format),
  }))
  const more = toMoreActions(props)
  const branch = toBranch(row?.gitBranch)
  return (
    <header className="session-head">
      {isRenaming ? (
        <RenameForm title={title} onRename={onRename} onClose={() => setIsRenaming(false)} />
      ) : (
        <h1 title={toVisibleText(title)} className={title === '' ? 'quiet' : undefined}>
          {title === '' ? 'Reading…' : toVisibleText(title)}
        </h1>
      )}
      <p className="quiet session-place">
        {isDemo && 'Demo · '}
        <span title={toVisibleText(row?.projectPath ?? '')}>{toShortPath(row?.projectPath ?? '')}</span>
        {branch !== undefined && ` · ${toVisibleText(branch)}`}
        {row?.tag && ` · ${toVisibleText(row.tag)}`}
        {row?.archived && ' · archived'}
      </p>
      <div className="row session-actions">
        {!isNarrow &&
          main.map(({ name, run }) => (
            <button key={name} type="button" className="small-button" aria-disabled={isBusy(name, props)} onClick={run}>
              {(isBusy(name, props) && BUSY[name]) || name}
            </button>
          ))}
        {!isNarrow && (
          <button
            type="button"
            className="small-button"
            aria-haspopup="menu"
            onClick={({ currentTarget }) => setMenu({ kind: 'export', opener: currentTarget })}
          >
            Export
          </button>
        )}
        <button
          type="button"
          className="small-button"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setMenu({ kind: 'more', opener: currentTarget })}
        >
          {isNarrow ? 'Actions' : 'More'}
        </button>
        <button type="button" className="small-button" aria-expanded={arePanelsOpen} onClick={onPanels}>
          Panels
        </button>
      </div>
      {menu !== null && (
        <ActionMenu
          key={menu.kind}
          label={menu.kind === 'export' ? 'Export' : 'Session actions'}
          actions={menu.kind === 'export' ? exports : isNarrow ? [...main, ...more, ...exports] : more}
          opener={menu.opener}
          onClose={() => setMenu(null)}
        />
      )}
      {row?.why !== undefined && <p>{toVisibleText(row.why)}</p>}
      {row?.heldBy && (
        <HeldNotice heldBy={row.heldBy} onFork={props.onFork} onTakeOver={props.onTakeOver} starting={props.starting} />
      )}
    </header>
  )
}

const BUSY: Readonly<Record<string, string>> = { End: 'Ending…', Fork: 'Forking…', Resume: 'Resuming…' }

function isBusy(name: string, { isEnding, starting }: Props): boolean {
  return name === 'End' ? isEnding : name.toLowerCase() === starting
}

function toMainActions({ row, onFork, onResume, onEnd }: Props, rename: () => void): Action[] {
  return [
    { name: 'Rename', run: rename },
    { name: 'Fork', run: onFork },
    ...(row !== undefined && !row.live && row.heldBy === null ? [{ name: 'Resume', run: onResume }] : []),
    ...(row?.live ? [{ name: 'End', run: onEnd }] : []),
  ]
}

function toMoreActions(props: Props): Action[] {
  const { row, showsEverything, hasPlan } = props
  return [
    { name: 'Find in session', run: props.onFind },
    { name: showsEverything ? 'Hide what is not said to you' : 'Show everything', run: props.onEverything },
    { name: 'Branches', run: props.onTree },
    ...(hasPlan ? [{ name: 'View plan', run: props.onPlan }] : []),
    { name: 'Tag', run: props.onTag },
    { name: row?.archived ? 'Take out of the archive' : 'Archive', run: () => props.onArchive(!row?.archived) },
    { name: 'Copy the command that resumes it', run: props.onCopyResume },
  ]
}
