// Dropped files as a source: what `ingest` reads like any shop.
import { createHash } from 'node:crypto'
import type { OrderFacts } from '#server/domain/facts.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import type { Page, Pages, ReadContext, Reader, RejectedRecord, Source } from '#server/ingest/source.ts'
import type { CatalogueRecord, CatalogueRecords } from './catalogue.ts'
import type { Drop } from './drop-model.ts'
import type { Reject } from './model.ts'

/** Pages twice as large take a tenth less processor time, and hold the process nearly twice as long at a stretch. */
const PAGE = 1000

/** `identity`: equal for equal files and answers, so that a stopped import resumes. */
export function filesSource(drop: Drop, identity: string, pageSize = PAGE): Source {
  const fingerprint = createHash('sha256').update(identity).digest('base64url')
  return {
    kind: 'csv',
    origin: `files:${fingerprint}`,
    currency: async () => drop.currency,
    info: async () => ({}),
    rules: async () => ({
      fingerprint,
      companyOfRole: (role) => (role === 'customer' ? '' : role),
      openReader: (context) => readerOf(drop, context, pageSize),
    }),
    close: () => {},
  }
}

function readerOf(drop: Drop, context: ReadContext, pageSize: number): Reader {
  const none = async () => undefined
  const { products, customers } = drop.catalogue ?? {}
  return {
    list: {
      ...{ categories: none, coupons: none, refunds: none },
      products: async () => products && recordPages(products, context, { pageSize }),
      customers: async ({ cursor } = {}) =>
        customers && recordPages(customers, context, { pageSize, cursor }),
      orders: async ({ cursor } = {}) =>
        drop.isCatalogue
          ? undefined
          : pagesOf(drop.orphans, orderRecords(drop, context, cursor), { pageSize, cursor }),
    },
    ...(drop.recipe.complete && { absences: { kind: 'stated' } as const }),
  }
}

interface From {
  readonly pageSize: number
  readonly cursor?: string | undefined
}

const idAt = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(cursor)

/** Undefined for files without rows of the collection. */
function recordPages<Fact>(
  { count, orphans, records }: CatalogueRecords<Fact>,
  { notes, timeZone }: ReadContext,
  from: From,
): Pages<Fact> | undefined {
  if (count + orphans.length === 0) return undefined
  return pagesOf(orphans, records({ clock: wallClock(timeZone), notes }, idAt(from.cursor)), from)
}

async function* orderRecords(
  drop: Drop,
  { currency, notes, timeZone }: ReadContext,
  cursor: string | undefined,
): AsyncIterable<CatalogueRecord<OrderFacts>> {
  const options = { clock: wallClock(timeZone), notes, currency, cursor: idAt(cursor) }
  for await (const { id, result } of drop.orders(options)) {
    if (result === undefined) continue
    if ('rejects' in result) yield { id, rejects: result.rejects }
    else {
      for (const { code, order, message } of result.warnings)
        if (code !== 'other_currency')
          notes.count(code === 'total_mismatch' ? 'total' : 'doubt', `${order}: ${message}`)
      yield { id, fact: result.facts }
    }
  }
}

async function* pagesOf<Fact>(
  orphans: readonly Reject[],
  records: AsyncIterable<CatalogueRecord<Fact>>,
  { pageSize, cursor }: From,
): Pages<Fact> {
  let page = emptyPage<Fact>(cursor === undefined ? orphans.map(orphan) : [])
  for await (const record of records) {
    page.ids.push(record.id)
    if ('fact' in record) page.facts.push(record.fact)
    else page.rejects.push({ id: String(record.id), reason: record.rejects.map(reasonOf).join('; ') })
    if (page.ids.length < pageSize) continue
    yield pageOf(page)
    page = emptyPage([])
  }
  if (page.ids.length > 0 || page.rejects.length > 0) yield pageOf(page)
}

interface MutablePage<Fact> {
  readonly ids: number[]
  readonly facts: Fact[]
  readonly rejects: RejectedRecord[]
}

const emptyPage = <Fact>(rejects: RejectedRecord[]): MutablePage<Fact> => ({ ids: [], facts: [], rejects })

const pageOf = <Fact>({ ids, facts, rejects }: MutablePage<Fact>): Page<Fact> => ({
  ...{ ids, facts, rejects },
  size: ids.length,
  cursor: String(ids.at(-1) ?? 0),
  distributors: [],
})

const reasonOf = ({ file, row, column, reason }: Reject): string =>
  `${file}, fila ${row}${column === '' ? '' : `, columna ${column}`}: ${reason}`

const orphan = (reject: Reject): RejectedRecord => ({
  id: `${reject.file}:${reject.row}`,
  reason: reasonOf(reject),
})
