import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import QrCode from './QrCode.tsx'

it('a QR code has every dot in its place, with room around it, dark on light', () => {
  const link = 'https://deck.example/#pair=nobody'
  const shown = renderToStaticMarkup(<QrCode text={link} name="The link" />)
  const { data, size } = encode(link, { border: 0 })
  expect(shown).toContain(`viewBox="0 0 ${size + 8} ${size + 8}"`)
  expect(shown).toContain('aria-label="The link"')
  const dots = [...shown.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${Number(x) - 4} ${Number(y) - 4}`)
  expect(dots).toEqual(data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : []))))
  expect(shown).not.toContain('nobody')
})
