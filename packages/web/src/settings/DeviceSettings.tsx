import type { DeviceRow } from '@quarterdeck/contract'
import { useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useReading } from '../reading/use-reading.ts'
import { DeviceItem } from './DeviceItem.tsx'
import { PairAnother } from './PairAnother.tsx'
import { Section } from './Section.tsx'

/** Who is let in. */
export function DeviceSettings() {
  const { api } = useQuarterdeck()
  const { data, problem, reload } = useReading<{ items: DeviceRow[] }>('/api/devices?limit=200')
  const [refusal, setRefusal] = useState<string | null>(null)

  async function attempt(deviceId: string, request: { method: string; body?: unknown }) {
    setRefusal(null)
    try {
      await api.call(`/api/devices/${encodeURIComponent(deviceId)}`, request)
    } catch (error) {
      setRefusal((error as Error).message)
    }
    reload()
  }

  const shownProblem = refusal ?? (data === null ? problem : null)
  return (
    <Section name="Devices">
      {shownProblem !== null && (
        <p className="error" role="alert">
          {shownProblem}
        </p>
      )}
      {data === null && problem === null && <Skeleton lines={3} label="Reading the devices" />}
      <ul className="devices" aria-label="Devices">
        {data?.items.map((device) => (
          <DeviceItem
            key={device.deviceId}
            device={device}
            onRename={(name) => attempt(device.deviceId, { method: 'PATCH', body: { name } })}
            onRevoke={() => attempt(device.deviceId, { method: 'DELETE' })}
          />
        ))}
      </ul>
      <PairAnother onPaired={reload} />
    </Section>
  )
}
