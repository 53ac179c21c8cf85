// Pages of what the database says of many orders, for other threads to put together; a few batches are on their way.
import type { RowsPage } from '../shop.ts'
import { nextOrders, type OrderRows, type OrdersJob, orderRows } from './orders.ts'

/** Orders of a query, which live together where they are put together: more cost the collector, fewer the database. */
const BATCH = 1000
/** Batches of a page: each page costs a write. */
const PAGE = 4
/** Batches that are asked for before they are needed: the database goes on while the engine writes its file. */
const AHEAD = 12

interface Batch {
  readonly upTo: number
  readonly rows: Promise<OrderRows>
}

/** A connection, and the batches that it is asked for. */
interface Lane {
  readonly job: OrdersJob
  asked: number
}

/**
 * Asks at once. `beside` is a second connection: alone until the first page is wanted, since the first has other work till
 * then, then beside it. All of a batch comes from one of them. The cursor is the id after which reading goes on.
 */
export function rowPages(
  job: OrdersJob,
  beside: OrdersJob | undefined,
  total: number,
  cursor?: string,
): AsyncGenerator<RowsPage, void> {
  const lanes: Lane[] = [{ job: beside ?? job, asked: 0 }]
  const asked = [ask(lanes, cursor === undefined ? 0 : Number(cursor))]
  fill(asked, lanes)
  async function* paged() {
    if (beside) lanes.push({ job, asked: 0 })
    let rows: OrderRows[] = []
    for (;;) {
      fill(asked, lanes)
      const batch = await asked.shift()
      if (!batch) return
      rows.push(await batch.rows)
      const following = await asked[0]
      if (rows.length < PAGE && following) continue
      yield { rows, cursor: String(batch.upTo), total }
      rows = []
    }
  }
  return paged()
}

function fill(asked: Promise<Batch | undefined>[], lanes: readonly Lane[]): void {
  while (asked.length < AHEAD) asked.push(asked.at(-1)!.then((before) => before && ask(lanes, before.upTo)))
  // A failure shows where it is awaited.
  for (const batch of asked) batch.catch(() => {})
}

/** On the connection that is asked for least. */
async function ask(lanes: readonly Lane[], after: number): Promise<Batch | undefined> {
  const lane = lanes.reduce((least, one) => (one.asked < least.asked ? one : least))
  lane.asked++
  const done = () => {
    lane.asked--
  }
  const span = await nextOrders(lane.job, after, BATCH).catch((error: unknown) => {
    done()
    throw error
  })
  if (!span) return undefined
  const rows = orderRows(lane.job, span)
  rows.then(done, done)
  return { upTo: span.to, rows }
}
