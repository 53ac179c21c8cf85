// Reads one table: finds its titles, its kind and its columns, and puts its rows into the store of orders.
import type { FileKind } from '#contract/import-states.ts'
import { turns } from '#server/domain/turns.ts'
import { brokenCell, type Cell, textOf, wordsOf } from './cell.ts'
import {
  type Columns,
  columnNames,
  columnsByName,
  columnsOfKind,
  missingFields,
  namedColumns,
  offeredColumns,
  withTime,
} from './columns.ts'
import { type DateEvidence, dateEvidence } from './dates.ts'
import { FilesError } from './failure.ts'
import { FIELDS, type Field, NUMBERS, PAID } from './fields.ts'
import { type GroupEvidence, groupEvidence } from './group-evidence.ts'
import { type KindRecipe, kindOf } from './kinds.ts'
import { LIMITS } from './limits.ts'
import type { Reject, UnreadSheet } from './model.ts'
import { CHAIN, currencyEvidence, type DecimalEvidence, decimalEvidence } from './numbers.ts'
import { isLong, mayBeCut, orderIdOf } from './order-ids.ts'
import { placerOf } from './place-rows.ts'
import type { RowStore } from './row-store.ts'
import { type Found, type SavedRecipe, savedFor } from './saved-recipe.ts'
import { isScaleNote, titleScale } from './scale.ts'
import { placeOf, type Table, type TableRow } from './table.ts'
import { FILES_TEXT } from './text.ts'
import { TITLE_ROWS, titleRowOf, withLostLetters } from './titles.ts'

/** Rows by whose content columns are offered. */
const SAMPLE_ROWS = 200

export interface Understood {
  readonly table: Table
  readonly titles: readonly string[]
  readonly titleRow: number
  readonly recipe: KindRecipe | undefined
  readonly columns: Columns
  /** Columns whose values stand on the first row of a group alone. */
  readonly grouped?: readonly number[]
  /** Those that look so, which nothing shows. */
  readonly gaps?: readonly number[]
  /** Of an earlier import, where nobody chose columns in this one. */
  readonly saved: Found | undefined
  /** Offered by title and content, and confirmed by nobody. */
  readonly isOffer: boolean
  /** Sheets of the workbook that hold orders, where nobody chose among them. */
  readonly sheets?: readonly string[]
  /** Why its sheet is read: its name or `ALIKE`; undefined where nobody chose. */
  readonly choice?: string
  readonly unread?: readonly UnreadSheet[]
  /** Rows below the titles that were seen. */
  readonly sampled: number
  /** First cells of each column, by its name. */
  readonly samples: ReadonlyMap<string, readonly string[]>
}

export const kindName = ({ recipe }: Pick<Understood, 'recipe'>): FileKind => recipe?.kind ?? 'other'

/** `chosen`: title by field. Throws FilesError for a table without titles. */
export async function understand(
  table: Table,
  chosen: Readonly<Record<string, string>> | undefined,
  recipes: readonly SavedRecipe[] = [],
): Promise<Understood> {
  const rows: TableRow[] = []
  for await (const row of table.rows()) {
    rows.push(row)
    if (rows.length >= SAMPLE_ROWS) break
  }
  const titleRow = titleRowOf(rows.slice(0, TITLE_ROWS))
  if (!titleRow) throw new FilesError(415, FILES_TEXT.noTitles(table.name), table.upload)
  const titles = titleRow.cells.map((cell) => withLostLetters(textOf(cell)))
  const below = rows.filter(({ line }) => line > titleRow.line)
  const sample = below.map(({ cells }) => cells)
  const recipe = kindOf(titles)
  const saved = chosen ? undefined : savedFor(titles, kindName({ recipe }), recipes)
  const named = chosen ?? saved?.layout.columns
  const base = recipe ? columnsOfKind(titles, recipe) : named ? undefined : offeredColumns(titles, sample)
  const given = named ? columnsByName(titles, named).columns : undefined
  const columns = withTime(new Map([...(base ?? []), ...(given ?? [])]), titles, sample)
  const groups = await groupsIn(table, columns, below, !recipe && rows.length === SAMPLE_ROWS)
  return {
    table,
    titles,
    titleRow: titleRow.line,
    recipe,
    columns,
    grouped: groups.grouped(),
    // A platform writes each order whole: what is empty there is so.
    gaps: recipe ? [] : groups.gaps(),
    saved,
    isOffer: recipe === undefined && named === undefined,
    sampled: sample.filter((cells) => cells.some((cell) => textOf(cell) !== '')).length,
    samples: samplesOf(titles, sample),
  }
}

/** A group may be longer than the sample: the rest is read where a column is left out in it. */
async function groupsIn(
  table: Table,
  columns: Columns,
  sample: readonly TableRow[],
  hasMore: boolean,
): Promise<GroupEvidence> {
  const evidence = groupEvidence(columns)
  for (const row of sample) evidence.see(row)
  if (!hasMore || evidence.gaps().length === 0) return evidence
  const seen = sample.at(-1)?.line ?? 0
  const turn = turns()
  for await (const row of table.rows()) {
    await turn()
    if (row.line > seen) evidence.see(row)
  }
  return evidence
}

function samplesOf(titles: readonly string[], rows: readonly (readonly Cell[])[]): Map<string, string[]> {
  const names = columnNames(titles)
  return new Map(
    names.flatMap((name, at) => {
      if (name === '') return []
      const values = [...new Set(rows.map((row) => textOf(row[at] ?? '')).filter((text) => text !== ''))]
      return [[name, values.slice(0, 3)] as const]
    }),
  )
}

/** Orders stand in one file and their lines in another: each lacks what the other has. */
export function missingIn(one: Understood, all: readonly Understood[]): Field[] {
  const others = all.filter((other) => other !== one && other.columns.has('order'))
  return missingFields(one.columns).filter((field) => {
    if (field === 'order') return true
    if (field === 'date') return !others.some(({ columns }) => columns.has('date'))
    return !others.some(({ columns }) => !missingFields(columns).includes('line_total'))
  })
}

export interface RowsOf {
  readonly understood: Understood
  readonly decimals: DecimalEvidence
  readonly dates: DateEvidence
  readonly rows: number
  readonly skipped: number
  readonly cutIds: boolean
  readonly mixesCurrencies: boolean
  readonly rejects: readonly Reject[]
  readonly currencies: ReadonlySet<string>
}

export interface ReadRowsOptions {
  readonly position: number
  readonly store: RowStore
  readonly onRow: (rows: number) => void
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal | undefined
}

const at = (field: Field): number => FIELDS.indexOf(field)
const PERCENT = at('line_discount_percent')
const NUMBER_AT = FIELDS.flatMap((field, at) => (NUMBERS.has(field) && at !== PERCENT ? [at] : []))
const [DATE, CURRENCY] = [at('date'), at('currency')]
const AMOUNT_AT = PAID.map(at)

/**
 * The row, with broken cells from one on that took in its neighbours: '"TV 32","1"', since its writer did not double a quote inside it.
 * Such a row has fewer cells than titles.
 */
function withoutShifted(row: TableRow, { table: { delimiter }, titles }: Understood): TableRow {
  if (delimiter === null || row.cells.length >= titles.length) return row
  const first = row.cells.findIndex((cell) => cell.startsWith('"') && cell.includes(`"${delimiter}"`))
  if (first < 0) return row
  const rest = Array.from({ length: titles.length - first }, () => brokenCell(FILES_TEXT.undoubled))
  return { ...row, cells: [...row.cells.slice(0, first), ...rest] }
}

/** A line above or below the table that says «en miles de pesos» leaves open which columns, unless their titles say it too. */
function refuseScaleNote({ cells }: TableRow, { table, titles, columns }: Understood): void {
  const note = cells.map(textOf).find(isScaleNote)
  const isTitled = PAID.some((field) => titleScale(titles[columns.get(field)?.[0] ?? -1] ?? '') !== 0)
  if (note !== undefined && !isTitled)
    throw new FilesError(422, FILES_TEXT.scaleNote(placeOf(table), note), table.upload)
}

/** Rejects kept of rows that name no order; the rest is only counted. */
export async function readRows(understood: Understood, options: ReadRowsOptions): Promise<RowsOf> {
  const { table, titles, titleRow, recipe, columns, grouped } = understood
  const { position, store, onRow, onBytes, signal } = options
  const placer = placerOf(titles, columns, recipe, grouped)
  const [decimals, dates, signs] = [decimalEvidence(), dateEvidence(), currencyEvidence()]
  const rejects: Reject[] = []
  const currencies = new Set<string>()
  let [rows, skipped, long, cut] = [0, 0, 0, 0]
  const orderTitle = namedColumns(titles, columns).order ?? ''
  const turn = turns()
  let last = { order: '', id: orderIdOf('') }
  for await (const row of table.rows(onBytes)) {
    await turn()
    if (row.line < titleRow) {
      refuseScaleNote(row, understood)
      placer.above(row)
    }
    if (row.line <= titleRow) continue
    signal?.throwIfAborted()
    if (store.count >= LIMITS.rows || skipped >= LIMITS.rows)
      throw new FilesError(413, FILES_TEXT.tooManyRows(table.name), table.upload)
    const placed = placer.place(withoutShifted(row, understood))
    if (placed === 'skipped') {
      skipped++
      refuseScaleNote(row, understood)
      continue
    }
    rows++
    onRow(1)
    for (const one of placed) {
      if ('problem' in one) {
        const reason = one.problem === 'no-id' ? FILES_TEXT.notId : FILES_TEXT.spoiltId(one.value)
        rejects.push({ file: placeOf(table), row: row.line, column: orderTitle, value: one.value, reason })
        continue
      }
      if (isLong(one.order)) {
        long++
        if (mayBeCut(one.order)) cut++
      }
      for (const index of NUMBER_AT) decimals.see(one.cells[index]!)
      for (const part of one.cells[PERCENT]!.split(CHAIN)) decimals.see(part)
      for (const index of AMOUNT_AT) signs.see(one.cells[index]!)
      dates.see(one.cells[DATE]!)
      if (one.cells[CURRENCY]) currencies.add(wordsOf(one.cells[CURRENCY]))
      // Most rows follow one of the same order.
      if (last.order !== one.order) last = { order: one.order, id: orderIdOf(one.order) }
      await store.add(last.id, { table: position, line: row.line, ...one })
    }
  }
  const cutIds = long > 0 && cut === long
  const mixesCurrencies = signs.isMixed()
  return { understood, decimals, dates, rows, skipped, cutIds, mixesCurrencies, rejects, currencies }
}
