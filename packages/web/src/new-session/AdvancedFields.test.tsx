import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type Quarterdeck, QuarterdeckContext } from '../frame/quarterdeck.ts'
import { initialLiveState } from '../live/live-state.ts'
import { AdvancedFields } from './AdvancedFields.tsx'
import { readDraft } from './draft.ts'

it('offers configuration only where the operator permits it', () => {
  const draw = (config: boolean) => {
    const state = { ...initialLiveState, allows: { bypass: false, config } }
    return renderToStaticMarkup(
      <QuarterdeckContext value={{ live: { store: createStore(() => state) } } as unknown as Quarterdeck}>
        <AdvancedFields draft={readDraft('/p', {})} problem={null} onChange={() => undefined} />
      </QuarterdeckContext>,
    )
  }
  expect(draw(false)).toContain('In the place of the system prompt')
  expect(draw(false)).not.toContain('JSON')
  for (const name of ['MCP servers, as JSON', 'Agents by name', 'Settings over your own', 'Folders of plugins'])
    expect(draw(true)).toContain(name)
})
