// Reads what voids are found in from rollups: each distributor active in the window, each product that one of them sells there.
import { addMonths, lastMonths, type Month } from '#contract/month.ts'
import { compareKeys } from '#contract/row-order.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { business, segment } from '../expressions.ts'
import { packRows, unpackRows } from '../packed-rows.ts'
import { soldName, soldSku, withSoldNames } from '../sold-names.ts'
import { isRegular, rowOf, type SoldTable } from './sold.ts'

/** Closed months before the window that tell what a distributor sold before. */
const HISTORY_MONTHS = 12

export interface Asked {
  /** Three closed months, oldest first. */
  readonly window: readonly Month[]
  readonly scope: Scope
}

export interface SoldDistributor {
  readonly dist_id: string
  readonly dist_name: string
}

export interface SoldProduct {
  /** As in the distribution: product, or product and variation. */
  readonly key: string
  readonly product_name: string
  readonly sku: string
  readonly segment: string
  readonly business: string
}

export interface Sold {
  /** Months of the window with completed orders. */
  readonly months: number
  readonly distributors: readonly SoldDistributor[]
  readonly products: readonly SoldProduct[]
  readonly table: SoldTable
  /** Last month before the window with units of it, for each cell, or null. */
  readonly lastSold: (distributor: number, product: number) => Month | null
}

const completed = (scope: Scope): ScopedSql =>
  sql`status = 'wc-completed' and ${inScope(scope)} and dist_id <> ${NO_DISTRIBUTOR.dist_id}`

/** What is asked about the distributors with completed orders in each month of the window. */
interface AskedOf extends Asked {
  readonly active: readonly string[]
}

const activeIn = ({ window, scope }: Asked): ScopedSql => sql`
  select dist_id from rollup_months where month in (${window}) and orders > 0 and ${completed(scope)}
  group by dist_id having count(distinct month) = ${window.length}`

const keyOf = (product: Sql, variation: Sql): Sql =>
  sql`cast(${product} as text) || case when ${variation} = 0 then '' else '.' || cast(${variation} as text) end`

const productKey = keyOf(sql`product_id`, sql`variation_id`)

/** Products that were deleted from the shop cannot be sold any more. */
const isKnown = sql`product_id <> 0`

interface Cell {
  readonly d: number
  readonly p: number
  readonly net: number
  readonly sells: number
  readonly net_before: number
  readonly months_sold: number
  readonly last_sold: Month
}

const CELL = [sql`key`, sql`net`, sql`sells`, sql`net_before`, sql`months_sold`, sql`last_sold`]

const cellsIn = ({ window, scope, active }: AskedOf): ScopedSql => {
  const [first = '', last = ''] = [window[0], window.at(-1)]
  return sql`
    select dist_id, ${packRows(...CELL)} as cells from (select dist_id, ${productKey} as key,
      sum(case when month >= ${first} then net else 0 end) as net,
      max(case when month >= ${first} and units > 0 then 1 else 0 end) as sells,
      sum(case when month >= ${addMonths(first, -HISTORY_MONTHS)} and month < ${first} then net else 0 end) as net_before,
      count(case when month >= ${addMonths(first, -HISTORY_MONTHS)} and month < ${first} and units > 0 then 1 end) as months_sold,
      max(case when month < ${first} and units > 0 then month end) as last_sold
    from rollup_products
    where month <= ${last} and ${isKnown} and ${completed(scope)} and dist_id in (${active})
    group by dist_id, product_id, variation_id) sold group by dist_id`
}

interface PackedCells {
  readonly dist_id: string
  readonly cells: string
}

/** Of these distributors and products. */
function* cellsOf(
  packed: readonly PackedCells[],
  rows: ReadonlyMap<string, number>,
  columns: ReadonlyMap<string, number>,
): Generator<Cell> {
  for (const { dist_id, cells } of packed) {
    const d = rows.get(dist_id)
    if (d === undefined) continue
    for (const [key = '', net, sells, before, months, last_sold = ''] of unpackRows(cells)) {
      const p = columns.get(key)
      if (p !== undefined)
        yield {
          ...{ d, p, net: Number(net), sells: Number(sells), net_before: Number(before) },
          ...{ months_sold: Number(months), last_sold },
        }
    }
  }
}

/** In the history, net of each product in each month at the active distributors, as one text of a product. */
const productMonths = ({ window, scope, active }: AskedOf): ScopedSql => {
  const first = window[0] ?? ''
  return sql`
    select key, ${packRows(sql`month`, sql`net`)} as months from (
      select month, ${productKey} as key, sum(net) as net from rollup_products
      where month >= ${addMonths(first, -HISTORY_MONTHS)} and month < ${first} and ${isKnown}
        and ${completed(scope)} and dist_id in (${active})
      group by month, product_id, variation_id
    ) sold group by key`
}

interface ProductMonths {
  readonly key: string
  readonly months: string
}

const productsIn = ({ window, scope }: Asked): ScopedSql => sql`
  select ${keyOf(sql`s.product_id`, sql`s.variation_id`)} as key, ${soldName} as product_name, ${soldSku} as sku,
    ${segment} as segment, ${business} as business
  from (
    select product_id, variation_id, '' as deleted from rollup_products
    where month in (${window}) and units > 0 and ${isKnown} and ${completed(scope)}
    group by product_id, variation_id
  ) s ${withSoldNames(window, scope)}`

/** In the history, the first month with completed orders of each distributor. */
const firstMonths = ({ window: [first = ''], scope }: Asked): ScopedSql => sql`
  select dist_id, min(month) as month from rollup_months
  where month >= ${addMonths(first, -HISTORY_MONTHS)} and month < ${first} and orders > 0 and ${completed(scope)}
  group by dist_id`

const placesIn = ({ window, scope }: Asked): ScopedSql => sql`
  select dist_id, province, sum(net) as net from rollup_provinces
  where month in (${window}) and ${completed(scope)} group by dist_id, province`

const namesOf = (asked: Asked): ScopedSql => sql`
  select a.dist_id, coalesce(d.name, a.dist_id) as dist_name
  from (${activeIn(asked)}) a left join distributors d on d.dist_id = a.dist_id`

const monthsIn = ({ window, scope }: Asked): ScopedSql => sql`
  select count(distinct month) as months from rollup_months
  where month in (${window}) and orders > 0 and ${completed(scope)}`

/** Positions of texts in order. */
const placesOf = (texts: readonly string[]) => new Map(texts.map((text, index) => [text, index]))

export async function readSold(store: Reads, asked: Asked): Promise<Sold> {
  const names = await store.all<SoldDistributor>(namesOf(asked))
  // As a list: without fresh statistics PostgreSQL takes them for one, and reads all rows once for each.
  const askedOf = { ...asked, active: names.map(({ dist_id }) => dist_id) }
  const [products, packed, monthly, places, first, months] = await Promise.all([
    store.all<SoldProduct>(productsIn(asked)),
    store.all<PackedCells>(cellsIn(askedOf)),
    store.all<ProductMonths>(productMonths(askedOf)),
    store.all<{ dist_id: string; province: string; net: number }>(placesIn(asked)),
    store.all<{ dist_id: string; month: Month }>(firstMonths(asked)),
    store.one<{ months: number }>(monthsIn(asked)),
  ])
  // Sums of binary fractions depend on their order, and engines return rows in theirs.
  const distributors = names.toSorted((one, other) => compareKeys(one.dist_id, other.dist_id, 'ASC'))
  const known = products.toSorted((one, other) => compareKeys(one.key, other.key, 'ASC'))
  const rows = placesOf(distributors.map(({ dist_id }) => dist_id))
  const columns = placesOf(known.map(({ key }) => key))
  const cells = [...cellsOf(packed, rows, columns)]
  const firstMonth = new Map(first.map(({ dist_id, month }) => [rows.get(dist_id), month]))
  const lastSold = new Map(cells.map(({ d, p, last_sold }) => [d * known.length + p, last_sold]))
  return {
    ...{ months: months?.months ?? 0, distributors, products: known },
    table: {
      ...classesOf(known),
      ...{ distributors: distributors.length, products: known.length },
      ...amountsOf(cells, asked, { distributors, products: known, monthly, firstMonth }),
      provinces: provincesOf(distributors, places),
    },
    lastSold: (d, p) => lastSold.get(d * known.length + p) || null,
  }
}

function classesOf(products: readonly SoldProduct[]): Pick<SoldTable, 'segmentOf' | 'segments'> {
  const names = [...new Set(products.map((each) => each.segment))]
  const places = placesOf(names)
  return { segmentOf: products.map((each) => places.get(each.segment) ?? 0), segments: names.length }
}

interface Known {
  readonly distributors: readonly SoldDistributor[]
  readonly products: readonly SoldProduct[]
  readonly monthly: readonly ProductMonths[]
  /** In the history, by place of the distributor. */
  readonly firstMonth: ReadonlyMap<number | undefined, Month>
}

type Amounts = Pick<SoldTable, 'net' | 'sells' | 'netBefore' | 'othersBefore' | 'soldBefore'>

function amountsOf(
  cells: readonly Cell[],
  { window }: Asked,
  { distributors, products, monthly, firstMonth }: Known,
): Amounts {
  const rows = <Row>(row: (width: number) => Row): Row[] => distributors.map(() => row(products.length))
  const amounts = () => rows((width) => new Float64Array(width))
  const flags = () => rows((width) => new Uint8Array(width))
  const table = {
    net: amounts(),
    netBefore: amounts(),
    othersBefore: amounts(),
    sells: flags(),
    soldBefore: flags(),
  }
  const history = placesOf(lastMonths(addMonths(window[0] ?? '', -1), HISTORY_MONTHS))
  const soldUntil = running(monthly, history)
  for (const { d, p, ...cell } of cells) {
    rowOf(table.net, d)[p] = cell.net / window.length
    rowOf(table.sells, d)[p] = cell.sells
    const last = history.get(cell.last_sold)
    if (last === undefined) continue
    const since = Math.min(last, history.get(firstMonth.get(d) ?? '') ?? 0)
    if (!isRegular(cell.months_sold, history.size - since)) continue
    const months = last - since + 1
    const key = products[p]?.key ?? ''
    const ofAll = soldUntil(key, last) - soldUntil(key, since - 1)
    rowOf(table.soldBefore, d)[p] = 1
    rowOf(table.netBefore, d)[p] = cell.net_before / months
    rowOf(table.othersBefore, d)[p] = Math.max(0, ofAll - cell.net_before) / months
  }
  return table
}

/** Net of each product from the first month of the history up to one of its months. */
function running(monthly: readonly ProductMonths[], history: ReadonlyMap<Month, number>) {
  const nets = new Map<string, Float64Array>()
  for (const { key, months } of monthly) {
    const row = new Float64Array(history.size)
    for (const [month = '', net] of unpackRows(months)) row[history.get(month) ?? 0] = Number(net)
    for (let month = 1; month < row.length; month++) row[month] = (row[month] ?? 0) + (row[month - 1] ?? 0)
    nets.set(key, row)
  }
  return (key: string, month: number): number => nets.get(key)?.[month] ?? 0
}

function provincesOf(
  distributors: readonly SoldDistributor[],
  places: readonly { readonly dist_id: string; readonly province: string; readonly net: number }[],
): Float64Array[] {
  const provinces = placesOf(
    [...new Set(places.map(({ province }) => province))].sort((one, other) => compareKeys(one, other, 'ASC')),
  )
  const rows = distributors.map(() => new Float64Array(provinces.size))
  const rowsById = new Map(distributors.map(({ dist_id }, d) => [dist_id, rowOf(rows, d)]))
  for (const { dist_id, province, net } of places) {
    const row = rowsById.get(dist_id)
    if (row) row[provinces.get(province) ?? 0] = net
  }
  return rows
}
