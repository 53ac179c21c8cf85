// Pages of what the database says of many orders, for other threads to put together; a few batches are on their way.
import type { RowsPage } from '../shop.ts'
import { lastOfOrders, type OrderRows, type OrdersJob, orderRows, sharedRows } from './orders.ts'

/** Orders of a query: the text of their lines' fields stays far below what a server sends at a time. */
const BATCH = 2000
/** Batches of a page: each page costs a write. */
const PAGE = 2
/** Batches that are asked for before they are needed: the database goes on while the engine writes its file. */
const AHEAD = 4

interface Batch {
  readonly upTo: number
  readonly rows: Promise<OrderRows>
}

/** The cursor is the id after which reading goes on. */
export async function* rowPages(
  job: OrdersJob,
  total: number,
  cursor?: string,
): AsyncGenerator<RowsPage, void> {
  const ask = async (after: number): Promise<Batch | undefined> => {
    const upTo = await lastOfOrders(job, after, BATCH)
    if (upTo === undefined) return undefined
    const rows = orderRows(job, after, upTo)
    // A failure shows where it is awaited.
    rows.catch(() => {})
    return { upTo, rows }
  }
  const asked = [ask(cursor === undefined ? 0 : Number(cursor))]
  let rows: OrderRows[] = []
  for (;;) {
    while (asked.length < AHEAD) {
      const next = asked.at(-1)!.then((before) => before && ask(before.upTo))
      next.catch(() => {})
      asked.push(next)
    }
    const batch = await asked.shift()
    if (!batch) return
    rows.push(sharedRows(await batch.rows))
    const following = await asked[0]
    if (rows.length < PAGE && following) continue
    yield { rows, cursor: String(batch.upTo), total }
    rows = []
  }
}
