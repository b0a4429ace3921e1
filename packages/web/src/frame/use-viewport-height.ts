import { useEffect } from 'react'

/** Some browsers lay their keyboard over the page: the frame is then as high as what is left, so that the composer stands above it. */
export function useViewportHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (viewport === null) return
    const { style } = document.documentElement
    const fit = () => {
      // A page that was zoomed in by fingers is meant to be larger than the window.
      if (viewport.scale > 1.01) style.removeProperty('--viewport-height')
      else style.setProperty('--viewport-height', `${viewport.height}px`)
    }
    viewport.addEventListener('resize', fit)
    return () => viewport.removeEventListener('resize', fit)
  }, [])
}
