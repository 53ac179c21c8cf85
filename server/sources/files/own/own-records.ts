// Products and accounts of own files.
import type { CatalogueRecord, CatalogueRecords, RecordContext } from '../catalogue.ts'
import type { Reject } from '../model.ts'
import type { RowStore, StoredRow } from '../row-store.ts'
import { InvalidValue, invalid, type OwnReading, type Row, rowOf } from './row.ts'
import { CSV_TEXT } from './text.ts'

interface Records {
  readonly store: RowStore
  readonly readings: readonly OwnReading[]
  readonly orphans: readonly Reject[]
}

/** `column`: the id, which one row of a file may claim; of several files the last holds. */
export function ownRecords<Fact>(
  { store, readings, orphans }: Records,
  column: string,
  factOf: (row: Row, context: RecordContext) => Fact,
): CatalogueRecords<Fact> {
  const recordOf = (
    id: number,
    rows: readonly StoredRow[],
    context: RecordContext,
  ): CatalogueRecord<Fact> => {
    const { table } = rows.at(-1)!
    const [first, second] = rows
      .filter((row) => row.table === table)
      .map((row) => rowOf(row, readings[table]!))
    try {
      if (second) throw invalid(second, column, CSV_TEXT.repeated(first!.line))
      return { id, fact: factOf(first!, context) }
    } catch (error) {
      if (error instanceof InvalidValue) return { id, rejects: [error.reject] }
      throw error
    }
  }
  return {
    count: store.count,
    orphans,
    ids: () => store.ids(),
    async *records(context, cursor) {
      for await (const { id, rows } of store.orders(cursor)) yield recordOf(id, rows, context)
    },
  }
}
