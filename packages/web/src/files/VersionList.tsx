import type { FileVersion } from '@quarterdeck/contract/routes'
import { useRef } from 'react'
import { useListKeys } from '../reading/use-list-keys.ts'
import { toAge } from '../text/to-age.ts'
import { toWholeTime } from '../text/to-time.ts'
import { toBytes } from './to-bytes.ts'
import { toVersionTime } from './to-version-time.ts'

interface Props {
  /** Newest first. */
  versions: readonly FileVersion[]
  current: string | undefined
  now: number
  onChoose: (name: string) => void
}

/** The states of a file through time; `j` and `k` go through them, and the diff beside follows. */
export function VersionList({ versions, current, now, onChoose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = useListKeys({
    count: versions.length,
    current: versions.findIndex(({ name }) => name === current),
    onMove(index) {
      onChoose(versions[index]?.name ?? '')
      list.current?.querySelectorAll<HTMLElement>('button')[index]?.focus()
    },
  })
  return (
    <section className="files-part">
      <h2 id="versions-name">Versions</h2>
      <ul ref={list} className="plain-list choices" aria-labelledby="versions-name" onKeyDown={onKeyDown}>
        {versions.map((version) => (
          <li key={version.name}>
            <button
              type="button"
              aria-current={version.name === current ? 'true' : undefined}
              onClick={() => onChoose(version.name)}
            >
              <span
                className="choice-name"
                title={version.timestamp === null ? undefined : toWholeTime(version.timestamp)}
              >
                {version.timestamp === null ? 'At an unknown time' : toVersionTime(version.timestamp, now)}
              </span>
              <span className="quiet">{toWords(version, now)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toWords({ isAbsent, bytes, toolUseId, timestamp }: FileVersion, now: number): string {
  const what = isAbsent ? 'no file' : bytes === null ? 'size unknown' : toBytes(bytes)
  const how = toolUseId === null ? 'saved before a prompt' : isAbsent ? 'before Claude made it' : 'changed by Claude'
  const age = timestamp === null ? '' : ` · ${toAge(timestamp, now)} ago`
  return `${what} · ${how}${age}`
}
