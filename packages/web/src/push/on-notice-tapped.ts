/** Tells when a notice of a session was tapped. */
export function onNoticeTapped(listener: (sessionId: string) => void): () => void {
  const onMessage = ({ data }: MessageEvent) => {
    if (data?.type === 'open_session' && typeof data.sessionId === 'string') listener(data.sessionId)
  }
  navigator.serviceWorker?.addEventListener('message', onMessage)
  return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
}
