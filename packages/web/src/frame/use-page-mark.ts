import { useEffect } from 'react'
import { basePath } from '../server-address.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { useLive } from './quarterdeck.ts'
import { useWaiting } from './use-waiting.ts'

/** How many wait for a person stands in the title and on the icon, where a tab in the background shows it. */
export function usePageMark(current: string | undefined, view: string | undefined): void {
  const waiting = useWaiting()
  const isDemo = useLive((state) => state.isDemo)
  const session = useLive((state) => state.rows?.find((row) => row.sessionId === current)?.title)
  useEffect(() => {
    const subject = session === undefined ? view : toVisibleText(session)
    const name = isDemo ? 'Quarterdeck demo' : 'Quarterdeck'
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${subject === undefined ? name : `${subject} · ${name}`}`
  }, [waiting, isDemo, session, view])
  const isWaiting = waiting > 0
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (icon !== null) icon.href = `${basePath}/${isWaiting ? 'favicon-waiting.svg' : 'favicon.svg'}`
  }, [isWaiting])
}
