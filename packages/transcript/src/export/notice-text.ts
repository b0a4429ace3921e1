import type { NoticeEntry } from '../state/entry.ts'

/** With the time in words, where whoever reads cannot be asked for theirs. */
export function toNoticeText({ text, until }: Pick<NoticeEntry, 'text' | 'until'>): string {
  return until === undefined ? text : `${text} It resets at ${until.slice(0, 16).replace('T', ' ')} UTC.`
}
