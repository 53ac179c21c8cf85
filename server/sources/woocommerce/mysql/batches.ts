// Reads records in batches by id and yields pages. The next batch loads while the current page is written.
import type { RecordPage } from '../records.ts'

/** Records per query; more cost more in garbage collection than they save. */
const BATCH = 500
/** Records per page; each page is one write. */
const PAGE = 2000

type Records = readonly { readonly id: number }[]

export interface Batch {
  /** The last id of the batch. */
  readonly upTo: number
  readonly records: Promise<Records>
}

/** Up to `size` records after an id, ascending; undefined at the end. */
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

/** The cursor is the last id read. */
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
      // The await above reports the failure.
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
