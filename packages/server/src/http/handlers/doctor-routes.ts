import { doctorRoutes } from '@quarterdeck/contract/routes'
import type { DoctorReport } from '../../doctor/report.ts'
import { type ServedRoute, serve } from '../app/serve.ts'

export interface DoctorParts {
  readDoctor: () => Promise<DoctorReport>
}

/** What `quarterdeck doctor` says, for those who are elsewhere. */
export function createDoctorRoutes({ readDoctor }: DoctorParts): ServedRoute[] {
  /** Shared by all who ask while it is read: it starts the CLI. */
  let reading: Promise<DoctorReport> | null = null
  return [
    serve(doctorRoutes.report, () => {
      reading ??= readDoctor().finally(() => {
        reading = null
      })
      return reading
    }),
  ]
}
