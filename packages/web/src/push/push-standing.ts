/** Whether this browser can be told things while nobody looks at it, and whether it is. */
export type PushStanding =
  /** It cannot, or not as it is: iPhones want the page on the home screen first. */
  | 'unsupported'
  /** The page came by http, and not from this machine itself. */
  | 'insecure'
  /** The person has said no, and only the browser's own settings change that. */
  | 'denied'
  | 'off'
  | 'on'

export interface PushFacts {
  isSecureContext: boolean
  hasServiceWorker: boolean
  hasPushManager: boolean
  permission: NotificationPermission | undefined
  isSubscribed: boolean
}

export function toStanding(facts: PushFacts): PushStanding {
  // Without a secure context a browser hides all the rest, so this comes first: it can be put right.
  if (!facts.isSecureContext) return 'insecure'
  if (!facts.hasServiceWorker || !facts.hasPushManager || facts.permission === undefined) return 'unsupported'
  if (facts.permission === 'denied') return 'denied'
  return facts.permission === 'granted' && facts.isSubscribed ? 'on' : 'off'
}
