import { expect, test } from 'vitest'
import { type Column, column } from '#contract/columns.ts'
import { copied } from './copy.ts'
import { csvOf } from './csv.ts'
import { phoneOrder } from './phone-order.ts'
import { rowsOf } from './rows.ts'
import {
  filteredBy,
  listParameters,
  pageSizes,
  searchOf,
  sortedBy,
  type TableView,
  viewFrom,
} from './view.ts'

const columns = [
  column('name', 'Distribuidor', 'text', { filter: 'dist_name' }),
  column('amount', 'Neto', 'money'),
  column('day', 'Fecha', 'date'),
  column('note', 'Nota', 'text', { sortable: false }),
]
const defaults = { perPage: 25, orderBy: 'name', order: 'ASC' } as const
const view: TableView = { ...defaults, page: 1, filters: {}, limits: {}, hidden: [] }

const rows = [
  { name: 'Córdoba Sur', amount: 1234.5, day: '2024-05-14', note: '' },
  { name: 'Ávila', amount: 20, day: '2023-12-01', note: '' },
  { name: 'cordillera', amount: 1234.5, day: '2024-01-31', note: '' },
  { name: 'Sur Córdoba', amount: null, day: '2024-02-01', note: '' },
]
const names = (shown: TableView) => rowsOf(rows, columns, shown).rows.map((row) => row.name)

test('a filter matches the start of a cell, ignoring case and accents', () => {
  expect(names(filteredBy(view, 'name', 'CORD'))).toEqual(['cordillera', 'Córdoba Sur'])
  expect(names(filteredBy(view, 'name', 'sur'))).toEqual(['Sur Córdoba'])
  expect(names(filteredBy(view, 'day', '31/01'))).toEqual(['cordillera'])
})

test('finds a number as shown and as typed', () => {
  for (const typed of ['1.234', '1234,5', '$ 1.2'])
    expect(names(filteredBy(view, 'amount', typed))).toEqual(['cordillera', 'Córdoba Sur'])
})

test('finds a month by its name and by its number', () => {
  const months = ['2025-11', '2026-01', '2026-11'].map((name) => ({ name }))
  const found = (typed: string) => rowsOf(months, columns, filteredBy(view, 'name', typed)).rows
  expect(found('NOV')).toEqual([{ name: '2025-11' }, { name: '2026-11' }])
  expect(found('noviembre 2026')).toEqual([{ name: '2026-11' }])
  expect(found('2026')).toEqual([{ name: '2026-01' }, { name: '2026-11' }])
})

test('sorts without accents, by calendar, stably, with empty cells last', () => {
  expect(names(view)).toEqual(['Ávila', 'cordillera', 'Córdoba Sur', 'Sur Córdoba'])
  expect(names(sortedBy(view, 'day'))[0]).toBe('Ávila')
  const byAmount = sortedBy(view, 'amount')
  expect(names(byAmount)).toEqual(['Ávila', 'Córdoba Sur', 'cordillera', 'Sur Córdoba'])
  expect(names(sortedBy(byAmount, 'amount'))).toEqual(['Córdoba Sur', 'cordillera', 'Ávila', 'Sur Córdoba'])
})

test('pages the filtered rows', () => {
  const shown = rowsOf(rows, columns, { ...view, page: 2, perPage: 3 })
  expect(shown.total).toBe(4)
  expect(shown.rows.map((row) => row.name)).toEqual(['Sur Córdoba'])
})

test('sorting toggles from none or DESC to ASC and from ASC to DESC', () => {
  const once = sortedBy({ ...view, page: 3 }, 'amount')
  expect(once).toMatchObject({ orderBy: 'amount', order: 'ASC', page: 1 })
  expect(sortedBy(once, 'amount').order).toBe('DESC')
  expect(sortedBy({ ...once, order: 'DESC' }, 'amount').order).toBe('ASC')
})

test('reads a view back from its address', () => {
  const asked = filteredBy({ ...sortedBy(view, 'amount'), perPage: 50 }, 'name', 'cór')
  const search = searchOf({ ...asked, page: 2 }, columns, defaults)
  expect(search).toMatchObject({ page: '2', per_page: '50', orderBy: 'amount', order: 'ASC', f_name: 'cór' })
  expect(viewFrom(search, columns, defaults)).toEqual({ ...asked, page: 2 })
  expect(Object.values(searchOf(view, columns, defaults)).every((value) => value === undefined)).toBe(true)
})

test('invalid values in an address become defaults', () => {
  const search = { page: '-1', per_page: '0', orderBy: 'note', order: 'DESC', f_name: 7 }
  expect(viewFrom(search, columns, defaults)).toEqual(view)
})

test('builds list parameters from the columns', () => {
  const asked = { ...filteredBy(filteredBy(view, 'name', 'cor'), 'amount', '12'), page: 2 }
  expect(listParameters(asked, columns)).toEqual({
    page: 2,
    per_page: 25,
    orderBy: 'name',
    order: 'ASC',
    dist_name: 'cor',
  })
  expect(listParameters(filteredBy(view, 'name', 'co'), columns)).not.toHaveProperty('dist_name')
})

test("the sizes of 'Mostrar'", () => {
  expect(pageSizes()).toEqual([25, 50, 100])
  expect(pageSizes(15)).toEqual([15, 30, 40, 50, 100])
  expect(pageSizes(50)).toEqual([30, 40, 50, 100])
})

test('sorts and filters many rows like few', () => {
  const many = Array.from({ length: 3217 }, (_, index) => ({
    name: `n${(index * 7919) % 1000}`,
    amount: (index * 104729) % 997,
    day: '2024-01-01',
    note: '',
  }))
  const asked = { ...sortedBy(filteredBy(view, 'name', 'n1'), 'amount'), perPage: 5000 }
  const expected = many
    .map((row, place) => ({ row, place }))
    .filter(({ row }) => row.name.startsWith('n1'))
    .sort((a, b) => a.row.amount - b.row.amount || a.place - b.place)
    .map(({ row }) => row)
  expect(rowsOf(many, columns, asked).rows).toEqual(expected)
})

test('copied rows keep their cells and are guarded against formulas', () => {
  const cell = (text: string, numeric = false) => ({ text, numeric })
  const rows = [
    [cell('=HYPERLINK("x")'), cell('-3,00', true)],
    [cell('one\ntwo\tthree'), cell('1234,50', true)],
    [cell('@ana'), cell('')],
  ]
  expect(copied(rows)).toBe('\'=HYPERLINK("x")\t-3,00\none two three\t1234,50\n\'@ana\t')
})

test('exports rows for Spanish Excel, guarded against formulas', () => {
  const written = [
    column('name', 'Nombre'),
    column('amount', 'Monto', 'money'),
    column('share', '%', 'percent'),
    column('day', 'Fecha', 'date'),
    column('cost', 'Costo', 'unit_money'),
  ]
  const rows = [
    { name: 'Ñandú; "el" 1°', amount: 1234.5, share: 19.642857142857142, day: '2026-05-04', cost: 1.125 },
    { name: '=1+1', amount: -3, share: 0, day: '', cost: 3 },
  ]
  expect(csvOf(written, rows)).toBe(
    '\uFEFF"Nombre";"Monto";"%";"Fecha";"Costo"\r\n"Ñandú; ""el"" 1°";1234,50;19,64;04/05/2026;1,1250\r\n\'=1+1;-3,00;0;;3,00\r\n',
  )
})

test('a phone shows names and the amount first, then all other columns in their order', () => {
  const list = [
    column('order_id', 'Orden ID', 'id'),
    column('date', 'Fecha', 'date'),
    column('dist_id', 'Dist ID'),
    column('dist_name', 'Distribuidor'),
    column('sku', 'SKU'),
    column('name', 'Producto'),
    column('business', 'Negocio'),
    column('net', 'Neto', 'money'),
    column('prev', 'Antes', 'money'),
  ]
  const keys = (shown: readonly Column[]) => phoneOrder(shown).map(({ key }) => key)
  const others = ['order_id', 'date', 'dist_id', 'sku', 'business', 'prev']
  expect(keys(list)).toEqual(['dist_name', 'name', 'net', ...others])
  expect(keys(list.slice(0, 3))).toEqual(['order_id', 'date', 'dist_id'])
  const [name] = list.filter(({ key }) => key === 'dist_name')
  const days = column('days', 'Días', 'decimal2')
  expect(keys([name!, days, ...list.filter((each) => each !== name)]).slice(0, 3)).toEqual([
    ...['dist_name', 'name', 'days'],
  ])
  const stages = [column('status', 'Estado', 'status'), days, column('orders', 'Órdenes', 'integer')]
  expect(keys(stages)).toEqual(['status', 'days', 'orders'])
  const withActions = phoneOrder([...list, column('actions', 'Acciones')])
  expect(withActions.slice(0, 4).map(({ key }) => key)).toEqual(['dist_name', 'name', 'actions', 'net'])
})
