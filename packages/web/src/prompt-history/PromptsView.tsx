import '../reading/reading.css'
import { useAddress } from '../reading/use-address.ts'
import { PlanList } from './PlanList.tsx'
import { PromptList } from './PromptList.tsx'
import './prompt-history.css'

const TABS = [
  { value: '', name: 'Prompts' },
  { value: 'plans', name: 'Plans' },
] as const

/** The view of earlier prompts and plans. */
export function PromptsView() {
  const [{ tab = '' }, change] = useAddress()
  const current = tab === 'plans' ? 'plans' : ''
  return (
    <main className="main view column">
      <h1>Prompts</h1>
      <div className="tabs" role="tablist" aria-label="Prompts and plans">
        {TABS.map(({ value, name }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={value === current}
            aria-controls="tab-panel"
            tabIndex={value === current ? 0 : -1}
            onClick={() => change({ tab: value, q: '', project: '', plan: '' }, { isNew: true })}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
              const other = TABS.find((each) => each.value !== value)
              change({ tab: other?.value ?? '', q: '', project: '', plan: '' })
              document.getElementById(`tab-${other?.name}`)?.focus()
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={current === '' ? 'tab-Prompts' : 'tab-Plans'}>
        {current === '' ? <PromptList /> : <PlanList />}
      </div>
    </main>
  )
}
