import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listRecordedVersions } from '../scenario-runner/read-recording.ts'
import { hasScenario, type Scenario } from '../scenario-runner/scenario.ts'
import { BLANK_CAP } from './clean-value.ts'

const HEAD = `# Recordings of the real CLI

Written by \`npm run record -- VERSION [scenario…]\`, never by hand. The model is scripted, everything else is real.

- \`<version>/<scenario>.ndjson\`: one JSON object a line, with \`t\` in milliseconds since the start. \`dir\` is \`start\` (a process
  begins, with its \`argv\`), \`in\` (a line of the host), \`out\` (a line of the CLI), \`err\` (its stderr, known when it ends) or \`exit\`.
- \`<version>/<scenario>.files.json\`: the files the run left in the data directory and in the project's settings, line by line.

Words of the machine became words of a machine that is not there (\`/home/user\`, port 8080). Prose of the CLI became \`xxx\` of the
same length, up to ${BLANK_CAP} characters a line; what the CLI keeps of its own requests is cut to half of that. \`cut\` counts what is missing.

| scenario | what happens | how it is made | versions |
|---|---|---|---|
`

export function writeReadme(folder: string, scenarios: readonly Scenario[]): void {
  const recorded = listRecordedVersions()
  const rows = scenarios.map((scenario) => {
    const versions = recorded.filter((version) => hasScenario(scenario, version)).join(', ')
    const why = scenario.since === undefined ? '' : `: ${scenario.since.why}`
    return `| \`${scenario.name}\` | ${escapeBar(scenario.title)} | ${escapeBar(scenario.how)} | ${versions}${why} |\n`
  })
  writeFileSync(join(folder, 'README.md'), HEAD + rows.join(''))
}

function escapeBar(text: string): string {
  return text.replaceAll('|', '\\|')
}
