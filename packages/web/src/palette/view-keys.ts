import type { Action } from './actions.ts'

type Keyed = Omit<Action, 'run'>

/** The shortcuts of single views, listed here so that a person can change the keys from outside of the view. */
export const VIEW_KEYS = {
  message: { id: 'message', name: 'Write a message', group: 'Session', keys: ['/'] },
  commands: { id: 'commands', name: 'Commands of Claude Code', group: 'Session', keys: ['Mod+/'] },
  card: { id: 'card', name: 'Go to what waits for you', group: 'Session', keys: ['Mod+.'] },
  cardAllow: {
    id: 'card.allow',
    name: 'Allow once, on a card in focus',
    group: 'Session',
    isKeyOnly: true,
    keys: ['a'],
  },
  cardDeny: {
    id: 'card.deny',
    name: 'Deny or skip, on a card in focus',
    group: 'Session',
    isKeyOnly: true,
    keys: ['d'],
  },
  mode: { id: 'mode', name: 'The next permission mode', group: 'Session', keys: ['Shift+Tab', 'Alt+m'] },
  panels: { id: 'panels', name: 'Show or hide the panels', group: 'Session', keys: ['p'] },
  everything: { id: 'everything', name: 'Show everything, or less', group: 'Session' },
  branches: { id: 'branches', name: 'Branches of this session', group: 'Session' },
  fork: { id: 'fork', name: 'Fork this session', group: 'Session' },
  end: { id: 'end', name: 'End this session', group: 'Session' },
  resume: { id: 'resume', name: 'Resume this session', group: 'Session' },
  copyResume: { id: 'copy-resume', name: 'Copy the command that resumes it', group: 'Session' },
  export: { id: 'export', name: 'Export as Markdown', group: 'Session' },
  inboxNext: { id: 'inbox.next', name: 'Next', group: 'Inbox', isKeyOnly: true, mayRepeat: true, keys: ['j'] },
  inboxPrevious: {
    id: 'inbox.previous',
    name: 'Previous',
    group: 'Inbox',
    isKeyOnly: true,
    mayRepeat: true,
    keys: ['k'],
  },
  inboxAllow: { id: 'inbox.allow', name: 'Allow once', group: 'Inbox', isKeyOnly: true, keys: ['a'] },
  inboxDeny: { id: 'inbox.deny', name: 'Deny, skip, or mark as read', group: 'Inbox', isKeyOnly: true, keys: ['d'] },
  inboxOpen: { id: 'inbox.open', name: 'Open the session', group: 'Inbox', isKeyOnly: true, keys: ['Enter'] },
  listNext: { id: 'list.next', name: 'Next entry', group: 'List', isKeyOnly: true, mayRepeat: true, keys: ['j'] },
  listPrevious: {
    id: 'list.previous',
    name: 'Previous entry',
    group: 'List',
    isKeyOnly: true,
    mayRepeat: true,
    keys: ['k'],
  },
  listChoose: {
    id: 'list.choose',
    name: 'Choose the session, for an action on several',
    group: 'List',
    isKeyOnly: true,
    keys: ['x'],
  },
} as const satisfies Record<string, Keyed>
