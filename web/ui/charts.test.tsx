import { MantineProvider } from '@mantine/core'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PROVINCES } from '#contract/provinces.ts'
import { BarWindow } from './bar-window.tsx'
import { barSpans, clampWindow, fitText, wrapText } from './bars.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { ChangeBadge } from './change-badge.tsx'
import { Donut, DonutLegend } from './donut.tsx'
import { barsHeight, HorizontalBars } from './horizontal-bars.tsx'
import { valueScale } from './line-parts.tsx'
import { ArgentinaMap } from './map/argentina-map.tsx'
import shapes from './map/argentina-provinces.json' with { type: 'json' }
import { BOX, project } from './map/projection.ts'

const render = (element: ReactElement) => renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>)

test('the window of bars scrolls one by one and stops at both ends', () => {
  expect(clampWindow(-1, 9, 5)).toBe(0)
  expect(clampWindow(1, 9, 5)).toBe(1)
  expect(clampWindow(4, 9, 5)).toBe(4)
  expect(clampWindow(5, 9, 5)).toBe(4)
  expect(clampWindow(1, 3, 5)).toBe(0)
})

test('a bar of a negative value ends where those of positive ones begin', () => {
  expect(barSpans([30, 15, 0], [100, 400])).toEqual([
    { start: 100, end: 400 },
    { start: 100, end: 250 },
    { start: 100, end: 100 },
  ])
  expect(barSpans([20, -10], [100, 400])).toEqual([
    { start: 200, end: 400 },
    { start: 100, end: 200 },
  ])
  expect(barSpans([-10, -5], [100, 400])).toEqual([
    { start: 100, end: 400 },
    { start: 250, end: 400 },
  ])
  expect(barSpans([0], [100, 400])).toEqual([{ start: 100, end: 100 }])
})

test('truncates labels to their width', () => {
  expect(fitText('Golosinas', 100)).toBe('Golosinas')
  expect(fitText('Golosinas surtidas', 80)).toBe('Golosinas…')
  expect(fitText('Millimetres', 80)).toBe('Millimetres')
  expect(fitText('MMMMMMMMMMM', 80)).toBe('MMMMM…')
})

test('breaks labels after spaces and hyphens before truncating', () => {
  expect(wrapText('Bienvenida', 100, 2)).toEqual(['Bienvenida'])
  expect(wrapText('empleado-molino-del-alba', 72, 3)).toEqual(['empleado-', 'molino-', 'del-alba'])
  expect(wrapText('Día de la Madre 2026', 75, 2)).toEqual(['Día de la', 'Madre 20…'])
  expect(wrapText('supermercados', 70, 2)).toEqual(['supermerc', 'ados'])
})

test('a scale of lines holds all values and zero', () => {
  const { y, ticks } = valueScale([null, -30, 80], [200, 10], String)
  for (const value of [-30, 0, 80]) {
    expect(y(value)).toBeLessThanOrEqual(200)
    expect(y(value)).toBeGreaterThanOrEqual(10)
  }
  expect(ticks.map(({ value }) => value)).toEqual([-40, -20, 0, 20, 40, 60, 80])
  expect(valueScale([0, null], [200, 10], String).ticks.map(({ value }) => value)).toEqual([0])
})

test('a window that fits offers no arrow', () => {
  const bars = [{ key: 'a', label: 'Arcor', value: 3 }]
  const props = { label: 'Corporativos', format: String, formatTick: String, formatsTight: [], height: 260 }
  const html = render(<BarWindow {...props} bars={bars} onPick={() => {}} />)
  expect(html.match(/disabled=""/g)).toHaveLength(2)
})

test('a ranking reserves its height before it knows its width', () => {
  const bars = [{ key: 'a', label: 'Chocolates', value: 3, details: [] }]
  const html = render(<HorizontalBars label="Segmentos" bars={bars} formatShort={String} />)
  expect(html).toContain(`height:${barsHeight(1)}px`)
})

test('the map names every province and puts Buenos Aires where it is', () => {
  const markers = PROVINCES.map((province, index) => ({ ...province, value: index }))
  const props = { label: 'Clientes', measure: 'Clientes', spoken: String, format: String, selected: null }
  const html = render(<ArgentinaMap {...props} markers={markers} onPick={() => {}} />)
  expect(new Set(shapes.map(({ iso }) => iso))).toEqual(new Set(PROVINCES.map(({ iso }) => iso)))
  for (const { name } of PROVINCES) expect(html).toContain(`aria-label="${name}:`)
  const [x, y] = project(-58.38, -34.6)
  expect([x.toFixed(1), y.toFixed(1)]).toEqual(['308.1', '272.5'])
  for (const { longitude, latitude } of PROVINCES) {
    const [left, top] = project(longitude, latitude)
    expect(left > 0 && left < BOX.width && top > 0 && top < BOX.height).toBe(true)
  }
})

test('shows a change by arrow, sign and word', () => {
  expect(render(<ChangeBadge now={112.34} before={100} />)).toContain('Subió 12,3\u00a0%')
  expect(render(<ChangeBadge now={97} before={100} />)).toContain('-3,0\u00a0%')
  expect(render(<ChangeBadge now={100.04} before={100} />)).toContain('Sin cambios')
})

test('a breadcrumb ends with the page itself', () => {
  const above = <a href="/benefits/corporatives">Corporativos</a>
  const html = render(<Breadcrumb above={above} here="Detalles descuentos" />)
  expect(html).toMatch(/Corporativos<\/a>.*aria-current="page">Detalles descuentos/)
})

test('a ring with a negative part becomes bars from a zero, without shares', () => {
  const slices = [
    { key: 'a', label: 'Norte', value: 30, color: 'red' },
    { key: 'b', label: 'Sur', value: -10, color: 'blue' },
  ]
  const ring = { label: 'Neto', slices, format: String, selected: null, onSelect: () => {} }
  const html = render(<Donut {...ring}>20</Donut>)
  expect(html).toContain('aria-label="Sur: -10"')
  // 40 pesos are 240 wide: the zero lies at 60.
  expect(html).toMatch(/<rect[^>]*x="60"[^>]*width="180"/)
  expect(html).toMatch(/<rect[^>]*x="0"[^>]*width="60"/)
  expect(render(<DonutLegend {...ring} />)).not.toContain('%')
  expect(
    render(
      <Donut {...ring} slices={slices.slice(0, 1)}>
        30
      </Donut>,
    ),
  ).not.toContain('<rect')
})
