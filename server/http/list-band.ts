// A page far inside a long list by a text, without sorting the list: a few texts drawn at random tell between which two the
// page lies, and only what is between them is sorted. What lies before is counted, so the page is exact or is not given.
import { type Sql, sql } from '#server/store/sql.ts'
import type { Row, Store } from '#server/store/store.ts'

/** A list that is ordered by a text. */
export interface Banded {
  /** The text, and whether it goes up from the list's start. */
  readonly text: Sql
  readonly up: boolean
  /** Rows of the list that fulfil a condition. */
  readonly rows: (what: Sql, condition: Sql) => Sql
  /** What tells rows apart, cut out of those that fulfil a condition. */
  readonly keys: (condition: Sql, part: Cut) => Sql
}

export interface Cut {
  readonly backwards: boolean
  readonly rows: number
  readonly from: Sql
  readonly more: Sql
}

interface Part {
  readonly from: number
  readonly rows: number
  readonly backwards: boolean
}

/** Lists that are shorter are sorted as they are, which then takes no longer; PostgreSQL folds each text anew at every look. */
export const BANDED_FROM = { duckdb: 60_000, postgres: 200_000 } as const

const DRAWN = 2000

/** The keys of a page; nothing where the texts drawn have led astray, as a write meanwhile may. */
export async function keysInBand(
  store: Store,
  { text, up: upwards, rows, keys }: Banded,
  part: Part,
  total: number,
): Promise<Row[] | undefined> {
  const up = upwards !== part.backwards
  const share = sql.raw(Math.min(1, DRAWN / total).toFixed(9))
  const found = await store.all<{ text: string | null }>(
    sql`${rows(sql`${text} as text`, sql`random() < ${share}`)} order by 1 ${up ? sql`asc` : sql`desc`}`,
  )
  const drawn = found.flatMap((row) => row.text ?? [])
  const place = (part.from / total) * drawn.length
  const width = (part.rows / total) * drawn.length
  // Four standard deviations of where a text drawn may lie.
  const margin = 2 * Math.sqrt(drawn.length) + 2
  const first = drawn[Math.floor(place - margin)]
  const last = drawn[Math.ceil(place + width + margin)]
  const nowhere = sql`false`
  const before = first === undefined ? nowhere : up ? sql`${text} < ${first}` : sql`${text} > ${first}`
  const after = last === undefined ? nowhere : up ? sql`${text} > ${last}` : sql`${text} < ${last}`
  // Without a text a row comes last, so first when the list is read from its end.
  const passed = part.backwards ? sql`(${before} or ${text} is null)` : before
  const page = await store.all<Row & { passed: number }>(sql`
    with passed as materialized (${rows(sql`count(*) as n`, passed)})
    ${keys(sql`${text} is not null and not (${before}) and not (${after})`, {
      backwards: part.backwards,
      rows: part.rows,
      from: sql`(select case when n < ${part.from} then ${part.from} - n else 0 end from passed)`,
      more: sql`, (select n from passed) as passed`,
    })}`)
  const [row] = page
  if (!row || row.passed > part.from || page.length < part.rows) return undefined
  return page.map(({ passed: _, ...key }) => key)
}
