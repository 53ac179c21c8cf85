// Pages of records out of batches by id; the next batch is on its way while one is put together and written.
import type { RecordPage } from '../shop.ts'

/** Of a query: the rows of more live so long that collecting them costs more than the queries saved. */
const BATCH = 500
/** Of a page: each costs a write. */
const PAGE = 2000

type Records = readonly { readonly id: number }[]

export interface Batch {
  /** The last id of the batch. */
  readonly upTo: number
  readonly records: Promise<Records>
}

/** The records after an id, ascending, at most so many; undefined when there are no more. */
export type Batches = (after: number, size: number) => Promise<Batch | undefined>

export const sequentialBatches =
  (read: (after: number, size: number) => Promise<Records>): Batches =>
  async (after, size) => {
    const records = await read(after, size)
    const last = records.at(-1)
    return last && { upTo: last.id, records: Promise.resolve(records) }
  }

/** A small collection in one batch. */
export const singleBatch = (read: () => Promise<Records>): Batches =>
  sequentialBatches(async (after) => (await read()).filter(({ id }) => id > after))

/** The cursor is the id after which reading goes on. */
export async function* pages(
  batches: Batches,
  cursor?: string,
  total?: number,
): AsyncGenerator<RecordPage, void> {
  const after = cursor === undefined ? 0 : Number(cursor)
  let records: Records[number][] = []
  let next = batches(after, BATCH)
  for (;;) {
    const batch = await next
    if (batch) {
      next = batches(batch.upTo, BATCH)
      // A failure shows where it is awaited.
      next.catch(() => {})
      records.push(...(await batch.records))
    }
    if (records.length >= (batch ? PAGE : 1)) {
      const last = records.at(-1)
      yield { records, broken: [], cursor: String(last?.id), ...(total === undefined ? {} : { total }) }
      records = []
    }
    if (!batch) return
  }
}
