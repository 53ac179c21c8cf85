// Ids of records as stretches of their table: where they lie close together, and where they do not.
import type { Cells } from './cells.ts'
import type { Database } from './database.ts'

export interface Stretch {
  readonly from: number
  to: number
}

/** Ids that lie close together, and those that do not. */
export interface Stretches {
  readonly close: readonly Stretch[]
  readonly apart: readonly Stretch[]
}

/** Ids are told by so many at a time. */
const BLOCK = 4096
/** Of the ids of a stretch, at least one in so many is wanted. */
const SPREAD = 4
/** What a query names of them; beyond that nothing is gained. */
const MOST = 200

/** Ids from the first to the last of so many. */
export interface Span extends Stretch {
  readonly count: number
}

/** Of `id` in what a query finds; `rest` begins with `from`. */
export async function spanOf(db: Database, id: string, rest: string): Promise<Span> {
  const [one] = await db.rows(`select ${spanned(id)} ${rest}`)
  return stretchOf(one ?? [])
}

/** Of the ids of a span, which a query finds; undefined where they lie all over the table. */
export async function stretches(
  db: Database,
  id: string,
  rest: string,
  span: Span,
): Promise<Stretches | undefined> {
  // As it mostly is, and cheaper to ask.
  if (span.count === 0 || isClose(span)) return { close: span.count === 0 ? [] : [span], apart: [] }
  const close: Stretch[] = []
  const apart: Stretch[] = []
  const blocks = await db.rows(
    `select ${spanned(id)} ${rest} group by ${id} div ${BLOCK} order by min(${id})`,
  )
  for (const block of blocks.map(stretchOf)) {
    const list = isClose(block) ? close : apart
    const before = list.at(-1)
    if (list === close && before && block.from - before.to < BLOCK / SPREAD) before.to = block.to
    else list.push(block)
  }
  return close.length + apart.length > MOST ? undefined : { close, apart }
}

const spanned = (id: string) => `count(*), min(${id}), max(${id})`

const stretchOf = ([count, from, to]: Cells): Span => ({
  count: Number(count),
  from: Number(from),
  to: Number(to),
})

const isClose = ({ count, from, to }: Span): boolean => count * SPREAD >= to - from + 1

export const within = (column: string, list: readonly Stretch[]): string =>
  list.length === 0
    ? 'false'
    : `(${list.map(({ from, to }) => `${column} between ${from} and ${to}`).join(' or ')})`
