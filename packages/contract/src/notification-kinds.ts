/** What a person can be told about while they look elsewhere. */
export const NOTIFICATION_KINDS = ['approval', 'question', 'plan', 'elicitation', 'finished', 'failed'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** What the service worker of the page gets, decrypted: something waits, it is over, or somebody tries whether it works. */
export type PushNotice =
  | {
      type: 'notice'
      kind: NotificationKind
      /** Names what it is about: a notice with the same tag takes its place. */
      tag: string
      title: string
      body: string
      sessionId: string
    }
  | { type: 'close'; tag: string }
  | { type: 'test'; tag: string; title: string; body: string }
