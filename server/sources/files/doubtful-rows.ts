// Rows of one order that may be another's, or stand twice: files are glued together, and shops start their numbers anew.
import { foldedEmail } from '#server/domain/folded.ts'
import { textOf } from './cell.ts'
import { dateTimeOf } from './dates.ts'
import type { WarningCode } from './model.ts'
import { type AssembleContext, cellOf, textIn } from './order-rows.ts'
import type { StoredRow } from './row-store.ts'
import { FILES_TEXT } from './text.ts'

interface Doubt {
  readonly code: WarningCode
  readonly row: StoredRow
  readonly message: string
}

/** Of rows of one file; what several files say of an order is compared as a whole. */
export function doubtfulRows(all: readonly StoredRow[], context: AssembleContext): Doubt[] {
  return [...Map.groupBy(all, ({ table }) => table).values()].flatMap((ofTable) => {
    const rows = ofTable.filter(({ role }) => role === 'row')
    if (rows.length < 2) return []
    return [repeated(rows, context), differentDates(rows, context), differentEmails(rows)].filter(
      (doubt) => doubt !== undefined,
    )
  })
}

/** Without a column of units each row is one unit, so that equal rows mean several. */
function repeated(rows: readonly StoredRow[], { tables }: AssembleContext): Doubt | undefined {
  if (!tables[rows[0]!.table]!.has('quantity')) return undefined
  const times = timesRepeated(rows)
  return times < 2
    ? undefined
    : { code: 'repeated_rows', row: rows.at(-1)!, message: FILES_TEXT.warnings.repeated(times) }
}

/** How often each row stands there: 1 unless all of them do so equally often. */
export function timesRepeated(rows: readonly StoredRow[]): number {
  const counts = new Map<string, number>()
  for (const { cells } of rows) {
    const content = JSON.stringify(cells)
    counts.set(content, (counts.get(content) ?? 0) + 1)
  }
  const [times = 1, ...others] = new Set(counts.values())
  return others.length > 0 ? 1 : times
}

function differentDates(rows: readonly StoredRow[], { tables, clock }: AssembleContext): Doubt | undefined {
  const { dates } = tables[rows[0]!.table]!
  const dated = rows.filter((row) => textIn(row, 'date') !== '')
  const dayOf = (row: StoredRow) => dateTimeOf(cellOf(row, 'date'), dates, clock)?.slice(0, 10)
  const [first] = dated
  const other = dated.find(
    (row) => cellOf(row, 'date') !== cellOf(first!, 'date') && dayOf(row) !== dayOf(first!),
  )
  if (!first || !other) return undefined
  const written = (row: StoredRow) => textOf(cellOf(row, 'date'))
  return {
    code: 'different_rows',
    row: other,
    message: FILES_TEXT.warnings.dates(written(first), written(other)),
  }
}

function differentEmails(rows: readonly StoredRow[]): Doubt | undefined {
  const named = rows.filter((row) => textIn(row, 'email') !== '')
  const emailOf = (row: StoredRow) => foldedEmail(textIn(row, 'email'))
  const other = named.find((row) => emailOf(row) !== emailOf(named[0]!))
  return other && { code: 'different_rows', row: other, message: FILES_TEXT.warnings.emails }
}
