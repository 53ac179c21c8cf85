// Finds pages deep inside a long list ordered by a text without sorting all of it: a random sample of the texts bounds the page,
// and only rows between the bounds are sorted. Rows before them are counted, so the page is either exact or undefined.
import { sql } from '#server/store/sql.ts'
import type { Reads, Row } from '#server/store/store.ts'
import type { Slice, TextOrder } from './list-query.ts'

/** Shorter lists are sorted faster than sampled; PostgreSQL folds every text again at each comparison. */
export const SAMPLED_FROM = { duckdb: 60_000, postgres: 200_000 } as const

const SAMPLE_SIZE = 2000

/** The keys of a page, or undefined if the sample misjudged its bounds. */
export async function keysBySample(
  store: Reads,
  { text, ascending, rows, keys }: TextOrder,
  slice: Slice,
  total: number,
): Promise<Row[] | undefined> {
  const up = ascending !== slice.backwards
  const share = sql.raw(Math.min(1, SAMPLE_SIZE / total).toFixed(9))
  const found = await store.all<{ text: string | null }>(
    sql`${rows(sql`${text} as text`, sql`random() < ${share}`)} order by 1 ${up ? sql`asc` : sql`desc`}`,
  )
  const sample = found.flatMap((row) => row.text ?? [])
  const start = (slice.from / total) * sample.length
  const width = (slice.rows / total) * sample.length
  // Four standard deviations of the position of a sampled text.
  const margin = 2 * Math.sqrt(sample.length) + 2
  const lower = sample[Math.floor(start - margin)]
  const upper = sample[Math.ceil(start + width + margin)]
  const none = sql`false`
  const before = lower === undefined ? none : up ? sql`${text} < ${lower}` : sql`${text} > ${lower}`
  const after = upper === undefined ? none : up ? sql`${text} > ${upper}` : sql`${text} < ${upper}`
  // Rows without a text come last, hence first when the list is read backwards.
  const skipped = slice.backwards ? sql`(${before} or ${text} is null)` : before
  const page = await store.all<Row & { skipped: number }>(sql`
    with skipped as materialized (${rows(sql`count(*) as n`, skipped)})
    ${keys(sql`${text} is not null and not (${before}) and not (${after})`, {
      backwards: slice.backwards,
      rows: slice.rows,
      from: sql`(select case when n < ${slice.from} then ${slice.from} - n else 0 end from skipped)`,
      moreColumns: sql`, (select n from skipped) as skipped`,
    })}`)
  const [row] = page
  if (!row || row.skipped > slice.from || page.length < slice.rows) return undefined
  return page.map(({ skipped: _, ...key }) => key)
}
