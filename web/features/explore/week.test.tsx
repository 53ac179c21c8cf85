// Cómo fue la semana, reached from Explorar and the palette.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, stub, success } from '#test/web/network.ts'
import { region, rowsOf } from '#test/web/tables.ts'

async function readUntil(day: string): Promise<void> {
  const config = await dataOf<{ option: string; values: unknown }[]>('/api/config')
  stub('GET /api/config', () =>
    success(config.map((row) => (row.option === 'data_until' ? { ...row, values: day } : row))),
  )
}

const WHOLE = { has_orders: true, cut_after: null }

/** Sums of the week, of the one before and of the same one of the year before, for all and for one value. */
const OF = { previous: 800, year: 2000 } as const

function stubWeeks(data: { has_orders: boolean; cut_after: string | null } = WHOLE): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  stub('GET /api/questions/answer', ({ searchParams }) => {
    asked.push(searchParams)
    const compare = searchParams.get('compare') as keyof typeof OF
    const by = searchParams.get('by')
    const values = (part: number) =>
      Object.fromEntries(
        ['net_sale', 'orders', 'buyers'].flatMap((key) => [
          [key, 1000 * part],
          [`${key}_compared`, OF[compare] * part],
          [`${key}_change`, data === WHOLE ? (1000 / OF[compare] - 1) * 100 : null],
        ]),
      )
    const key = by === 'product' ? { key: 'SKU:A', label: 'Alfajor' } : { key: '101', label: 'Norte' }
    return success(by ? [{ [by]: key, ...values(0.5) }] : [values(1)], {
      ...data,
      period: { from: '2026-11-16', to: '2026-11-22', until: null },
      compared_period:
        compare === 'year'
          ? { from: '2025-11-17', to: '2025-11-23', until: null }
          : { from: '2026-11-09', to: '2026-11-15', until: null },
      // The week before a week without orders has none either.
      totals: data.has_orders ? values(1) : { ...values(1), net_sale: 0, net_sale_compared: 0 },
    })
  })
  return asked
}

it('is the first question of Explorar, and says why it changed in three clicks from the menu', async () => {
  const asked = stubWeeks()
  await readUntil('2026-11-22')
  const user = await openApp('/analysis/explore')
  const [first] = within(await region('Empezá por una pregunta')).getAllByRole('link')
  expect(first?.textContent).toMatch(/^Cómo fue la semana/)
  await user.click(first as HTMLElement)
  await screen.findByText('Lunes a domingo: 16/11/2026 al 22/11/2026')
  const card = (await screen.findByRole('heading', { name: 'Venta Neta', level: 2 })).closest('article')
  await waitFor(() =>
    expect(card?.textContent?.replaceAll('\u00a0', ' ')).toBe(
      'Venta Neta$ 1.000,00' +
        '+25,0 %vs semana anterior (9/11/2026 al 15/11/2026)' +
        '-50,0 %vs misma semana del año anterior (17/11/2025 al 23/11/2025)',
    ),
  )
  for (const [title, name] of [
    ['Por distribuidor', 'Norte'],
    ['Por producto', 'Alfajor'],
  ] as const)
    await waitFor(async () => {
      const [row] = await rowsOf(await region(title))
      expect(row?.map((cell) => cell.replaceAll('\u00a0', ' '))).toEqual([
        ...[name, '$ 500,00', '500', '500', '+25,0 %', '-50,0 %'],
      ])
    })
  expect(asked.every((query) => query.get('period') === 'last_week')).toBe(true)
  // The cards show the totals of a table.
  expect(new Set(asked.map(String)).size).toBe(4)
  const [, why] = within(card as HTMLElement).getAllByRole('button')
  await user.click(why as HTMLElement)
  expect(searchParam('why')).toBe('measure=net_sale&period=last_week&compare=year')
})

it('goes to the weeks before and back, each with its own why', async () => {
  const asked = stubWeeks()
  const user = await openApp('/analysis/week?week=2026-11-16')
  // Tests run on a Thursday: this is the last closed week, which needs no name.
  await waitFor(() => expect(asked.every((query) => query.get('period') === 'last_week')).toBe(true))
  expect(screen.getByRole('button', { name: 'Semana siguiente' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Semana anterior' }))
  await waitFor(() => expect(searchParam('week')).toBe('2026-11-09'))
  const explore = screen.getByRole('link', { name: 'Explorar estas cifras' })
  expect(explore.getAttribute('href')).toMatch(/&compare=previous&.*from=2026-11-09&to=2026-11-15/)
  await waitFor(() =>
    expect(asked.slice(-4).map((query) => [query.get('from'), query.get('to')])).toEqual(
      Array(4).fill(['2026-11-09', '2026-11-15']),
    ),
  )
  const card = (await screen.findByRole('heading', { name: 'Venta Neta', level: 2 })).closest('article')
  const [why] = await within(card as HTMLElement).findAllByRole('button')
  await user.click(why as HTMLElement)
  expect(searchParam('why')).toBe('measure=net_sale&from=2026-11-09&to=2026-11-15&compare=previous')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Semana siguiente' }))
  await waitFor(() => expect(searchParam('week')).toBeNull())
})

it('leads from a week without orders to the last one that was read whole', async () => {
  stubWeeks({ has_orders: false, cut_after: null })
  await readUntil('2026-10-31')
  const user = await openApp('/analysis/week')
  // The 31st is a Saturday: its week lacks a day.
  await user.click(await screen.findByRole('link', { name: 'Ver la del 19/10/2026 al 25/10/2026' }))
  await waitFor(() => expect(searchParam('week')).toBe('2026-10-19'))
})

it('compares no week of which only a part was read, as its mail', async () => {
  stubWeeks({ has_orders: true, cut_after: '2026-11-19' })
  await openApp('/analysis/week')
  await screen.findByText(/^Las últimas órdenes que leyó Góndola son del 19\/11\/2026: .* no se compara\.$/)
  const card = (await screen.findByRole('heading', { name: 'Venta Neta', level: 2 })).closest('article')
  expect(card?.textContent?.replaceAll('\u00a0', ' ')).toContain('$ 1.000,00')
  expect(card?.textContent).not.toMatch(/%/)
  for (const title of ['Por distribuidor', 'Por producto'])
    await waitFor(async () => {
      const [row] = await rowsOf(await region(title))
      expect(row?.slice(-2)).toEqual(['—', '—'])
    })
})

it('shows no fall of a week that has no order yet', async () => {
  stubWeeks({ has_orders: false, cut_after: null })
  await readUntil('2026-11-14')
  await openApp('/analysis/week')
  await screen.findByText(
    /^Todavía no hay órdenes de esta semana en Góndola: la última es del 14\/11\/2026\./,
  )
  const card = (await screen.findByRole('heading', { name: 'Venta Neta', level: 2 })).closest('article')
  expect(within(card as HTMLElement).queryAllByRole('img')).toEqual([])
  for (const title of ['Por distribuidor', 'Por producto'])
    await waitFor(async () => {
      const [row] = await rowsOf(await region(title))
      expect(row?.slice(-2)).toEqual(['—', '—'])
    })
})

it('is found in the palette', async () => {
  stubWeeks()
  const user = await openApp('/?month=2026-10')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('textbox', { name: /Buscar/ }), 'semana')
  await user.click(await screen.findByText('Cómo fue la semana'))
  await screen.findByText('Lunes a domingo: 16/11/2026 al 22/11/2026')
})
