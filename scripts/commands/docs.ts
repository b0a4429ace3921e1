import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../command.ts'
import { toApiPage } from '../docs/api-page.ts'
import { toOptionsPage } from '../docs/options-page.ts'
import { toProtocolPage } from '../docs/protocol-page.ts'
import { root } from '../root.ts'

await command(async () => {
  writeFileSync(join(root, 'docs/protocol.md'), toProtocolPage())
  writeFileSync(join(root, 'docs/driver-options.md'), toOptionsPage())
  const api = join(root, 'docs/api.md')
  writeFileSync(api, toApiPage(readFileSync(api, 'utf8')))
  return 0
})
