export interface Plan {
  name: string
  title: string | null
  modified: string
  sessionIds: string[]
}
