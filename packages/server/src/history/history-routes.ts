import { type Archive, readSettings, toCleanupDays } from '@quarterdeck/archive'
import type { HistoryAnswer } from '@quarterdeck/contract'
import { historyRoutes } from '@quarterdeck/contract/routes'
import { type Audit, toWho } from '../audit/audit-entry.ts'
import { type ServedRoute, serve } from '../http/app/serve.ts'
import type { HistorySettings } from './history-settings.ts'

export interface HistoryParts {
  archive: Archive
  history: HistorySettings
  audit: Audit
  /** The CLI's data directory. */
  claudeDir: string
  /** Where the machine's administrator puts settings; by default where the CLI looks. */
  managedFolder?: string
}

/** What the CLI's clean-up takes, and what we keep of it. */
export function createHistoryRoutes({
  archive,
  history,
  audit,
  claudeDir,
  managedFolder,
}: HistoryParts): ServedRoute[] {
  return [
    serve(historyRoutes.read, answer),
    serve(historyRoutes.change, ({ body: { on, maxBytes, told, confirmGone }, caller }) => {
      const change = {
        ...(on !== undefined && { isOn: on }),
        ...(maxBytes !== undefined && { maxBytes }),
      }
      if (Object.keys(change).length > 0) audit.write({ event: 'history_changed', ...toWho(caller), ...change })
      if (Object.keys(change).length > 0 || told) history.change({ ...change, ...(told && { wasTold: true }) })
      if (confirmGone) archive.upkeep.confirmGone()
      // Nobody waits for gigabytes to be copied; what fails is in the answer of the next one who asks.
      if (Object.keys(change).length > 0) archive.upkeep.run().catch(() => undefined)
      return answer()
    }),
  ]

  function answer(): HistoryAnswer {
    const { settings, provenance } = readSettings({ root: claudeDir, ...(managedFolder && { managedFolder }) })
    const [source] = provenance.cleanupPeriodDays ?? []
    const { copies, keptCount } = archive.upkeep
    const { isOn, maxBytes, wasTold } = history.value
    return {
      cleanup: {
        days: toCleanupDays(settings),
        source: source === 'managed' || source === 'user' ? source : 'default',
      },
      copies: {
        ...{ on: isOn, maxBytes, usedBytes: copies.usedBytes, count: keptCount },
        uncovered: copies.uncovered.map(({ deletedFrom, ...session }) => ({ ...session, deletedOn: deletedFrom })),
      },
      gone: copies.gone.map(({ directory: _, isKept, ...session }) => ({ ...session, kept: isKept })),
      told: wasTold,
    }
  }
}
