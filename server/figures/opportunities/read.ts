// Reads what voids are found in from rollups: each distributor active in the window, each product that one of them sells there.
import { addMonths, lastMonths, type Month } from '#contract/month.ts'
import { compareKeys } from '#contract/row-order.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { business, segment } from '../expressions.ts'
import { namedColumns, packColumns, unpackColumn } from '../packed-rows.ts'
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

/** Texts of columns, one value of each for each product that the distributor sold. */
interface PackedCells {
  readonly dist_id: string
  readonly key: string
  readonly net: string
  readonly sells: string
  readonly net_before: string
  readonly months_sold: string
  readonly last_sold: string
}

const CELL = namedColumns('key', 'net', 'sells', 'net_before', 'months_sold', 'last_sold')

const cellsIn = ({ window, scope, active }: AskedOf): ScopedSql => {
  const [first = '', last = ''] = [window[0], window.at(-1)]
  return sql`
    select dist_id, ${packColumns(CELL)} from (select dist_id, ${productKey} as key,
      sum(case when month >= ${first} then net else 0 end) as net,
      max(case when month >= ${first} and units > 0 then 1 else 0 end) as sells,
      sum(case when month >= ${addMonths(first, -HISTORY_MONTHS)} and month < ${first} then net else 0 end) as net_before,
      count(case when month >= ${addMonths(first, -HISTORY_MONTHS)} and month < ${first} and units > 0 then 1 end) as months_sold,
      max(case when month < ${first} and units > 0 then month end) as last_sold
    from rollup_products
    where month <= ${last} and ${isKnown} and ${completed(scope)} and dist_id in (${active})
    group by dist_id, product_id, variation_id) sold group by dist_id`
}

/** In the history, net of each product in each month at the active distributors, packed by product. */
const productMonths = ({ window, scope, active }: AskedOf): ScopedSql => {
  const first = window[0] ?? ''
  return sql`
    select key, ${packColumns(namedColumns('month', 'net'))} from (
      select month, ${productKey} as key, sum(net) as net from rollup_products
      where month >= ${addMonths(first, -HISTORY_MONTHS)} and month < ${first} and ${isKnown}
        and ${completed(scope)} and dist_id in (${active})
      group by month, product_id, variation_id
    ) sold group by key`
}

interface ProductMonths {
  readonly key: string
  readonly month: string
  readonly net: string
}

const productsIn = ({ window, scope }: Asked): ScopedSql => sql`
  select ${keyOf(sql`s.product_id`, sql`s.variation_id`)} as key, ${soldName} as product_name, ${soldSku} as sku,
    ${segment} as segment, ${business} as business
  from (
    select product_id, variation_id, '' as deleted from rollup_products
    where month in (${window}) and units > 0 and ${isKnown} and ${completed(scope)}
    group by product_id, variation_id
  ) s ${withSoldNames(window, scope)}
  where coalesce(p.status, '') <> 'deleted' and coalesce(v.status, '') <> 'deleted'`

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

/** Orders without distributor count too: a shop that has no others lacks distributors, not months. */
const monthsIn = ({ window, scope }: Asked): ScopedSql => sql`
  select count(distinct month) as months from rollup_months
  where month in (${window}) and orders > 0 and status = 'wc-completed' and ${inScope(scope)}`

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
  const amounts = amountsOf(packed, asked, { distributors, products: known, monthly, first })
  return {
    ...{ months: months?.months ?? 0, distributors, products: known },
    table: {
      ...classesOf(known),
      ...{ distributors: distributors.length, products: known.length },
      ...amounts.table,
      provinces: provincesOf(distributors, places),
    },
    lastSold: (d, p) => rowOf(amounts.lastSold, d)[p] ?? null,
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
  /** In the history. */
  readonly first: readonly { readonly dist_id: string; readonly month: Month }[]
}

type Amounts = Pick<SoldTable, 'net' | 'sells' | 'netBefore' | 'othersBefore' | 'soldBefore'>

interface SoldCells {
  readonly table: Amounts
  /** Last months before the window. */
  readonly lastSold: readonly (readonly (Month | null)[])[]
}

function amountsOf(
  packed: readonly PackedCells[],
  { window }: Asked,
  { distributors, products, monthly, first }: Known,
): SoldCells {
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
  const lastSold = rows((width) => new Array<Month | null>(width).fill(null))
  const [lines, columns] = [
    placesOf(distributors.map(({ dist_id }) => dist_id)),
    placesOf(products.map(({ key }) => key)),
  ]
  const history = placesOf(lastMonths(addMonths(window[0] ?? '', -1), HISTORY_MONTHS))
  const soldUntil = running(monthly, history, columns)
  const firstMonth = new Map(first.map(({ dist_id, month }) => [dist_id, history.get(month) ?? 0]))
  for (const { dist_id, ...texts } of packed) {
    const d = lines.get(dist_id)
    if (d === undefined) continue
    const [net, sells, lastMonth] = [rowOf(table.net, d), rowOf(table.sells, d), rowOf(lastSold, d)]
    const [netBefore, othersBefore] = [rowOf(table.netBefore, d), rowOf(table.othersBefore, d)]
    const soldBefore = rowOf(table.soldBefore, d)
    const nets = unpackColumn<number>(texts.net)
    const selling = unpackColumn<number>(texts.sells)
    const before = unpackColumn<number>(texts.net_before)
    const monthsSold = unpackColumn<number>(texts.months_sold)
    const last = unpackColumn<Month | null>(texts.last_sold)
    const from = firstMonth.get(dist_id) ?? 0
    for (const [cell, key] of unpackColumn<string>(texts.key).entries()) {
      const p = columns.get(key)
      if (p === undefined) continue
      net[p] = (nets[cell] ?? 0) / window.length
      sells[p] = selling[cell] ?? 0
      lastMonth[p] = last[cell] ?? null
      const until = history.get(last[cell] ?? '')
      if (until === undefined) continue
      const since = Math.min(until, from)
      if (!isRegular(monthsSold[cell] ?? 0, history.size - since)) continue
      const months = until - since + 1
      const ofAll = soldUntil(p, until) - soldUntil(p, since - 1)
      soldBefore[p] = 1
      netBefore[p] = (before[cell] ?? 0) / months
      othersBefore[p] = Math.max(0, ofAll - (before[cell] ?? 0)) / months
    }
  }
  return { table, lastSold }
}

/** Net of each product from the first month of the history up to one of its months. */
function running(
  monthly: readonly ProductMonths[],
  history: ReadonlyMap<Month, number>,
  columns: ReadonlyMap<string, number>,
) {
  const nets: Float64Array[] = []
  for (const { key, ...texts } of monthly) {
    const p = columns.get(key)
    if (p === undefined) continue
    const row = new Float64Array(history.size)
    const net = unpackColumn<number>(texts.net)
    for (const [at, month] of unpackColumn<Month>(texts.month).entries())
      row[history.get(month) ?? 0] = net[at] ?? 0
    for (let month = 1; month < row.length; month++) row[month] = (row[month] ?? 0) + (row[month - 1] ?? 0)
    nets[p] = row
  }
  return (product: number, month: number): number => nets[product]?.[month] ?? 0
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
