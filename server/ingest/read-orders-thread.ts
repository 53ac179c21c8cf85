// The reading thread of a large import: lines of orders, or what a database holds of them, in; rows packed for the engine
// out. Room ingest: may import sources, domain and store; opens no store.
import { parentPort } from 'node:worker_threads'
import type { DistributorFact } from '#server/domain/facts.ts'
import { NOTE_KINDS, newNotes } from '#server/ingest/notes.ts'
import { recordsIn } from '#server/sources/woocommerce/json-lines.ts'
import type { Mapping } from '#server/sources/woocommerce/mapping.ts'
import { type OrderRowsSetting, ordersIn } from '#server/sources/woocommerce/mysql/orders.ts'
import { type Refunds, type RejectedRecord, readOrders } from '#server/sources/woocommerce/read-records.ts'
import type { BrokenRecord, RawPage } from '#server/sources/woocommerce/shop.ts'
import { type TranslateContext, translateContext } from '#server/sources/woocommerce/translate.ts'
import { memoryOf, type PackShape } from '#server/store/duckdb-pack.ts'
import { spanning } from './id-span.ts'
import { orderPacker, type PackedOrders } from './packed-orders.ts'

/** What the thread is told first; pages come after it. */
export interface ReadingTask {
  readonly mapping: Mapping
  readonly currency: string
  readonly timeZone: string
  readonly refunds: Refunds | undefined
  readonly shapes: readonly PackShape[]
  /** What rows of a database are put together with. */
  readonly rows?: OrderRowsSetting | undefined
}

/** Records that live at a time: few, so that they die young. */
const BATCH = 256

parentPort?.once('message', (task: ReadingTask) => {
  const context = translateContext(task)
  parentPort?.on('message', async (page: RawPage) => {
    const read = await packed(page, task, context)
    const memory = read.tables.flatMap((table) => table.packed.flatMap(memoryOf))
    parentPort?.postMessage(read, memory)
  })
})

async function packed(page: RawPage, task: ReadingTask, context: TranslateContext): Promise<PackedOrders> {
  const notes = newNotes()
  const ofPage = { ...context, notes }
  const packer = orderPacker(task.shapes)
  const seen = spanning()
  const broken: BrokenRecord[] = []
  const rejects: RejectedRecord[] = []
  const distributors: DistributorFact[] = []
  const records = 'rows' in page ? ordersIn(page, task.rows) : recordsIn(page, broken)
  function* some() {
    for (let left = BATCH; left > 0; left--) {
      const next = records.next()
      if (next.done) return
      seen.note(next.value)
      yield next.value
    }
  }
  for (let before = -1; before < seen.count(); ) {
    before = seen.count()
    const read = await readOrders(some(), task.refunds, async () => undefined, ofPage)
    packer.add(read.facts)
    rejects.push(...read.rejects)
    distributors.push(...read.distributors)
  }
  return {
    ...packer.packed(),
    span: seen.span(),
    size: seen.count() + broken.length,
    distributors,
    rejects,
    broken,
    notes: NOTE_KINDS.flatMap((kind) => notes.list(kind).map((note) => ({ kind, ...note }))),
  }
}
