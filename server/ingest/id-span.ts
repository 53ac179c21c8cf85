// Which ids a page holds and whether they ascend, noted as its records go by. Room ingest.
import { recordNumber } from '#server/sources/woocommerce/read-records.ts'

export interface IdSpan {
  readonly first: number
  readonly last: number
  /** False also where a record has no id. */
  readonly ascending: boolean
}

export function spanning() {
  let count = 0
  let first = Number.MAX_SAFE_INTEGER
  let last = 0
  let ascending = true
  return {
    note(record: unknown): void {
      const id = recordNumber(record)
      if (count++ === 0) first = id
      if (!(id > last)) ascending = false
      else last = id
    },
    count: () => count,
    span: (): IdSpan => ({ first, last, ascending }),
  }
}
