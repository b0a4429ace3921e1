import { useEffect, useEffectEvent, useRef } from 'react'

interface Props {
  hasMore: boolean
  isLoading: boolean
  /** The next page could not be had: it is asked for again by hand, and not for as long as somebody stands here. */
  hasFailed: boolean
  onMore: () => void
}

/** The next page, when somebody comes near the end of this one; a button for those who do not scroll. */
export function LoadMore({ hasMore, isLoading, hasFailed, onMore }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (!hasMore || isLoading || hasFailed || button.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '400px' })
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [hasMore, isLoading, hasFailed])
  if (!hasMore) return null
  return (
    <p className="more">
      <button ref={button} type="button" className="button" disabled={isLoading} onClick={onMore}>
        {isLoading ? 'Reading…' : 'Show more'}
      </button>
    </p>
  )
}
