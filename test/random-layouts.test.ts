// Random shops written as files in random layouts: what is read back equals the shop, and what a file cannot show is asked.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newNotes } from '#server/ingest/notes.ts'
import type { Drop } from '#server/sources/files/drop-model.ts'
import type { Recipe } from '#server/sources/files/model.ts'
import { readDrop } from '#server/sources/files/read-drop.ts'
import { NIGHTLY } from './nightly.ts'

interface Line {
  readonly sku: string
  readonly name: string
  /** At most two decimals. */
  readonly quantity: number
  /** Cents a unit. */
  readonly price: number
  /** Percent. */
  readonly share: number
  /** Cents of the line: before its discount, and taken off. */
  readonly gross: number
  readonly discount: number
}

interface Order {
  readonly id: string
  /** Year, month, day, minutes. */
  readonly at: readonly [number, number, number, number]
  readonly status: readonly [word: string, status: string]
  readonly shipping: number
  readonly lines: readonly Line[]
}

const STATUSES = [
  ['Entregado', 'wc-completed'],
  ['Cancelado', 'wc-cancelled'],
  ['Pendiente', 'wc-pending'],
  ['Completed', 'wc-completed'],
] as const

const NAMES = [
  'Alfajor x 12',
  'Yerba "La Garúa", 1 kg',
  "Ñoquis d'Italia",
  'Galletitas; surtidas',
  'Café 50 %',
  'Pan\u001fde miga',
]

const line = fc.record({
  sku: fc.constantFrom('ALF-12', '00417', 'YER 1K', 'x'),
  name: fc.constantFrom(...NAMES),
  quantity: fc.constantFrom(1, 2, 3, 6, 12, 24, 144, 1000, 0.5, 2.25, -1),
  price: fc.integer({ min: 1, max: 2_500_000 }),
  share: fc.constantFrom(0, 0, 0, 10, 25),
})

const order = fc.record({
  day: fc.tuple(
    fc.integer({ min: 2022, max: 2025 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 0, max: 1439 }),
  ),
  status: fc.constantFrom(...STATUSES),
  shipping: fc.constantFrom(0, 0, 250_000, 123_456),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
})

const shop = fc
  .tuple(
    fc.array(order, { minLength: 1, maxLength: 8 }),
    fc.constantFrom('', '#', 'A-', 'PED 00'),
    // A shop without cents.
    fc.constantFrom(1, 1, 100),
  )
  .map(([orders, prefix, unit]): Order[] =>
    orders.map(({ day, lines, ...rest }, index) => ({
      ...rest,
      id: `${prefix}${1001 + index}`,
      at: day,
      shipping: Math.floor(rest.shipping / unit) * unit,
      lines: lines.map(({ price, ...one }) => {
        const exact = price * unit
        const gross = Math.sign(one.quantity) * Math.round(Math.abs(one.quantity) * exact)
        // Discounts of cents alone may be shares such as 0.15.
        const share = Math.abs(gross) < 5000 ? 0 : one.share
        const discount = Math.round((Math.abs(gross) * share) / 100 / unit) * unit
        return { ...one, price: exact, gross, discount: gross < 0 ? 0 : discount }
      }),
    })),
  )

const layout = fc.record({
  shape: fc.constantFrom('repeated', 'below', 'two files'),
  amounts: fc.constantFrom(
    'price',
    'total',
    'price and total',
    'net and discount',
    'price and net',
    'price, total and net',
  ),
  sign: fc.constantFrom(',', '.'),
  thousands: fc.boolean(),
  currency: fc.constantFrom('', '$ ', '$', 'ARS '),
  date: fc.constantFrom('iso', 'dmy', 'mdy', 'd-m-yy', 'words'),
  time: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  encoding: fc.constantFrom('utf8', 'bom', 'utf16le', 'windows-1252'),
  above: fc.integer({ min: 0, max: 3 }),
  blanks: fc.boolean(),
  totals: fc.boolean(),
  wholeWithoutCents: fc.boolean(),
  orderTotal: fc.boolean(),
  scattered: fc.boolean(),
  titles: fc.integer({ min: 0, max: 3 }),
  seed: fc.integer({ min: 0, max: 1000 }),
})
type Layout = typeof layout extends fc.Arbitrary<infer L> ? L : never

const TITLES = {
  order: ['Número de pedido', 'Order Number', 'Nro. de orden', 'Comprobante'],
  date: ['Fecha', 'Order Date', 'Fecha de creación', 'Fecha de emisión'],
  status: ['Estado', 'Status', 'Estado del pedido', 'Situación'],
  shipping: ['Costo de envío', 'Shipping', 'Flete', 'Gastos de envío'],
  total: ['Total', 'Order Total', 'Total del pedido', 'Importe total'],
  sku: ['SKU', 'Item SKU', 'Código', 'Cód. artículo'],
  product: ['Producto', 'Product Name', 'Descripción', 'Artículo'],
  quantity: ['Cantidad', 'Quantity', 'Cant.', 'Unidades'],
  unit_price: ['Precio unitario', 'Unit Price', 'Precio', 'P. Unitario'],
  line_total: ['Importe', 'Line Total', 'Total línea', 'Monto'],
  line_net: ['Importe neto', 'Net Amount', 'Neto', 'Subtotal neto'],
  line_discount: ['Descuento', 'Item Discount', 'Bonificación', 'Dto.'],
} as const
type Title = keyof typeof TITLES

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
const two = (number: number) => String(number).padStart(2, '0')

function dateText([year, month, day, minutes]: Order['at'], { date, time }: Layout): string {
  const days = {
    iso: `${year}-${two(month)}-${two(day)}`,
    dmy: `${two(day)}/${two(month)}/${year}`,
    mdy: `${two(month)}/${two(day)}/${year}`,
    'd-m-yy': `${day}-${month}-${two(year % 100)}`,
    words: `${day} de ${MONTHS[month - 1]} de ${year}`,
  }
  return time ? `${days[date]} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` : days[date]
}

function amountText(cents: number, how: Layout & { readonly hasCents: boolean }): string {
  const { sign, thousands, currency, hasCents } = how
  const size = Math.abs(cents)
  const whole = String(Math.floor(size / 100))
  const grouped = thousands ? whole.replace(/\B(?=(\d{3})+$)/g, sign === ',' ? '.' : ',') : whole
  return `${cents < 0 ? '-' : ''}${currency}${grouped}${hasCents ? `${sign}${two(size % 100)}` : ''}`
}

/** A stable shuffle, so that a failure can be repeated. */
const shuffled = <T>(items: readonly T[], seed: number): T[] =>
  items
    .map((item, index) => [((index + 1) * 7919 * (seed + 1)) % 104_729, item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item)

const LINE_TITLES: Record<Layout['amounts'], readonly Title[]> = {
  price: ['unit_price', 'line_discount'],
  total: ['line_total', 'line_discount'],
  'price and total': ['unit_price', 'line_total', 'line_discount'],
  'net and discount': ['line_net', 'line_discount'],
  'price and net': ['unit_price', 'line_net'],
  'price, total and net': ['unit_price', 'line_total', 'line_net'],
}

const isWhole = (orders: readonly Order[]): boolean =>
  orders.every(({ shipping, lines }) =>
    [shipping, ...lines.flatMap((one) => [one.price, one.gross, one.discount])].every(
      (cents) => cents % 100 === 0,
    ),
  )

function tablesOf(orders: readonly Order[], layout: Layout): { name: string; rows: string[][] }[] {
  const how = { ...layout, hasCents: !(layout.wholeWithoutCents && isWhole(orders)) }
  const HEAD: readonly Title[] = [
    'date',
    'status',
    'shipping',
    ...(how.orderTotal ? (['total'] as const) : []),
  ]
  const lineTitles: readonly Title[] = ['sku', 'product', 'quantity', ...LINE_TITLES[how.amounts]]
  const head = (one: Order): Partial<Record<Title, string>> => ({
    date: dateText(one.at, how),
    status: one.status[0],
    shipping: amountText(one.shipping, how),
    total: amountText(
      one.lines.reduce((sum, each) => sum + each.gross - each.discount, one.shipping),
      how,
    ),
  })
  const cellsOf = (one: Line): Partial<Record<Title, string>> => ({
    ...{ sku: one.sku, product: one.name, quantity: String(one.quantity).replace('.', how.sign) },
    unit_price: amountText(one.price, how),
    line_total: amountText(one.gross, how),
    line_net: amountText(one.gross - one.discount, how),
    line_discount: amountText(one.discount, how),
  })
  const write = (name: string, wanted: readonly Title[], records: Partial<Record<Title, string>>[]) => {
    const titles = shuffled(wanted, how.seed)
    const rows = records.map((record) => [...titles.map((title) => record[title] ?? ''), 'nota'])
    return { name, rows: [[...titles.map((title) => TITLES[title][how.titles]!), 'Observaciones'], ...rows] }
  }
  if (how.shape === 'two files')
    return [
      write(
        'ventas.csv',
        ['order', ...HEAD],
        orders.map((one) => ({ order: one.id, ...head(one) })),
      ),
      write(
        'detalle.csv',
        ['order', ...lineTitles],
        orders.flatMap((one) => one.lines.map((each) => ({ order: one.id, ...cellsOf(each) }))),
      ),
    ]
  const records = orders.flatMap((one) =>
    one.lines.map((each, at) => ({
      ...(at === 0 || how.shape === 'repeated' ? { order: one.id, ...head(one) } : {}),
      ...cellsOf(each),
    })),
  )
  const placed = how.scattered && how.shape === 'repeated' ? shuffled(records, how.seed + 3) : records
  return [write('ventas.csv', ['order', ...HEAD, ...lineTitles], placed)]
}

function fileOf(rows: readonly (readonly string[])[], how: Layout): Buffer {
  const quoted = (cell: string) =>
    /["\n\r]/.test(cell) || cell.includes(how.delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  const width = rows[0]!.length
  const empty = Array.from({ length: width }, () => '')
  const above = Array.from({ length: how.above }, (_, at) => [`Reporte de ventas ${at + 1}`])
  const body = how.blanks ? rows.flatMap((row, at) => (at % 3 === 2 ? [row, empty] : [row])) : rows
  const totals = how.totals ? [['Total', ...empty.slice(1)]] : []
  const text = [...above, ...body, ...totals].map((row) => row.map(quoted).join(how.delimiter)).join('\r\n')
  if (how.encoding === 'utf16le')
    return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  if (how.encoding === 'bom') return Buffer.from(`\ufeff${text}`)
  return Buffer.from(text, how.encoding === 'utf8' ? 'utf8' : 'latin1')
}

interface Told {
  readonly order: string
  readonly at: string
  readonly status: string
  readonly gross: number
  readonly discount: number
  readonly shipping: number
  readonly lines: readonly (readonly [string, string, number, number])[]
}

/** As docs/metrics.md says: a discount takes at most what was sold, unless the order is a credit note. */
function amountsOf(lines: readonly Line[]): { gross: number; discount: number } {
  const gross = lines.reduce((sum, one) => sum + one.gross, 0)
  const discount = lines.reduce((sum, one) => sum + one.discount, 0)
  return { gross, discount: gross < 0 ? discount : Math.min(discount, gross) }
}

/** What the reader must tell of an order. */
function warningsOf({ id, lines }: Order, { orderTotal }: Layout): string[] {
  const { gross, discount } = amountsOf(lines)
  const isLimited = discount < lines.reduce((sum, one) => sum + one.discount, 0)
  return [
    ...(lines.every((one) => one.gross < 0) ? [`returns_alone ${id}`] : []),
    // The written total counts the discount in full.
    ...(orderTotal && gross >= 0 && isLimited ? [`total_mismatch ${id}`] : []),
  ]
}

function toldBy({ time }: Layout, orders: readonly Order[]): Told[] {
  return orders.map(({ id, at: [year, month, day, minutes], status, shipping, lines }) => ({
    order: id,
    at: `${year}-${two(month)}-${two(day)} ${time ? `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` : '00:00'}:00`,
    status: status[1],
    ...amountsOf(lines),
    shipping,
    lines: lines.map(({ sku, name, quantity, gross }) => [sku, name, quantity, gross] as const).sort(),
  }))
}

async function readBy(drop: Drop): Promise<{ orders: Told[]; rejects: unknown[]; warnings: string[] }> {
  const found = { orders: [] as Told[], rejects: [...drop.orphans] as unknown[], warnings: [] as string[] }
  for await (const { order, result } of drop.orders({
    clock: (utc) => utc,
    notes: newNotes(),
    currency: 'ARS',
  })) {
    if (result === undefined) continue
    if ('rejects' in result) {
      found.rejects.push(...result.rejects)
      continue
    }
    found.warnings.push(...result.warnings.map(({ code, order: id }) => `${code} ${id}`))
    const { order: fact, lines } = result.facts
    const cents = (text: string) => Math.round(Number(text) * 100)
    found.orders.push({
      ...{ order, at: fact.created_at, status: fact.status },
      gross: cents(fact.gross),
      discount: cents(fact.discount),
      shipping: cents(fact.shipping),
      lines: lines.map((one) => [one.sku, one.name, Number(one.quantity), cents(one.gross)] as const).sort(),
    })
  }
  return found
}

const sorted = (orders: readonly Told[]) =>
  [...orders].sort((one, other) => (one.order < other.order ? -1 : 1))

test('a shop in any layout is read back', { timeout: NIGHTLY ? 1_800_000 : 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(shop, layout, async (orders, how) => {
      const folder = mkdtempSync(join(tmpdir(), 'gondola-layout-'))
      const files = tablesOf(orders, how).map(({ name, rows }) => {
        const path = join(folder, name)
        writeFileSync(path, fileOf(rows, how))
        return { path, name }
      })
      const read = (recipe: Recipe) =>
        readDrop(files, { recipe, folder: join(folder, 'rows'), currency: 'ARS' })
      const offered = await read({})
      const asked = offered.questions.map(({ key }) => key)
      await offered.close()
      const drop = await read({
        columns: offered.recipe.columns,
        ...(asked.includes('date_order') && { date_order: how.date === 'mdy' ? 'mdy' : 'dmy' }),
        ...(asked.includes('decimal') && { decimal: how.sign }),
      })
      expect(drop.questions).toEqual([])
      const found = await readBy(drop)
      await drop.close()
      rmSync(folder, { recursive: true })
      expect(found.rejects).toEqual([])
      expect(sorted(found.orders)).toEqual(sorted(toldBy(how, orders)))
      expect(found.warnings.sort()).toEqual(orders.flatMap((one) => warningsOf(one, how)).sort())
    }),
    // Shrinking files takes longer than reading a failure as it is.
    { numRuns: NIGHTLY ? 3000 : 100, endOnFailure: true },
  )
})
