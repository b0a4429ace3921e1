import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../../../scripts/rows.ts'
import { AskingStage } from '../../asking-stage.ts'
import { askEveryRoute } from '../../every-route.ts'
import { HostileFolder } from '../../hostile-folder.ts'

export default {
  id: 'S6',
  title: 'a hostile repository, strings that begin with a dash, shell metacharacters',
  async run({ quick }) {
    const stage = await AskingStage.set()
    const wrong: string[] = []
    let asked = 0
    try {
      const hostile = new HostileFolder(stage.home)
      const names = quick ? hostile.names.slice(1, 4) : hostile.names
      const sessionId = await stage.begin({ cwd: hostile.path })
      // Each string wherever a person may write one; it must arrive as one argument, as it is.
      for (const name of names) {
        const folder = join(hostile.path, `${name.replaceAll('/', '_').replaceAll('\0', '')}`)
        mkdirSync(folder, { recursive: true })
        const id = await stage.begin({
          cwd: folder,
          title: name,
          prompt: name,
          systemPrompt: name,
          disallowedTools: ['Bash(rm *)'],
        })
        const start = await stage.until(() => stage.starts.find(({ argv }) => argv.includes(`--session-id=${id}`)))
        if (start.cwd !== folder) wrong.push(`'${folder}' became '${start.cwd}'`)
        if (!start.argv.includes(`--system-prompt=${name}`))
          wrong.push(`'${name}' is not one argument of ${JSON.stringify(start.argv)}`)
        if (start.argv.includes(name)) wrong.push(`'${name}' stands alone, where it could be a flag`)
        await stage.ask('PATCH', `/api/claude/sessions/${id}`, { title: name, tag: name })
        await stage.ask('POST', `/api/claude/sessions/${id}/control`, { subtype: 'rename_session', title: name })
        await stage.ask('POST', `/api/claude/sessions/${id}/control`, {
          subtype: 'mcp_toggle',
          serverName: name,
          enabled: true,
        })
        for (const route of ['rewind', 'keep', `file-history/${encodeURIComponent(name)}/restore`])
          await stage.ask('POST', `/api/claude/sessions/${id}/${route}`, { messageUuid: name, dryRun: true })
        asked += 7
        await stage.ask('DELETE', `/api/claude/sessions/${id}`)
      }
      const found = await askEveryRoute(stage, sessionId, [hostile.path, ...names], quick)
      wrong.push(...found.broken)
      asked += found.asked
      if (hostile.hasTrace) wrong.push('something of the folder was run')
    } finally {
      await stage.clear()
    }
    return {
      passed: wrong.length === 0,
      bar: 'no canary file, each string one argument',
      found: wrong.length === 0 ? `${asked} requests, nothing was run` : wrong.slice(0, 5).join('; '),
      figures: { asked, wrong: wrong.length },
    }
  },
} satisfies Row
