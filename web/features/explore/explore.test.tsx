// Explorar in the application: ask, filter, read, save, refuse.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PERIODS } from '#contract/questions/question.ts'
import { goTo, openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, failing, requestsOf, serverAddress, stub, success, tokenOf } from '#test/web/network.ts'
import { columnOf, plain, region, rowsOf, savedFile, sortBy, tableOf } from '#test/web/tables.ts'
import { money } from '#web/text/format.ts'

const EXPLORE = '/analysis/explore'
const OCTOBER = 'from=2026-10-01&to=2026-10-31'
const CALL = '/api/questions/answer'

interface ProvinceRow {
  readonly province: { readonly key: string; readonly label: string }
  readonly net_sale: number
}

const provinces = () => dataOf<ProvinceRow[]>(`${CALL}?measures=net_sale&by=province&${OCTOBER}`)

const field = (name: string) =>
  within(screen.getByRole('complementary', { name: 'Campos' })).getByRole('button', { name })

it('starts with ready-made questions and answers the one that is opened', async () => {
  const user = await openApp(`${EXPLORE}?month=2026-10`)
  expect((await region('Empezá por una pregunta')).querySelectorAll('li')).toHaveLength(12)
  await user.click(screen.getByRole('link', { name: /Cuánto se descuenta/ }))
  const panel = await region('Tasa de descuento, Descuento, Bruto y Venta Neta por Segmento')
  expect((await rowsOf(panel)).length).toBeGreaterThan(2)
  expect([searchParam('from'), searchParam('month')]).toEqual(['2026-10-01', '2026-10'])
})

it('answers what the chosen fields ask, with its total, and the address follows', async () => {
  const user = await openApp(`${EXPLORE}?month=2026-10`)
  await user.click(field('Provincia'))
  await waitFor(() => expect(searchParam('by')).toBe('province'))
  await goTo(`${EXPLORE}?measures=net_sale&by=province&${OCTOBER}`)
  const rows = await provinces()
  const expected = rows.map(({ province, net_sale }) => [province.label, plain(money(net_sale))])
  const title = 'Venta Neta por Provincia'
  await waitFor(async () =>
    expect((await rowsOf(await region(title))).slice(0, rows.length)).toEqual(expected),
  )
  const panel = await region(title)
  const total = rows.reduce((sum, { net_sale }) => sum + Math.round(net_sale * 100), 0) / 100
  expect(plain(panel.querySelector('tfoot')?.textContent)).toBe(`Total${plain(money(total))}`)
  await sortBy(user, panel, 'Venta Neta')
  await waitFor(() => expect(searchParam('order')).toBe('net_sale'))
  await waitFor(async () => expect((await columnOf(panel, 'Provincia'))[0]).toBe(rows.at(-1)?.province.label))
  await user.click(field('Órdenes'))
  await waitFor(() => expect(searchParam('measures')).toBe('net_sale,orders'))
  expect(field('Monto de beneficios').getAttribute('aria-disabled')).toBeNull()
})

it('says its filters beside the period, in every form', async () => {
  const [first] = await dataOf<{ distributor: { key: string; label: string } }[]>(
    `${CALL}?measures=net_sale&by=distributor&${OCTOBER}`,
  )
  const where = `where=distributor:${first?.distributor.key}&where=province!:SANTA FE&where=status!:`
  const words = `octubre 2026 · Distribuidor: ${first?.distributor.label} · Provincia: sin Santa Fe · Estado: todos`
  for (const view of ['table', 'chart', 'pivot']) {
    await openApp(`${EXPLORE}?measures=orders&by=province&grain=month&view=${view}&${OCTOBER}&${where}`)
    const panel = await region('Órdenes por Provincia y Mes')
    await waitFor(() => expect(plain(panel.querySelector('header p')?.textContent)).toBe(words))
  }
})

it('names filtered values that nothing ever had', async () => {
  await openApp(`${EXPLORE}?measures=orders&by=province&${OCTOBER}&where=segment:Dulces%5C,%20salados`)
  const panel = await region('Órdenes por Provincia')
  await within(panel).findByText(/Segmento: nunca hubo «Dulces, salados»$/)
})

it('says that a running period is compared with a whole one, and offers the same days', async () => {
  const config = await dataOf<{ option: string; values: unknown }[]>('/api/config')
  const until = '2026-10-20 15:32:10'
  stub('GET /api/config', () =>
    success(config.map((row) => (row.option === 'running_until' ? { ...row, values: until } : row))),
  )
  const user = await openApp(`${EXPLORE}?measures=net_sale&by=province&compare=year&${OCTOBER}`)
  await screen.findByText(/datos hasta el 20\/10 a las 15:32, y se compara con octubre 2025 completo\./)
  expect((await region('Venta Neta por Provincia')).textContent).toContain('octubre 2026 vs octubre 2025')
  await user.click(screen.getByRole('button', { name: 'Comparar con los mismos días' }))
  await waitFor(() => expect(searchParam('compare')).toBe('same_days_year'))
  expect(screen.queryByText(/Período en curso/)).toBeNull()
})

it.each(['same_days', 'year'])('says that a period has not begun, compared with %s', async (compare) => {
  const ahead = 'from=2099-01-01&to=2099-01-31'
  await openApp(`${EXPLORE}?measures=net_sale&compare=${compare}&${ahead}`)
  await screen.findByText('El período todavía no empezó: no hay con qué compararlo.')
  expect((await region('Venta Neta')).textContent).not.toMatch(/%|vs/)
  await goTo(`${EXPLORE}?measures=net_sale&compare=${compare}&${OCTOBER}`)
  await waitFor(async () => expect((await region('Venta Neta')).textContent).toMatch(/octubre 2026 vs /))
  expect(screen.queryByText(/todavía no empezó/)).toBeNull()
})

it('says the days of a relative period, what of it still runs, and offers all others with their days', async () => {
  const path = `${CALL}?measures=net_sale&by=province&period=last_12_months&compare=year`
  const headers = { authorization: `Bearer ${await tokenOf()}` }
  const { data, meta } = await (await fetch(serverAddress() + path, { headers })).json()
  const [period, compared] = [
    { from: '2025-12-01', to: '2026-11-30', until: null },
    { from: '2024-12-01', to: '2025-11-27', until: '2025-11-27 15:32:10' },
  ]
  stub('GET /api/questions/answer', () =>
    success(data, { ...meta, period, as_of: '2026-11-27', compared_period: compared }),
  )
  const user = await openApp(`${EXPLORE}?measures=net_sale&by=province&period=last_12_months&compare=year`)
  expect((await region('Venta Neta por Provincia')).querySelector('header p')?.textContent).toBe(
    '1/12/2025 al 27/11/2026, noviembre en curso vs 1/12/2024 al 27/11/2025, 15:32 h',
  )
  expect(screen.queryByText(/Período en curso/)).toBeNull()
  const picker = screen.getByRole('button', { name: 'Período: Últimos 12 meses 1/12/2025 al 27/11/2026' })
  await user.click(picker)
  const offered = within(screen.getByRole('list', { name: 'Períodos relativos' })).getAllByRole('button')
  expect(offered.every(({ textContent }) => /\d+\/\d+\/\d{4}$/.test(textContent ?? ''))).toBe(true)
  expect(offered.map(({ firstChild }) => firstChild?.textContent)).toEqual(Object.values(PERIODS))
  await user.click(
    within(screen.getByRole('dialog', { name: 'Período' })).getByRole('button', { name: /^Semana pasada/ }),
  )
  await waitFor(() => expect(searchParam('period')).toBe('last_week'))
})

it('marks weeks that the period cuts, in the table, as columns and in the chart, and gives them no change', async () => {
  const asked = `${EXPLORE}?measures=net_sale&grain=week&compare=previous&${OCTOBER}`
  await openApp(asked)
  const panel = await region('Venta Neta por Semana')
  const weeks = await columnOf(panel, 'Semana')
  // October 2026 begins on a Thursday and ends on a Saturday.
  expect([weeks[0], weeks[1], weeks.at(-1)]).toEqual(['28/09, 4 días', '05/10/2026', '26/10, 6 días'])
  const changes = await columnOf(panel, 'Venta Neta: variación')
  expect([changes[0], changes.at(-1)]).toEqual(['', ''])
  expect(changes[1]).toMatch(/%$/)
  await goTo(`${asked}&view=chart`)
  const chart = await region('Venta Neta por Semana')
  await waitFor(() => expect(chart.querySelector('[aria-label^="28/09, 4 días:"]')?.tagName).toBe('rect'))
  expect(chart.querySelectorAll('path[stroke-dasharray="2 5"]')).toHaveLength(4)
  await goTo(`${EXPLORE}?measures=net_sale&by=province&grain=week&view=pivot&${OCTOBER}`)
  await waitFor(async () =>
    expect((await region('Venta Neta por Provincia y Semana')).querySelector('thead')?.textContent).toContain(
      '28/09, 4 días',
    ),
  )
})

it('draws the week that still runs dashed', async () => {
  const asked = `measures=net_sale&grain=week&${OCTOBER}`
  const headers = { authorization: `Bearer ${await tokenOf()}` }
  const { data, meta } = await (await fetch(`${serverAddress()}${CALL}?${asked}`, { headers })).json()
  stub('GET /api/questions/answer', () => success(data, { ...meta, as_of: '2026-10-14' }))
  await openApp(`${EXPLORE}?${asked}&view=chart`)
  const chart = await region('Venta Neta por Semana')
  // As are both weeks that the period cuts.
  await waitFor(() => expect(chart.querySelectorAll('[stroke-dasharray="2 5"]')).toHaveLength(3))
})

it('Delete removes chips, and a field that does not fit stays out', async () => {
  const user = await openApp(`${EXPLORE}?measures=net_sale,orders&by=product&${OCTOBER}`)
  const benefits = field('Monto de beneficios')
  expect(benefits.getAttribute('aria-disabled')).toBe('true')
  await user.click(benefits)
  expect(searchParam('measures')).toBe('net_sale,orders')
  screen.getByRole('button', { name: 'Quitar Venta Neta' }).focus()
  await user.keyboard('{ArrowRight}{Delete}')
  await waitFor(() => expect(searchParam('measures')).toBe('net_sale'))
})

it('selects a filter among the values of the question, and turns a value of a row into one', async () => {
  const user = await openApp(`${EXPLORE}?measures=net_sale&by=province&${OCTOBER}`)
  const [first, second] = await provinces()
  await user.click(screen.getByRole('button', { name: 'Agregar un filtro' }))
  const dialog = screen.getByRole('dialog', { name: 'Agregar un filtro' })
  await user.click(within(dialog).getByRole('button', { name: 'Provincia' }))
  await user.type(await within(dialog).findByLabelText('Buscar en Provincia…'), first?.province.label ?? '')
  const [largest] = await within(dialog).findAllByRole('checkbox')
  if (largest) await user.click(largest)
  await user.click(within(dialog).getByRole('button', { name: 'Aplicar' }))
  await waitFor(() => expect(searchParam('where')).toBe(`province:${first?.province.key}`))
  await goTo(`${EXPLORE}?measures=net_sale&by=province&${OCTOBER}`)
  const panel = await region('Venta Neta por Provincia')
  await user.click(await within(panel).findByRole('button', { name: second?.province.label ?? '' }))
  await user.click(screen.getByRole('menuitem', { name: `Solo ${second?.province.label}` }))
  await waitFor(() => expect(searchParam('where')).toBe(`province:${second?.province.key}`))
  await waitFor(async () => expect(await columnOf(panel, 'Provincia')).toEqual([second?.province.label]))
})

it('says among how many values of a filter it searches', async () => {
  const path = `${CALL}?measures=net_sale&by=province&${OCTOBER}`
  const { data, meta } = await (
    await fetch(serverAddress() + path, { headers: { authorization: `Bearer ${await tokenOf()}` } })
  ).json()
  stub('GET /api/questions/answer', () => success(data, { ...meta, total: 12_345 }))
  const user = await openApp(`${EXPLORE}?measures=net_sale&by=province&${OCTOBER}`)
  await user.click(screen.getByRole('button', { name: 'Agregar un filtro' }))
  const dialog = screen.getByRole('dialog', { name: 'Agregar un filtro' })
  await user.click(within(dialog).getByRole('button', { name: 'Provincia' }))
  await within(dialog).findByText(/^Se busca entre los 10\.000 primeros de 12\.345/)
})

/** Product numbers that no product has. */
const products = (count: number) =>
  `product:${Array.from({ length: count }, (_, id) => 900_000 + id).join(',')}`

const asksFor = (count: number) =>
  `${EXPLORE}?${new URLSearchParams({ measures: 'net_sale', by: 'province', where: products(count) })}&${OCTOBER}`

it('refuses in the editor more values than an address holds, and keeps the question', async () => {
  const user = await openApp(asksFor(658))
  const before = location.href
  await user.click(screen.getByRole('button', { name: /^Producto: / }))
  const dialog = screen.getByRole('dialog', { name: 'Filtro de Producto' })
  const [first, second] = await within(dialog).findAllByRole('checkbox')
  for (const box of [first, second]) if (box) await user.click(box)
  await user.click(within(dialog).getByRole('button', { name: 'Aplicar' }))
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/más valores de los que caben/)
  expect(location.href).toBe(before)
  if (first) await user.click(first)
  expect(within(dialog).queryByRole('alert')).toBeNull()
})

it('keeps an address that reloads when a link would need a longer one', async () => {
  await openApp(asksFor(658))
  const before = location.href
  await goTo(asksFor(900))
  await screen.findByText(/no cabe en la dirección/)
  expect(location.href).toBe(before)
})

it('leads from a row to a new alert, and from the question to a mail', async () => {
  const user = await openApp(`${EXPLORE}?measures=net_sale&by=province&${OCTOBER}`)
  const [first] = await provinces()
  const label = first?.province.label ?? ''
  const panel = () => region('Venta Neta por Provincia')
  await user.click(await within(await panel()).findByRole('button', { name: label }))
  await user.click(screen.getByRole('menuitem', { name: 'Avisarme' }))
  const alert = await screen.findByRole('dialog', { name: 'Nueva alerta' })
  expect(within(alert).getByLabelText('Medida')).toHaveProperty('value', 'net_sale')
  await within(alert).findByText(`Provincia: ${label}`)
  await goTo(`${EXPLORE}?measures=net_sale&by=province&${OCTOBER}`)
  await user.click(await within(await panel()).findByRole('button', { name: 'Exportar' }))
  await user.click(screen.getByRole('menuitem', { name: 'Envío por correo' }))
  const mail = await screen.findByRole('dialog', { name: 'Nuevo envío' })
  expect(within(mail).getByLabelText('Nombre')).toHaveProperty('value', 'Venta Neta por Provincia')
  within(mail).getByText(/cada correo trae los mismos días/)
  await user.click(within(mail).getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(searchParam('question')).toBeNull())
})

it('the usual status is a chip that can be changed', async () => {
  const user = await openApp(`${EXPLORE}?measures=orders&by=province&${OCTOBER}`)
  await user.click(await screen.findByRole('button', { name: 'Estado: Completadas' }))
  const dialog = screen.getByRole('dialog', { name: 'Filtro de Estado' })
  await user.click(within(dialog).getByRole('radio', { name: 'Todos menos estos' }))
  await user.click(within(dialog).getByRole('button', { name: 'Aplicar' }))
  await waitFor(() => expect(searchParam('where')).toBe('status!:wc-completed'))
})

it('shares, cumulated shares and classes; the file of the screen has them', async () => {
  const user = await openApp(`${EXPLORE}?measures=net_sale&by=province&show=share,cumulated,abc&${OCTOBER}`)
  const panel = await region('Venta Neta por Provincia')
  const [first] = await rowsOf(panel)
  expect(first?.slice(2)).toEqual([expect.stringMatching(/ %$/), first?.[2], 'A'])
  await user.click(within(panel).getByRole('button', { name: 'Exportar' }))
  const items = within(screen.getByRole('group', { name: 'Lo que se ve' }))
  const { name, content } = await savedFile(() => user.click(items.getByRole('menuitem', { name: 'CSV' })))
  expect(name).toBe('venta_neta_por_provincia_2026-10_pantalla.csv')
  const [head, line] = (await content.text()).replace('\uFEFF', '').split('\r\n')
  expect(head).toBe('"Provincia";"Venta Neta";"% del total";"Acumulado";"Clase ABC"')
  expect(line?.split(';')[0]).toBe(first?.[0])
  await user.click(within(panel).getByRole('button', { name: 'Exportar' }))
  const all = within(screen.getByRole('group', { name: 'Todo' }))
  const file = await savedFile(() => user.click(all.getByRole('menuitem', { name: 'CSV' })))
  expect(file.name).toBe('venta_neta_por_provincia_2026-10.csv')
  expect(requestsOf(CALL).at(-1)?.query.get('export')).toBe('1')
})

it('creates a data link of the question on screen, with filters and comparison, by keyboard', async () => {
  const [first] = await provinces()
  const key = first?.province.key ?? ''
  const asked = `measures=net_sale,orders&by=province&period=all&compare=year&where=province%3A${key}`
  const user = await openApp(`${EXPLORE}?${asked}`)
  const panel = await region('Venta Neta y Órdenes por Provincia')
  ;(await within(panel).findByRole('button', { name: 'Exportar' })).focus()
  await user.keyboard('{Enter}{Tab}{Tab}')
  expect(document.activeElement?.textContent).toBe('Enlace de datos')
  await user.keyboard('{Enter}')
  const form = await screen.findByRole('dialog', { name: 'Crear un enlace de datos' })
  expect(within(form).getByLabelText('Nombre')).toHaveProperty('value', 'Venta Neta y Órdenes por Provincia')
  expect(
    within(form)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Venta Neta y Órdenes por Provincia',
    expect.stringMatching(
      /^Todo, hasta hoy \(1\/\d+\/\d{4} al \d+\/\d+\/\d{4}\), se mueve con el calendario$/,
    ),
    'Mismo período del año anterior',
    'Provincia: 1 valor',
  ])
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Nombre')))
  await user.keyboard('{Enter}')
  const shown = await screen.findByRole('dialog', { name: 'Copiá la dirección' })
  const { pathname } = new URL(shown.querySelector('code')?.textContent ?? '')
  const [titles, ...rows] = (await (await fetch(serverAddress() + pathname)).text()).trimEnd().split('\r\n')
  expect(titles?.split(',').slice(0, 2)).toEqual(['"Provincia"', '"Venta Neta"'])
  expect(rows.map((row) => row.split(',')[0])).toEqual([first?.province.label])
})

it('continues classes over the pages of a long list', async () => {
  const asked = `measures=net_sale&by=province&show=cumulated,abc&${OCTOBER}`
  await openApp(`${EXPLORE}?${asked}`)
  const panel = await region('Venta Neta por Provincia')
  const all = await rowsOf(panel)
  await goTo(`${EXPLORE}?${asked}&per_page=4&page=2`)
  await waitFor(async () => expect(await rowsOf(panel)).toEqual(all.slice(4, 8)))
})

it('a value of a table opens the orders that add up to it', async () => {
  const user = await openApp(`${EXPLORE}?measures=net_sale,buyers&by=province,business&${OCTOBER}`)
  const lines = await region('Venta Neta y Compradores por Provincia y Negocio')
  expect(within(lines).queryAllByTitle('Ver sus órdenes')).toEqual([])
  await goTo(`${EXPLORE}?measures=net_sale&by=province&${OCTOBER}`)
  const [first] = await provinces()
  const [value] = await within(await region('Venta Neta por Provincia')).findAllByTitle('Ver sus órdenes')
  expect(plain(value?.textContent)).toBe(plain(money(first?.net_sale ?? 0)))
  await user.click(value as HTMLElement)
  await waitFor(() => expect(location.pathname).toBe('/customers-orders'))
  expect([searchParam('month'), searchParam('state'), searchParam('status')]).toEqual([
    '2026-10',
    first?.province.key,
    'wc-completed',
  ])
})

it('a ratio without a divisor is a gap, and a point asks why', async () => {
  // The product with the lowest sales, which was not sold every day.
  const [row] = await dataOf<{ product: { key: string } }[]>(
    `${CALL}?measures=orders&by=product&order=-orders&${OCTOBER}`,
  ).then((rows) => rows.slice(-40))
  const where = `where=product:${row?.product.key}`
  const sold = await dataOf<{ day: string; average_ticket: number | null }[]>(
    `${CALL}?measures=average_ticket&grain=day&${where}&${OCTOBER}`,
  ).then((rows) => rows.filter(({ average_ticket }) => average_ticket !== null))
  const user = await openApp(
    `${EXPLORE}?measures=average_ticket,net_sale&grain=day&view=chart&${where}&${OCTOBER}`,
  )
  const panel = await region('Ticket promedio por Día')
  const points = await within(panel).findAllByRole('button', { name: /^\d\d\/10\/2026: / })
  const empty = points.filter((point) => point.getAttribute('aria-label')?.endsWith('sin datos'))
  expect([points.length, empty.length]).toEqual([31, 31 - sold.length])
  expect(empty.length).toBeGreaterThan(0)
  await user.click(points[0] as HTMLElement)
  await waitFor(() =>
    expect(searchParam('why')).toContain(
      `from=2026-10-01&to=2026-10-01&compare=same_days&${where.replace(':', '%3A')}`,
    ),
  )
})

it('the only day of a period has a dot, since no line leads to it', async () => {
  const chart = async (to: string) => {
    await openApp(`${EXPLORE}?measures=net_sale&grain=day&view=chart&from=2026-10-05&to=${to}`)
    const panel = await region('Venta Neta por Día')
    await within(panel).findAllByRole('button', { name: /^05\/10\/2026: / })
    return panel.querySelectorAll('svg[data-chart] circle').length
  }
  expect(await chart('2026-10-05')).toBe(1)
  expect(await chart('2026-10-06')).toBe(0)
})

it('a total that is not the sum of its rows says so', async () => {
  await openApp(`${EXPLORE}?measures=orders&by=product&${OCTOBER}`)
  const panel = await region('Órdenes por Producto')
  expect((await within(panel).findByRole('note')).getAttribute('aria-label')).toMatch(/«Órdenes» no suma/)
})

it('says why a question has no answer', async () => {
  await openApp(`${EXPLORE}?measures=benefit_amount&by=product&${OCTOBER}`)
  const panel = await region('Esta consulta no tiene respuesta')
  expect(panel.textContent).toContain('«Monto de beneficios» no se puede ver por Producto.')
  await goTo(`${EXPLORE}?measures=nothing`)
  const unknown = await region('La dirección tiene una consulta que no se entiende')
  expect([...unknown.querySelectorAll('p')].map((sentence) => sentence.textContent)).toEqual([
    '«measures» tiene un valor que no existe o que no va con los demás.',
  ])
  failing(`GET ${CALL}`)
  await goTo(`${EXPLORE}?measures=units&${OCTOBER}`)
  await screen.findByText('No se pudieron cargar los datos.')
})

interface Cell {
  readonly province?: { readonly key: string; readonly label: string }
  readonly business?: { readonly key: string; readonly label: string }
  readonly buyers: number
}

it('a pivot has the totals of the API on both sides, also for measures that do not add up', async () => {
  const user = await openApp(`${EXPLORE}?measures=buyers,net_sale&by=province,business&${OCTOBER}`)
  await user.click(await screen.findByRole('radio', { name: 'Cruzada' }))
  const panel = await region('Compradores por Provincia y Negocio')
  const { headers, rows } = await tableOf(panel)
  const ask = (by: string) => dataOf<Cell[]>(`${CALL}?measures=buyers&by=${by}&${OCTOBER}`)
  const [cells, provincesOf, businesses] = await Promise.all(
    ['province,business', 'province', 'business'].map(ask),
  )
  expect(headers).toEqual([
    'Provincia',
    ...(businesses ?? []).map(({ business }) => business?.label),
    'Total',
  ])
  expect(rows.map((row) => [row[0], row.at(-1)])).toEqual(
    provincesOf?.map(({ province, buyers }) => [province?.label, String(buyers)]),
  )
  const [first] = provincesOf ?? []
  const ofFirst = new Map(
    cells
      ?.filter(({ province }) => province?.key === first?.province?.key)
      .map(({ business, buyers }) => [business?.label, String(buyers)]),
  )
  expect(rows[0]?.slice(1, -1)).toEqual(headers.slice(1, -1).map((name) => ofFirst.get(name) ?? ''))
  const foot = [...panel.querySelectorAll('tfoot td')].map(({ textContent }) => textContent)
  const [whole] = await dataOf<Cell[]>(`${CALL}?measures=buyers&${OCTOBER}`)
  expect(foot).toEqual([...(businesses ?? []).map(({ buyers }) => String(buyers)), String(whole?.buyers)])
  await user.selectOptions(within(panel).getByLabelText('Figura'), 'Venta Neta')
  await region('Venta Neta por Provincia y Negocio')
  await waitFor(() => expect(searchParam('value')).toBe('net_sale'))
})

it('a pivot of two dimensions over time has a subtotal per group', async () => {
  const asked = `${OCTOBER}&where=business:Golosinas`
  await openApp(`${EXPLORE}?measures=buyers&by=province,business&grain=month&view=pivot&${asked}`)
  const { rows } = await tableOf(await region('Compradores por Provincia, Negocio y Mes'))
  const groups = rows.filter((row) => row[1] === 'Subtotal')
  const expected = await dataOf<Cell[]>(`${CALL}?measures=buyers&by=province&${asked}`)
  expect(groups.map((row) => [row[0], row.at(-1)])).toEqual(
    expected.map(({ province, buyers }) => [province?.label, String(buyers)]),
  )
})

it.each([
  ['time as lines', 'grain=day', 'Venta Neta por Día', 31],
  ['one dimension as bars, the rest as text', 'by=business&limit=3', 'Venta Neta por Negocio', 3],
  ['two dimensions as a heat map', 'by=weekday,business', 'Venta Neta por Día de la semana y Negocio', null],
])('draws %s', async (_, axes, title, count) => {
  await openApp(`${EXPLORE}?measures=net_sale&${axes}&view=chart&${OCTOBER}`)
  const panel = await region(title)
  const rows = await dataOf<{ net_sale: number }[]>(`${CALL}?measures=net_sale&${axes}&${OCTOBER}`)
  await waitFor(() => expect(panel.querySelector('[data-chart]')).not.toBeNull())
  const spoken = [...panel.querySelectorAll('[data-chart] [role=img], [data-chart] [role=button]')].map(
    (mark) => plain(mark.getAttribute('aria-label')),
  )
  expect(plain(panel.textContent).includes('Resto: $')).toBe(axes.includes('limit'))
  if (count) expect(spoken).toHaveLength(count)
  for (const { net_sale } of rows)
    expect(spoken.some((words) => words.includes(plain(money(net_sale))))).toBe(true)
})

it('a step of time without data draws nothing and says so', async () => {
  await openApp(`${EXPLORE}?measures=net_sale&by=business&view=chart&from=2020-06-01&to=2020-06-30`)
  expect((await region('Venta Neta por Negocio')).textContent).toContain('No hay datos para mostrar')
})

it('draws the largest lines of two dimensions, whatever group they are of', async () => {
  const asked = `measures=net_sale&by=business,segment&from=2026-08-01&to=2026-10-31`
  type Row = Record<'business' | 'segment', { label: string }>
  const largest = await dataOf<Row[]>(`${CALL}?${asked}&limit=6`)
  await openApp(`${EXPLORE}?${asked}&grain=month&view=chart`)
  const words = await waitFor(() => {
    const mark = document.querySelector('svg[data-chart] [aria-label^="agosto 2026"]')
    expect(mark).not.toBeNull()
    return plain(mark?.getAttribute('aria-label'))
  })
  for (const { business, segment } of largest)
    expect(words).toContain(`${business.label} · ${segment.label} $`)
})

it('says how many rows and columns a heat map leaves out', async () => {
  const asked = 'measures=net_sale&from=2026-08-01&to=2026-10-31'
  const { length } = await dataOf<unknown[]>(`${CALL}?${asked}&by=product&limit=1000`)
  await openApp(`${EXPLORE}?${asked}&by=province,product&view=chart`)
  await screen.findByText(`Se dibujan 48 de ${length} columnas.`)
  await goTo(`${EXPLORE}?${asked}&by=product,province&view=chart`)
  await screen.findByText(`Se dibujan 40 de ${length} filas.`)
})
