import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toApiPage } from '../api-page.ts'
import { command } from '../command.ts'
import { toOptionsPage } from '../options-page.ts'
import { toProtocolPage } from '../protocol-page.ts'
import { root } from '../root.ts'

await command(async () => {
  writeFileSync(join(root, 'docs/protocol.md'), toProtocolPage())
  writeFileSync(join(root, 'docs/driver-options.md'), toOptionsPage())
  const api = join(root, 'docs/api.md')
  writeFileSync(api, toApiPage(readFileSync(api, 'utf8')))
  return 0
})
