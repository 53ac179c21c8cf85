// Dropped files as a source: what `ingest` reads like any shop.
import { createHash } from 'node:crypto'
import type { OrderFacts } from '#server/domain/facts.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import type { Page, Pages, ReadContext, Reader, RejectedRecord, Source } from '#server/ingest/source.ts'
import type { Reject } from './model.ts'
import type { Drop } from './read-drop.ts'

const PAGE = 1000

/** `identity`: equal for equal files and answers, so that a stopped import resumes. */
export function filesSource(drop: Drop, identity: string): Source {
  const fingerprint = createHash('sha256').update(identity).digest('base64url')
  return {
    kind: 'csv',
    origin: `files:${fingerprint}`,
    currency: async () => drop.currency,
    info: async () => ({}),
    rules: async () => ({
      fingerprint,
      companyOfRole: (role) => (role === 'customer' ? '' : role),
      openReader: (context) => readerOf(drop, context),
    }),
    close: () => {},
  }
}

function readerOf(drop: Drop, context: ReadContext): Reader {
  const none = async () => undefined
  return {
    list: {
      ...{ categories: none, coupons: none, refunds: none, products: none, customers: none },
      orders: async ({ cursor } = {}) => pages(drop, context, cursor),
    },
    ...(drop.recipe.complete && { absences: { kind: 'stated' } as const }),
  }
}

async function* pages(drop: Drop, context: ReadContext, cursor = '-1'): Pages<OrderFacts> {
  const { currency, notes } = context
  const clock = wallClock(context.timeZone)
  let page: MutablePage = emptyPage(cursor === '-1' ? drop.orphans.map(orphan) : [])
  for await (const { id, result } of drop.orders({ clock, notes, currency, cursor: Number(cursor) })) {
    if (result === undefined) continue
    page.ids.push(id)
    if ('rejects' in result)
      page.rejects.push({ id: String(id), reason: result.rejects.map(reasonOf).join('; ') })
    else {
      page.facts.push(result.facts)
      for (const { code, order, message } of result.warnings)
        if (code !== 'other_currency') notes.count('total', `${order}: ${message}`)
    }
    if (page.ids.length < PAGE) continue
    yield pageOf(page)
    page = emptyPage([])
  }
  if (page.ids.length > 0 || page.rejects.length > 0) yield pageOf(page)
}

interface MutablePage {
  readonly ids: number[]
  readonly facts: OrderFacts[]
  readonly rejects: RejectedRecord[]
}

const emptyPage = (rejects: RejectedRecord[]): MutablePage => ({ ids: [], facts: [], rejects })

const pageOf = ({ ids, facts, rejects }: MutablePage): Page<OrderFacts> => ({
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
