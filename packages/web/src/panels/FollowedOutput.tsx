import { useLayoutEffect, useRef } from 'react'
import { LazyTerminalText } from '../ansi/LazyTerminalText.ts'

/** Output that grows: its end stays in sight for whoever has not scrolled away from it. */
export function FollowedOutput({ text, className }: { text: string; className?: string }) {
  const element = useRef<HTMLPreElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the text that makes it longer
  useLayoutEffect(() => {
    if (element.current !== null && isAtEnd.current) element.current.scrollTop = element.current.scrollHeight
  }, [text])
  return (
    <pre
      ref={element}
      className={className}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 20
      }}
    >
      <LazyTerminalText text={text} />
    </pre>
  )
}
