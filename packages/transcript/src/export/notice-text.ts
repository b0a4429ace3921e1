import type { NoticeEntry } from '../state/entry.ts'

/** A notice with its reset time in UTC: the time zone of an export's reader is not known. */
export function toNoticeText({ text, until }: Pick<NoticeEntry, 'text' | 'until'>): string {
  return until === undefined ? text : `${text} It resets at ${until.slice(0, 16).replace('T', ' ')} UTC.`
}
