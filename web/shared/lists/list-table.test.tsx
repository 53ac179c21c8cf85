import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RowOf } from '#contract/endpoint.ts'
import type { productCalls } from '#contract/products.ts'
import { unzip } from '#test/unzip.ts'
import { address, goTo, openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, failing, requestsOf, stub, success } from '#test/web/network.ts'
import { columnOf, exportOf, plain, region, rowsOf, savedFile, sortBy, sortOf } from '#test/web/tables.ts'
import { money } from '#web/text/format.ts'

type DistributorStockRow = RowOf<typeof productCalls.distributorsWithoutStock>

const LIST = '/distributors-stock-ranking'
const CALL = '/api/products/distributors-without-stock'

const panel = () => region('Distribuidores sin stock')

describe('a list', () => {
  it('sorts descending first for figures and ascending first for names, and the address keeps it', async () => {
    const user = await openApp(`${LIST}?month=2026-10`)
    const list = await panel()
    expect(sortOf(list, 'Productos sin stock')).toBe('descending')
    await sortBy(user, list, 'Productos sin stock')
    await waitFor(() => expect(sortOf(list, 'Productos sin stock')).toBe('ascending'))
    expect([searchParam('orderBy'), searchParam('order')]).toEqual(['products_without_stock', 'ASC'])
    await sortBy(user, list, 'Productos sin stock')
    await waitFor(() => expect(sortOf(list, 'Productos sin stock')).toBe('descending'))
    expect(sortOf(list, 'Distribuidor')).toBe('none')
    await sortBy(user, list, 'Distribuidor')
    await waitFor(() => expect(sortOf(list, 'Distribuidor')).toBe('ascending'))
    history.back()
    await waitFor(() => expect(sortOf(list, 'Productos sin stock')).toBe('descending'))
  })

  it('filters on the server from 3 characters on, keeps the text, and clears it', async () => {
    const user = await openApp(`${LIST}?month=2026-10`)
    const list = await panel()
    const all = await dataOf<DistributorStockRow[]>(`${CALL}?start_date=2026-10&per_page=1000`)
    const someone = all.find((row) => row.dist_name.length > 5)?.dist_name ?? ''
    const filter = within(list).getByLabelText<HTMLInputElement>('Filtrar por Distribuidor')
    expect(filter.placeholder).toBe('Buscar...')
    const filtered = () => requestsOf(CALL).filter(({ query }) => query.has('dist_name'))
    await user.type(filter, `${someone.slice(0, 2)}{Enter}`)
    expect(filtered()).toEqual([])
    expect(within(list).getByText('Escribí al menos 3 letras o números').id).toBe(
      filter.getAttribute('aria-describedby'),
    )
    await user.type(filter, someone.slice(2))
    expect(within(list).queryByText(/^Escribí al menos/)).toBeNull()
    await waitFor(() => expect(searchParam('f_dist_name')).toBe(someone))
    expect(filter.value).toBe(someone)
    await waitFor(async () => expect(await columnOf(list, 'Distribuidor')).toContain(someone))
    expect((await rowsOf(list)).length).toBeLessThan(all.length)
    expect(filtered()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
    await waitFor(() => expect(filter.value).toBe(''))
    expect(searchParam('f_dist_name')).toBeNull()
  })

  it('keeps the text of two filters typed in quick succession, and a cleared one stays cleared', async () => {
    const user = await openApp(`${LIST}?month=2026-10`)
    const list = await panel()
    const [first, second] = within(list).getAllByLabelText<HTMLInputElement>(/^Filtrar por /)
    if (!first || !second) throw new Error('the list needs two filters')
    await user.type(first, 'aaa')
    await user.type(second, 'bbb')
    const filters = () => [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('f_'))
    await waitFor(() => expect(filters().map(([, value]) => value)).toEqual(['aaa', 'bbb']))
    await user.type(second, 'c')
    await user.type(first, '{Escape}')
    await waitFor(() => expect(filters().map(([, value]) => value)).toEqual(['bbbc']))
    expect([first.value, second.value]).toEqual(['', 'bbbc'])
  })

  it('turns pages, goes to a page, and changes their size', async () => {
    const user = await openApp(`${LIST}?month=2026-10&per_page=10`)
    const list = await panel()
    const pages = Number(/de (\d+)$/.exec(screen.getByText(/^Página \d+ de \d+$/).textContent ?? '')?.[1])
    expect(pages).toBeGreaterThan(2)
    const first = await columnOf(list, 'Distribuidor')
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
    await screen.findByText(`Página 2 de ${pages}`)
    await waitFor(async () => expect(await columnOf(list, 'Distribuidor')).not.toEqual(first))
    await user.clear(screen.getByLabelText('Ir a la página'))
    await user.type(screen.getByLabelText('Ir a la página'), '999{Enter}')
    await screen.findByText(`Página ${pages} de ${pages}`)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Última página' }).disabled).toBe(true)
    await user.selectOptions(screen.getByLabelText('Mostrar'), '100')
    await screen.findByText('Página 1 de 1')
    expect(searchParam('per_page')).toBe('100')
  })

  it('remembers a hidden column, and a link carries it to another browser', async () => {
    const units = () => screen.queryByRole('columnheader', { name: 'Unidades afectadas' })
    const user = await openApp(`${LIST}?month=2026-10&per_page=10`)
    await user.click(screen.getByRole('button', { name: 'Columnas' }))
    await user.click(await screen.findByLabelText('Unidades afectadas'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(units()).toBeNull())
    await goTo(`${LIST}?month=2026-10`)
    await waitFor(() => expect(units()).toBeNull())
    expect(searchParam('hide')).toBe('units_without_stock')
    const link = address()
    localStorage.clear()
    const other = await openApp(link)
    expect(units()).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Dist ID' })).toBeTruthy()
    await other.click(screen.getByRole('button', { name: 'Columnas' }))
    await other.click(await screen.findByLabelText('Unidades afectadas'))
    await waitFor(() => expect(units()).not.toBeNull())
    expect(searchParam('hide')).toBeNull()
  })

  it.each([
    ['by the server', `${LIST}?f_dist_name=nadie`, 'Distribuidores sin stock'],
    ['in the browser', '/customers-overview?f_name=nadie', 'Clientes y ventas por provincia'],
  ])('says when no row matches the filters %s, and clears them', async (_, path, title) => {
    const user = await openApp(`${path}&month=2026-10`)
    const list = await region(title)
    await within(list).findByText('Ninguna fila coincide con los filtros')
    expect(list.textContent).not.toMatch(/no hubo|no hay|aún no/i)
    await user.click(within(list).getByRole('button', { name: 'Quitar los filtros' }))
    expect((await rowsOf(list)).length).toBeGreaterThan(1)
    await waitFor(() => expect(location.search).not.toContain('f_'))
  })

  it('keeps the filter while the server fails, and refetches on request', async () => {
    const mend = failing(`GET ${CALL}`)
    const user = await openApp(`${LIST}?month=2026-10&f_dist_name=dis`)
    await screen.findByText('No se pudieron cargar los datos.')
    expect(screen.getByLabelText<HTMLInputElement>('Filtrar por Distribuidor').value).toBe('dis')
    mend()
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect((await rowsOf(await panel())).length).toBeGreaterThan(0)
  })
})

it.each([
  ['/products-overview/segments-table', 'Tabla de Segmentos', 'Órdenes'],
  ['/products-overview/business', 'Tabla de Negocios', 'Negocio'],
  ['/products-sales-ranking', 'Ranking de ventas', 'SKU'],
])('the workbook of %s holds its rows in the order on screen', async (path, title, sorted) => {
  const user = await openApp(`${path}?month=2026-10&per_page=100`)
  const table = await region(title)
  await sortBy(user, table, sorted)
  await waitFor(() => expect(sortOf(table, sorted)).toBe('ascending'))
  await user.click(within(table).getByRole('button', { name: 'Otros formatos y envío' }))
  const item = await screen.findByRole('menuitem', { name: /^Exportar Excel/ })
  const { content } = await savedFile(() => user.click(item))
  const files = unzip(Buffer.from(await content.arrayBuffer()))
  const lines = files.get('xl/worksheets/sheet1.xml')?.match(/<row .*?<\/row>/gs) ?? []
  const [firstTitle = '', ...saved] = lines.map((line) => /<t[^>]*>(.*?)<\/t>/s.exec(line)?.[1])
  const shown = await columnOf(table, firstTitle)
  expect(shown.length).toBeGreaterThan(5)
  // Empty cells are left out of a row, so only rows with a first cell are compared.
  expect(saved.filter((_, at) => shown[at] !== '')).toEqual(shown.filter((first) => first !== ''))
  expect(saved).toHaveLength(shown.length)
})

it('exports filtered rows as they are shown', async () => {
  const user = await openApp('/customers-overview?month=2026-10&f_name=c')
  const table = await region('Clientes y ventas por provincia')
  const shown = (await rowsOf(table)).map(([name]) => name)
  expect(shown).toEqual(expect.arrayContaining(['Córdoba', 'Chaco']))
  await user.click(within(table).getByRole('button', { name: 'Otros formatos y envío' }))
  const item = await screen.findByRole('menuitem', { name: /^Exportar Excel/ })
  const { name, content } = await savedFile(() => user.click(item))
  expect(name).toBe('provincias_2026-10.xlsx')
  const sheet = unzip(Buffer.from(await content.arrayBuffer())).get('xl/worksheets/sheet1.xml') ?? ''
  const lines = (sheet.match(/<row .*?<\/row>/gs) ?? []).slice(1)
  expect(lines.map((line) => /<t[^>]*>(.*?)<\/t>/s.exec(line)?.[1])).toEqual(shown)
  // Customers, change, net: numbers, with two decimals at most.
  const net = Number(/(?:<v>(?<last>[^<]*)<\/v>.*?){3}/s.exec(lines[0] ?? '')?.groups?.last)
  expect(plain(money(net))).toBe((await rowsOf(table))[0]?.[3])
})

it('exports the rows whose shown share a filter matches', async () => {
  const call = '/api/orders/ranking-orders-by-business'
  const data = await dataOf<{ rows: object[] }>(`${call}?start_date=2026-10`)
  // Shown, the largest remainder is rounded up, so that the shares add up to 100.
  const shares = [33.34, 33.33, 33.33]
  const rows = data.rows.slice(0, 3).map((row, index) => ({ ...row, percent_amount: shares[index] }))
  stub(`GET ${call}`, () => success({ ...data, rows }, { updated_at: null }))
  const user = await openApp('/products-overview/business?month=2026-10&f_percent_amount=33,4')
  const table = await region('Tabla de Negocios')
  const shown = await columnOf(table, 'Negocio')
  expect(shown).toHaveLength(1)
  const file = await exportOf(user, table)
  expect(file.rows.map(({ Negocio }) => Negocio)).toEqual(shown)
})

it('names columns in the file as on screen', async () => {
  const user = await openApp('/settings/users')
  const users = await region('Usuarios')
  expect((await exportOf(user, users)).rows.map((row) => row.Estado)).toContain('Activa')
  await goTo('/customers-orders?month=2026-10')
  const orders = await region('Órdenes')
  const provinces = await columnOf(orders, 'Provincia')
  expect(provinces).toContain('Córdoba')
  const file = await exportOf(user, orders)
  expect(file.rows.slice(0, provinces.length).map((row) => row.Provincia)).toEqual(provinces)
})

it('a link to one segment leaves out similar names', async () => {
  const user = await openApp('/products-overview/segments-table?month=2026-10')
  const segments = await region('Tabla de Segmentos')
  expect(await columnOf(segments, 'Segmento')).toEqual(expect.arrayContaining(['Harina 000', 'Harina 0000']))
  await user.click(within(segments).getByRole('link', { name: 'Harina 000' }))
  const ranking = await region('Ranking de ventas')
  await waitFor(async () =>
    expect(new Set(await columnOf(ranking, 'Segmento'))).toEqual(new Set(['Harina 000'])),
  )
  const filter = within(ranking).getByLabelText('Filtrar por Segmento')
  await user.clear(filter)
  await user.type(filter, 'harina')
  await waitFor(async () => expect(await columnOf(ranking, 'Segmento')).toContain('Harina 0000'))
})
