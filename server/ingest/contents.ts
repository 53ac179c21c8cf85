// What a store holds: nothing, generated data, or a shop. Room ingest: may import domain and store.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { DATA_SOURCE, isDemo } from './data-source.ts'
import { readSetting } from './settings.ts'

/** `unfinished-demo`: its making was cut off, so its figures are not whole. */
export type Contents = 'empty' | 'demo' | 'unfinished-demo' | 'shop'

export async function contentsOf(queries: Queries): Promise<Contents> {
  if (await isDemo(queries))
    return isComplete(await readSetting(queries, DATA_SOURCE)) ? 'demo' : 'unfinished-demo'
  const found = await queries.one(sql`
    select 1 as found from orders union all select 1 from customers union all select 1 from products limit 1`)
  return found === undefined ? 'empty' : 'shop'
}

const isComplete = (source: unknown): boolean =>
  typeof source === 'object' && source !== null && 'complete' in source && source.complete === true
