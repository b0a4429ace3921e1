import type { ScriptedModel } from '@quarterdeck/testkit'

/** What is said in the sessions that the pictures show. */
export const PROMPTS = {
  approval: 'The login redirect loops after sign-in. Please find out why and fix it.',
  edits: 'Let people stay on the login page.',
  question: 'Add a dark theme to the settings page.',
  plan: 'Move the guard into a middleware.',
  form: 'Book a room for the review.',
  several: 'Look through the routes and the tests at once.',
  writing: 'Explain how the guard decides.',
  denied: 'Clean up the old builds.',
  failed: 'Sum up the week.',
  ended: 'Which routes need a login?',
} as const

/** Behind the text that is being written. */
export const QUEUED = ['Then run the tests.', 'And say in the changelog what has changed.']

const bash = (command: string, description?: string) => ({
  name: 'Bash',
  input: { command, ...(description !== undefined && { description }) },
})

const GUARD =
  'export function guard(user: User | null, path: string) {\n  if (!user) return redirect("/login")\n  return null\n}\n'

const PLAN = `# Move the guard into a middleware

1. Write a test that signs in and is sent back to where it came from.
2. Move \`guard\` from \`routes.ts\` into \`middleware/guard.ts\`.
3. Call it once, **before** the routes.

| file | change |
|---|---|
| \`routes.ts\` | no longer knows of users |
| \`middleware/guard.ts\` | new |
`

const LONG = `The guard is asked **before** each route. It knows three cases:

1. Nobody is signed in, and the page is not the login page: they are sent there.
2. Somebody is signed in: they go on.
3. The page is the login page itself: everybody goes on.

\`\`\`ts
if (!user && path !== '/login') return redirect('/login')
\`\`\`

What happens next depends on the session.`

/** Each conversation up to where its picture is taken. What is left open when the server stops, the CLI takes for a no and asks the model once more. */
export function scriptConversations(model: ScriptedModel, path: string): void {
  const change = { old_string: 'if (!user) return', new_string: 'if (!user && path !== "/login") return' }
  model.script(PROMPTS.edits, [
    { text: 'First the guard as it was.', tools: [{ name: 'Write', input: { file_path: path, content: GUARD } }] },
    { text: 'Now the change.', tools: [{ name: 'Edit', input: { file_path: path, ...change } }] },
    { tools: [bash('npm test -- guard; exit 1', 'Run the tests of the guard')] },
    { text: 'The login page no longer redirects to itself.' },
  ])
  model.script(PROMPTS.approval, [
    {
      thinking: 'The guard is the first suspect.',
      text: "I'll look at the guard first, then run its tests.",
      tools: [bash('ls')],
    },
    { text: 'There is no test yet. I will write one that fails.', tools: [bash('mkdir -p test && npm test -- guard')] },
    { text: 'Then not.' },
  ])
  const preview = (name: string) =>
    `## ${name}\n\n- Background: ${name === 'Ink' ? '#16181d' : '#0b2030'}\n- Text: #e8e8e8`
  const option = (label: string, description: string) => ({ label, description, preview: preview(label) })
  const questions = [
    {
      question: 'Which colours should the dark theme have?',
      header: 'Colours',
      multiSelect: false,
      options: [option('Ink', 'Neutral and calm'), option('Harbour', 'A little blue')],
    },
    {
      question: 'Where should it be chosen?',
      header: 'Place',
      multiSelect: true,
      options: [
        { label: 'Settings', description: 'Beside the language' },
        { label: 'The menu', description: 'One click away' },
      ],
    },
  ]
  model.script(PROMPTS.question, [
    { text: 'Two things first.', tools: [{ name: 'AskUserQuestion', input: { questions } }] },
    { text: 'Then not.' },
  ])
  const write = (messages: unknown) => {
    const file = JSON.stringify(messages).match(/\/[^\s"`\\]*\/plans\/[^\s"`\\]*\.md/)?.[0] ?? ''
    return { tools: [{ name: 'Write', input: { file_path: file, content: PLAN } }] }
  }
  model.script(PROMPTS.plan, [write, { tools: [{ name: 'ExitPlanMode', input: {} }] }, { text: 'Then not.' }])
  model.script(PROMPTS.form, [{ tools: [{ name: 'mcp__desk__book', input: {} }] }, { text: 'Then not.' }])
  const agent = (description: string, prompt: string) => ({
    name: 'Agent',
    input: { subagent_type: 'general-purpose', description, prompt },
  })
  model.script(PROMPTS.several, [
    { text: 'Two agents look.', tools: [agent('Read the routes', 'Routes.'), agent('Read the tests', 'Tests.')] },
    ...Array.from({ length: 4 }, () => ({ text: 'They are under way.' })),
  ])
  model.script('Routes.', [{ tools: [bash('npm run routes', 'List the routes')] }, { text: 'Then not.' }])
  model.script('Tests.', [{ tools: [bash('npm test -- --list', 'List the tests')] }, { text: 'Then not.' }])
  model.script(PROMPTS.writing, [{ text: LONG, holdAfterDeltas: 9 }])
  for (const words of QUEUED) model.script(words, [{ text: 'Then not.' }])
  model.script(PROMPTS.denied, [
    { text: 'They take 4 GB.', tools: [bash('rm -rf builds/2025-*', 'Delete the builds of last year')] },
    { text: 'Then they stay. Where should the backup go?' },
  ])
  model.script(PROMPTS.failed, [{ errorStatus: 400 }])
  model.script(PROMPTS.ended, [{ text: 'All below `/account`, and `/orders`.' }])
}
