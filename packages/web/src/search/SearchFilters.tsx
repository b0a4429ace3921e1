import { useMemo } from 'react'
import { Choice } from '../reading/Choice.tsx'
import { DayField } from '../reading/DayField.tsx'
import { MoreFilters } from '../reading/MoreFilters.tsx'
import { useReading } from '../reading/use-reading.ts'
import { toShortPath } from '../tools/to-short-path.ts'

const ROLES = [
  { value: 'user', label: 'You' },
  { value: 'assistant', label: 'Claude' },
  { value: 'tool', label: 'Tools' },
]
/** Those that are looked for; any other can stand in the address. */
const TOOLS = ['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Glob', 'Agent', 'WebFetch', 'WebSearch', 'TodoWrite'].map(
  (name) => ({ value: name, label: name }),
)

interface Props {
  fields: Readonly<Record<string, string>>
  onChange: (changes: Record<string, string>) => void
}

export function SearchFilters({ fields, onChange }: Props) {
  const { data } = useReading('GET /api/claude/projects', { query: { limit: 1000 } })
  const projects = useMemo(
    () => (data?.items ?? []).map(({ path }) => ({ value: path, label: toShortPath(path) })),
    [data],
  )
  const { project = '', role = '', tool = '', since = '', until = '' } = fields
  return (
    <MoreFilters isUsed={[project, role, tool, since, until].some(Boolean)}>
      <Choice
        name="Project"
        all="All projects"
        value={project}
        options={projects}
        field="project"
        onChange={onChange}
      />
      <Choice name="Role" all="Said by anyone" value={role} options={ROLES} field="role" onChange={onChange} />
      <Choice name="Tool" all="With any tool" value={tool} options={TOOLS} field="tool" onChange={onChange} />
      <span className="filter-days">
        <DayField name="Since" value={since} max={until} onChange={(since) => onChange({ since })} />
        <DayField name="Until" value={until} min={since} onChange={(until) => onChange({ until })} />
      </span>
    </MoreFilters>
  )
}
