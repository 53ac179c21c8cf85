// The states that orders leave after a day or longer, for alerts on stuck orders.
import type { OrderFacts } from '#server/domain/facts.ts'
import type { Queries, Row } from '#server/store/store.ts'

const COLUMNS = [
  'order_id',
  'month',
  'created_at',
  'dist_id',
  'province',
  'city',
  'payment_method',
  'status',
] as const
const DAY_MS = 86_400_000

const millisecondsOf = (utc: string) => Date.parse(`${utc.replace(' ', 'T')}Z`)

/** Call it before `facts` replace the `stored` orders of the same id. */
export async function keepPastStates(
  tx: Queries,
  facts: Iterable<OrderFacts>,
  stored: ReadonlyMap<number, Row>,
): Promise<void> {
  const rows = [...facts].flatMap(({ order: { order_id, modified_at } }) => {
    const before = stored.get(order_id)
    if (!before?.counted) return []
    const since = String(before.modified_at)
    if (millisecondsOf(modified_at) - millisecondsOf(since) < DAY_MS) return []
    return [[...COLUMNS.map((column) => before[column] ?? null), since, modified_at]]
  })
  if (rows.length === 0) return
  const columns = [...COLUMNS, 'modified_at', 'replaced_at']
  await tx.bulkInsert({ table: 'order_past_states', columns, rows })
}
