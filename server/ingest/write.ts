import type { OrderFacts } from '#server/domain/facts.ts'
import { type Rollups, trackChange } from '#server/rollups/difference.ts'
import type { Queries, Row, Value } from '#server/store/store.ts'
import { markDirty } from '#server/store/versions.ts'
import { settleParents, withContainers, writeParents } from './containers.ts'
import { ordersWithoutForgotten } from './forgotten.ts'
import { withKnownBuyers } from './known-buyers.ts'
import { noteLarge, withoutLarge } from './large-orders.ts'
import { withKnownStatuses } from './order-statuses.ts'
import { keepPastStates } from './past-states.ts'
import { withSoldProducts } from './sold-products.ts'
import { keepStatusChanges } from './status-changes.ts'
import { DISCOUNTS, type FactTable, LINES, ORDERS, REFUNDS } from './write-columns.ts'
import { writeDistributorNames } from './write-distributors.ts'
import {
  contentOf,
  deleteByKey,
  insertFacts,
  newestByKey,
  noteModified,
  sameFact,
  storedByKey,
  storedRows,
} from './write-rows.ts'

export interface WriteOptions {
  /** Overwrites rows even if their date is newer. */
  readonly authoritative?: boolean
  readonly rollups?: Rollups
}

export interface Written {
  written: number
  /** Already stored with the same content or in a newer version. */
  unchanged: number
  /** Months whose rows changed; for a moved order the old and the new one. */
  months: string[]
}

/**
 * Replaces orders and their child rows. A stored order with a newer modified_at stays; equal content updates only
 * modified_at. Bumps the versions of the months and marks them dirty or updates their rollups.
 */
export async function writeOrders(
  tx: Queries,
  told: readonly OrderFacts[],
  { authoritative = false, rollups = 'later' }: WriteOptions = {},
): Promise<Written> {
  const facts = await withKnown(tx, told)
  const newest = newestByKey(
    facts,
    ({ order }) => order.order_id,
    ({ order }) => order.modified_at,
  )
  const stored = await storedByKey(tx, ORDERS.table, 'order_id', [...newest.keys()])
  await keepPastStates(tx, newest.values(), stored)
  const isCurrent = ({ order }: OrderFacts) => {
    const row = stored.get(order.order_id)
    return !row || authoritative || String(row.modified_at) <= order.modified_at
  }
  const current = [...newest.values()].filter(isCurrent)
  const changed = await changedOrders(tx, current, stored)
  await keepStatusChanges(tx, changed, stored)
  const ids = changed.map(({ order }) => order.order_id)
  const before = ids.map((id) => stored.get(id)?.month)
  const months = monthsOf([...before, ...changed.map(({ order }) => order.month)])
  const placed = changed.map(({ order }) => order)
  const updateRollups = await trackChange(tx, { orders: ids, customers: [], stored, placed, months }, rollups)
  await deleteOrders(
    tx,
    ids.filter((id) => stored.has(id)),
  )
  await insertOrders(tx, changed)
  // A name is no part of its order: a distributor may be renamed in orders that stay as they were.
  await writeDistributorNames(tx, current)
  await updateRollups()
  await noteLarge(tx, changed)
  const settled = await writeParents(tx, [...newest.values()], rollups)
  return {
    ...{ written: changed.length, unchanged: newest.size - changed.length },
    months: monthsOf([...months, ...settled]),
  }
}

/** For orders known to be new: nothing is read or deleted first. */
export async function appendOrders(tx: Queries, told: readonly OrderFacts[]): Promise<Written> {
  const facts = await withoutLarge(tx, await ordersWithoutForgotten(tx, told))
  await insertOrders(tx, facts)
  await noteLarge(tx, facts)
  await writeDistributorNames(tx, facts)
  const months = monthsOf(facts.map(({ order }) => order.month))
  await markDirty(tx, months)
  const settled = await writeParents(tx, facts, 'later')
  return { written: facts.length, unchanged: 0, months: monthsOf([...months, ...settled]) }
}

/** Deletes orders and their child rows; unknown ids are ignored. Returns their months. */
export async function removeOrders(
  tx: Queries,
  ids: readonly number[],
  rollups: Rollups = 'later',
): Promise<string[]> {
  const stored = await storedByKey(tx, ORDERS.table, 'order_id', ids)
  const months = monthsOf([...stored.values()].map((row) => row.month))
  const updateRollups = await trackChange(
    tx,
    { orders: [...stored.keys()], customers: [], stored, placed: [], months },
    rollups,
  )
  await deleteOrders(tx, [...stored.keys()])
  await updateRollups()
  return monthsOf([...months, ...(await settleParents(tx, [...stored.keys()], rollups))])
}

/** The rows of stored orders, in the form of their facts. */
export async function orderRows(
  tx: Queries,
  ids: readonly number[],
): Promise<Map<number, Record<keyof OrderFacts & ('order' | PartName), unknown>>> {
  const stored = await storedByKey(tx, ORDERS.table, 'order_id', ids)
  const known = [...stored.keys()]
  const lines = await partsByOrder(tx, LINES.table, known)
  const discounts = await partsByOrder(tx, DISCOUNTS.table, known)
  const refunds = await partsByOrder(tx, REFUNDS.table, known)
  const rows = [...stored].map(([id, order]) => {
    const parts = { lines: lines.get(id), discounts: discounts.get(id), refunds: refunds.get(id) }
    return [
      id,
      { order, lines: parts.lines ?? [], discounts: parts.discounts ?? [], refunds: parts.refunds ?? [] },
    ] as const
  })
  return new Map(rows)
}

/** Stores orders as `orderRows` returned them. Returns their months. */
export async function restoreOrders(
  tx: Queries,
  facts: readonly OrderFacts[],
  rollups: Rollups,
): Promise<string[]> {
  const placed = facts.map(({ order }) => order)
  const months = monthsOf(placed.map(({ month }) => month))
  const ids = placed.map(({ order_id }) => order_id)
  const updateRollups = await trackChange(
    tx,
    { orders: ids, customers: [], stored: new Map(), placed, months },
    rollups,
  )
  await insertOrders(tx, facts)
  await updateRollups()
  return monthsOf([...months, ...(await settleParents(tx, ids, rollups))])
}

/** Ids of the orders that are not stored with the same content, ignoring dates of change. Call it in a transaction. */
export async function differingOrders(tx: Queries, told: readonly OrderFacts[]): Promise<number[]> {
  const facts = await withKnown(tx, told)
  const ids = facts.map(({ order }) => order.order_id)
  const unchanged = await unchangedOrders(tx, facts, await storedByKey(tx, ORDERS.table, 'order_id', ids))
  return facts.filter((one) => !unchanged.has(one)).map(({ order }) => order.order_id)
}

/**
 * The facts without forgotten people, with stored products, buyers and statuses that the shop has lost since; containers and large
 * orders do not count.
 */
const withKnown = async (tx: Queries, told: readonly OrderFacts[]) => {
  const known = await withSoldProducts(tx, await ordersWithoutForgotten(tx, told))
  const asKnown = await withKnownStatuses(tx, await withKnownBuyers(tx, known))
  return withContainers(tx, await withoutLarge(tx, asKnown))
}

const CONTENT = contentOf(ORDERS)

async function changedOrders(
  tx: Queries,
  current: readonly OrderFacts[],
  stored: ReadonlyMap<number, Row>,
): Promise<OrderFacts[]> {
  const unchanged = await unchangedOrders(tx, current, stored)
  const seen = [...unchanged].flatMap(({ order: { order_id: id, modified_at } }) => {
    const before = stored.get(id)
    return before ? [{ id, before, modified_at }] : []
  })
  await noteModified(tx, ORDERS.table, 'order_id', seen)
  return current.filter((facts) => !unchanged.has(facts))
}

/** Orders whose row, lines, discounts and refunds equal the stored ones. */
async function unchangedOrders(
  tx: Queries,
  all: readonly OrderFacts[],
  stored: ReadonlyMap<number, Row>,
): Promise<Set<OrderFacts>> {
  const facts = all.filter(({ order }) => {
    const row = stored.get(order.order_id)
    return row && sameFact(CONTENT, row, order)
  })
  const ids = facts.map(({ order }) => order.order_id)
  const lines = await partsByOrder(tx, LINES.table, ids)
  const discounts = await partsByOrder(tx, DISCOUNTS.table, ids)
  const refunds = await partsByOrder(tx, REFUNDS.table, ids)
  const same = facts.filter(
    (one) =>
      sameParts(LINES, 'line_id', lines.get(one.order.order_id), one.lines) &&
      sameParts(DISCOUNTS, 'discount_id', discounts.get(one.order.order_id), one.discounts) &&
      sameParts(REFUNDS, 'refund_id', refunds.get(one.order.order_id), one.refunds),
  )
  return new Set(same)
}

async function partsByOrder(tx: Queries, table: string, ids: readonly number[]): Promise<Map<number, Row[]>> {
  const rows = await storedRows(tx, table, 'order_id', ids)
  return Map.groupBy(rows, (row) => Number(row.order_id))
}

function sameParts<Column extends string>(
  { columns }: FactTable<Column>,
  key: Column,
  rows: readonly Row[] = [],
  facts: readonly Readonly<Record<Column, Value>>[],
): boolean {
  if (rows.length !== facts.length) return false
  const byKey = new Map(rows.map((row) => [row[key], row]))
  return facts.every((fact) => {
    const row = byKey.get(fact[key])
    return row !== undefined && sameFact(columns, row, fact)
  })
}

async function deleteOrders(tx: Queries, ids: readonly number[]): Promise<void> {
  for (const { table } of [ORDERS, LINES, DISCOUNTS, REFUNDS]) await deleteByKey(tx, table, 'order_id', ids)
}

async function insertOrders(tx: Queries, facts: readonly OrderFacts[]): Promise<void> {
  if (facts.length === 0) return
  await insertFacts(
    tx,
    ORDERS,
    facts.map(({ order }) => order),
  )
  await insertFacts(tx, LINES, flat(facts, 'lines'))
  // Most orders have none.
  if (facts.some(({ discounts }) => discounts.length > 0))
    await insertFacts(tx, DISCOUNTS, flat(facts, 'discounts'))
  if (facts.some(({ refunds }) => refunds.length > 0)) await insertFacts(tx, REFUNDS, flat(facts, 'refunds'))
}

type PartName = 'lines' | 'discounts' | 'refunds'

function* flat<Key extends PartName>(
  facts: readonly OrderFacts[],
  key: Key,
): Iterable<OrderFacts[Key][number]> {
  for (const one of facts) yield* one[key]
}

const monthsOf = (months: readonly (Value | undefined)[]): string[] =>
  [...new Set(months.filter((month) => typeof month === 'string'))].sort()
