import type { Locator, Page } from 'playwright-core'
import type { ScreenshotStage } from './screenshot-stage.ts'

/** A view, or a state of one: drawn for the documents and, but for the empty ones, looked at by axe. */
export interface Place {
  name: string
  path: (stage: ScreenshotStage) => string
  /** Brings the page to where it should be, or waits until it is there. Nothing is open before. */
  open: (page: Page) => Promise<unknown>
  /** Drawn in dark and on a phone too. */
  inEveryLook?: true
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const log = (page: Page) => page.getByRole('log', { name: 'Transcript' })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const says = (text: string) => (page: Page) => log(page).getByText(text).last().waitFor()
const edited = ({ editedId }: ScreenshotStage) => `/sessions/${editedId}`

const opened = (key: string, name: string) => async (page: Page) => {
  await page.getByRole('main').first().waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press(key)
  await page.getByRole('dialog', { name }).waitFor()
}

/** What can be done with a session; on a phone in one sheet. */
async function openActions(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^(More|Actions)$/ }).click()
  const menu = page.getByRole('menu', { name: 'Session actions' })
  await menu.waitFor()
  return menu
}

const chosen = (action: string, dialog: string) => async (page: Page) => {
  await (await openActions(page)).getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog', { name: dialog }).waitFor()
}

/** Of the first prompt. */
async function openEntry(page: Page): Promise<Locator> {
  const row = log(page).locator('.transcript-row').filter({ hasText: 'Let people stay' }).first()
  await row.scrollIntoViewIfNeeded()
  await row.hover()
  await row.getByRole('button', { name: 'Entry actions' }).click()
  const menu = page.getByRole('menu', { name: 'Entry' })
  await menu.waitFor()
  return menu
}

const chosenOfEntry = (action: string, find: (page: Page) => Locator) => async (page: Page) => {
  await (await openEntry(page)).getByRole('menuitem', { name: action }).click()
  await find(page).waitFor()
}

const failing = (
  pattern: string,
  path: string,
  again: (page: Page) => Promise<unknown>,
  toQuery: (stage: ScreenshotStage) => string = () => '',
): Omit<Place, 'name'> => ({
  path: (stage) => path + toQuery(stage),
  async open(page) {
    await page.route(pattern, (route) => route.fulfill({ status: 500, json: PROBLEM }))
    await page.reload()
    await again(page)
    await page.unroute(pattern)
  },
})

const PROBLEM = { error: { code: 'internal', message: 'The server could not read it: EIO.' } }

const alert = (page: Page) => page.getByRole('main').getByRole('alert').first().waitFor()

/** The commands of the terminal that have a panel here: what is typed, its title, and a word that stands in it. */
const PANELS = [
  ['/config', 'Settings of Claude Code', 'cleanupPeriodDays'],
  ['/model', 'Model and effort', 'Haiku'],
  ['/fast', 'Fast mode', 'Answers quicker'],
  ['/help', 'Commands', '/compact'],
  ['/status', 'Status', '2.1.325'],
  ['/permissions', 'Permission rules', 'Never allowed'],
  ['/memory', 'Memory', 'Tests first.'],
  ['/add-dir', 'Add a folder', 'It must be trusted here.'],
  ['/resume', 'Go on with another session', 'Which routes need a login?'],
  ['/rename', 'Rename the session', 'Title'],
  ['/rewind', 'Rewind', 'Let people stay'],
  ['/export', 'Export', 'Markdown'],
  ['/mcp', 'MCP servers of this session', 'This session has none.'],
  ['/doctor', 'Is everything in order?', 'Conversations'],
  ['/keybindings-help', 'Keyboard shortcuts', 'Find an earlier prompt'],
] as const

async function openPanel(page: Page, [typed, title, words]: (typeof PANELS)[number]): Promise<void> {
  await message(page).fill(typed)
  await page.keyboard.press('Escape')
  await message(page).fill(typed)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: title })
  const field = panel.getByRole('textbox')
  await panel.waitFor()
  if (typed === '/memory') await page.waitForFunction(isWritten, words)
  else if (typed === '/rename') await field.waitFor()
  else await panel.getByText(words).first().waitFor()
}

/** Runs in the page. */
const isWritten = (words: string) =>
  [...document.querySelectorAll('textarea')].some(({ value }) => value.includes(words))

/** Those that stand at one address follow each other, so that the page is loaded once for all of them. */
export const PLACES: readonly Place[] = [
  {
    name: 'home',
    path: () => '/',
    open: (page) => page.getByRole('list', { name: 'Sessions' }).first().waitFor(),
    inEveryLook: true,
  },
  {
    name: 'inbox',
    path: () => '/inbox',
    open: (page) => page.getByRole('main').getByRole('group', { name: 'Approval: Bash' }).first().waitFor(),
    inEveryLook: true,
  },
  { name: 'palette', path: () => '/inbox', open: opened('Control+k', 'Command palette'), inEveryLook: true },
  { name: 'shortcuts', path: () => '/inbox', open: opened('?', 'Keyboard shortcuts') },
  { name: 'new-session', path: () => '/inbox', open: opened('n', 'New session'), inEveryLook: true },
  {
    name: 'sessions',
    path: () => '/sessions',
    open: (page) => page.getByRole('table', { name: 'All sessions' }).getByRole('link').first().waitFor(),
    inEveryLook: true,
  },
  {
    name: 'search',
    path: () => '/search?q=index',
    open: (page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor(),
    inEveryLook: true,
  },
  {
    name: 'search-nothing',
    path: () => '/search?q=zzzyyyxxx',
    open: (page) => page.getByText('Nothing was found.').waitFor(),
  },
  {
    name: 'usage',
    path: () => '/usage?range=all',
    open: (page) => page.getByRole('figure').first().waitFor(),
    inEveryLook: true,
  },
  {
    name: 'files',
    path: ({ editedId }) => `/files?session=${editedId}`,
    open: (page) => page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first().waitFor(),
    inEveryLook: true,
  },
  {
    name: 'prompts',
    path: () => '/prompts',
    open: (page) => page.getByRole('list', { name: 'Prompts' }).getByRole('listitem').first().waitFor(),
    inEveryLook: true,
  },
  { name: 'plans', path: () => '/prompts?tab=plans', open: (page) => page.getByRole('article').first().waitFor() },
  { name: 'settings', path: () => '/settings', open: heading('Settings'), inEveryLook: true },
  { name: 'help', path: () => '/help', open: heading('Help'), inEveryLook: true },
  {
    name: 'session',
    path: ({ sessionId }) => `/sessions/${sessionId}`,
    open: (page) => page.getByRole('group', { name: 'Approval: Bash' }).waitFor(),
    inEveryLook: true,
  },
  {
    name: 'question',
    path: ({ askingId }) => `/sessions/${askingId}`,
    async open(page) {
      await page.getByRole('form', { name: 'Question' }).getByRole('radio', { name: 'Ink' }).check()
      await page.getByRole('heading', { name: 'Ink' }).waitFor()
    },
    inEveryLook: true,
  },
  {
    name: 'plan',
    path: ({ planningId }) => `/sessions/${planningId}`,
    open: (page) => page.getByRole('group', { name: 'Plan', exact: true }).waitFor(),
    inEveryLook: true,
  },
  { name: 'plan-dialog', path: ({ planningId }) => `/sessions/${planningId}`, open: chosen('View plan', 'The plan') },
  {
    name: 'elicitation',
    path: ({ formId }) => `/sessions/${formId}`,
    open: (page) => page.getByRole('group', { name: 'Approval: desk' }).getByRole('textbox').first().waitFor(),
    inEveryLook: true,
  },
  {
    name: 'several-cards',
    path: ({ severalId }) => `/sessions/${severalId}`,
    open: (page) => page.getByRole('group', { name: 'Approval: Bash' }).first().waitFor(),
    inEveryLook: true,
  },
  {
    name: 'streaming',
    path: ({ writingId }) => `/sessions/${writingId}`,
    open: (page) => page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem').nth(1).waitFor(),
    inEveryLook: true,
  },
  { name: 'denied', path: ({ deniedId }) => `/sessions/${deniedId}`, open: says('Denied in this turn') },
  { name: 'failed', path: ({ failedId }) => `/sessions/${failedId}`, open: says('API Error') },
  {
    name: 'ended',
    path: ({ endedId }) => `/sessions/${endedId}`,
    open: (page) => page.getByRole('status', { name: 'Session status' }).filter({ hasText: 'disconnected' }).waitFor(),
  },
  {
    name: 'recorded',
    path: ({ recordedId }) => `/sessions/${recordedId}`,
    open: (page) => log(page).getByRole('article').first().waitFor({ state: 'attached' }),
    inEveryLook: true,
  },
  {
    name: 'no-such-session',
    path: () => '/sessions/00000000-0000-4000-8000-000000000000',
    open: heading('There is no such session'),
  },
  {
    name: 'edits',
    path: edited,
    open: (page) => log(page).getByRole('region', { name: 'Diff' }).last().waitFor(),
    inEveryLook: true,
  },
  {
    name: 'commands',
    path: edited,
    async open(page) {
      await message(page).fill('/re')
      await page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first().waitFor()
    },
    inEveryLook: true,
  },
  {
    name: 'mentions',
    path: edited,
    async open(page) {
      await message(page).fill('See @')
      await page.getByRole('listbox', { name: 'Files' }).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'earlier-prompts',
    path: edited,
    async open(page) {
      await message(page).fill('')
      await message(page).press('Control+r')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'session-menu', path: edited, open: openActions, inEveryLook: true },
  { name: 'entry-menu', path: edited, open: openEntry },
  {
    name: 'raw',
    path: edited,
    open: chosenOfEntry('Raw JSON', (page) => page.getByRole('dialog', { name: 'Raw JSON' }).getByText('uuid').first()),
  },
  {
    name: 'rewind',
    path: edited,
    open: chosenOfEntry('Rewind files to here', (page) =>
      page.getByRole('dialog', { name: 'Rewind files' }).getByRole('region', { name: 'Diff' }).first(),
    ),
    inEveryLook: true,
  },
  { name: 'branches', path: edited, open: chosen('Branches', 'Branches') },
  { name: 'tag', path: edited, open: chosen('Tag', 'Tag') },
  ...PANELS.map(
    (panel): Place => ({ name: `panel-${panel[0].slice(1)}`, path: edited, open: (page) => openPanel(page, panel) }),
  ),
  {
    name: 'find',
    path: edited,
    async open(page) {
      await page.keyboard.press('Control+f')
      await page.getByRole('searchbox', { name: 'Find in session' }).fill('guard')
      await page.locator('.is-shown').first().waitFor()
    },
  },
]

/** What a view says where the server cannot answer. */
export const ERROR_PLACES: readonly Place[] = [
  { name: 'sessions-error', ...failing('**/api/claude/sessions?*', '/sessions', alert) },
  { name: 'search-error', ...failing('**/api/claude/search*', '/search?q=index', alert) },
  { name: 'usage-error', ...failing('**/api/claude/usage*', '/usage?range=all', alert) },
  {
    name: 'files-error',
    ...failing('**/file-history?*', '/files', alert, ({ editedId }) => `?session=${editedId}`),
  },
  { name: 'prompts-error', ...failing('**/api/claude/history*', '/prompts', alert) },
]

/** On a server that has nothing yet. */
export const EMPTY_PLACES: readonly Place[] = [
  { name: 'empty-home', path: () => '/', open: (page) => page.getByText('No sessions yet.').waitFor() },
  { name: 'empty-inbox', path: () => '/inbox', open: (page) => page.getByText('Nothing waits for you.').waitFor() },
  ...['sessions', 'search', 'usage', 'files', 'prompts', 'help'].map(
    (view): Place => ({
      name: `empty-${view}`,
      path: () => `/${view}`,
      open: (page) => page.getByRole('main').getByRole('heading', { level: 1 }).waitFor(),
    }),
  ),
]

/** Closes whatever floats over the page, and no more: a further Escape would deny what waits. */
async function closeAll(page: Page): Promise<void> {
  const floating = page.locator('dialog[open], [role=menu], [role=search], [role=listbox]').filter({ visible: true })
  for (let press = 0; press < 3 && (await floating.count()) > 0; press++) {
    await page.keyboard.press('Escape')
    await floating
      .first()
      .waitFor({ state: 'hidden', timeout: 2000 })
      .catch(() => undefined)
  }
}

/** Goes to a place, without a reload where the page is there already. */
export async function visit(page: Page, address: string, open: Place['open']): Promise<void> {
  await closeAll(page)
  if (page.url() !== address) await page.goto(address)
  await open(page)
}
