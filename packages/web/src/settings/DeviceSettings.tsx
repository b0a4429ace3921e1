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
  const { data, problem, reload } = useReading('GET /api/devices', { query: { limit: 200 } })
  const [refusal, setRefusal] = useState<string | null>(null)

  async function attempt(work: () => Promise<unknown>) {
    setRefusal(null)
    try {
      await work()
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
            onRename={(name) =>
              attempt(() => api.call('PATCH /api/devices/:id', { params: { id: device.deviceId }, body: { name } }))
            }
            onRevoke={() => attempt(() => api.call('DELETE /api/devices/:id', { params: { id: device.deviceId } }))}
          />
        ))}
      </ul>
      <PairAnother onPaired={reload} />
    </Section>
  )
}
