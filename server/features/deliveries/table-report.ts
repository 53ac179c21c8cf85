// The table of a screen as a report: the rows of its call, for the month of the mail.
import { entryOf } from '#contract/entry.ts'
import { hasChange, type Reading } from '#contract/known-change.ts'
import { monthBounds } from '#contract/month.ts'
import { dayWords, isUnfinished } from '#contract/questions/periods.ts'
import type { Days } from '#contract/questions/question.ts'
import { spanBounds } from '#server/domain/span.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { readingOf } from '#server/figures/known-changes.ts'
import { dataOf } from '#server/figures/period-data.ts'
import type { App } from '#server/http/app.ts'
import { type ExportRow, isNumeric } from '#server/http/export/cell-text.ts'
import type { ScreenReport, TableRows } from '#server/http/mailed.ts'
import { readTable, type TableAsked } from '#server/http/table-calls.ts'
import { shownPeriod, unfinishedWords } from './report-mail.ts'
import { DELIVERY_TEXT as text } from './text.ts'
import { ofPeriod, periodText } from './words.ts'

/** `name`: that of the delivery. The rows are those of now, also in a late mail. Throws like `readTable`. */
export async function tableReport(
  app: App,
  { table: call, name }: { readonly table: string; readonly name: string },
  asked: TableAsked,
): Promise<ScreenReport> {
  const read = await readTable(app, call, asked)
  const now = wallClock(app.timeZone)(app.now().toISOString())
  const today = now.slice(0, 10)
  const { month, rows, total } = read
  if (month === null) return reportOf(read, { title: text.asOf(name, dayWords(today)), news: '', notes: [] })
  const bounds = monthBounds(month)
  const days = { from: bounds.from_date, to: bounds.to_date }
  const ofMonth = ofPeriod(days, today)
  const isRunning = isUnfinished(days, now)
  const before = read.compared && spanBounds(read.compared)
  const period = {
    current: { ...days, until: null },
    compared: before && { from: before.from_date, to: before.to_date, until: null },
    asOf: isRunning ? today : null,
  }
  const data = await dataOf(app, period, asked.versions, app.now())
  const title = `${name} ${isRunning ? unfinishedWords(days, today) : ofMonth}`
  if (rows.every((row) => isZero(read, row)) && !data.hasOrders)
    return {
      ...{ title, news: text.noData, notes: [text.noDataNote(ofMonth)], tables: [], file: undefined },
      ...{ filters: read.filters, month },
    }
  const cut = data.cutAfter
  const report = reportOf(read, {
    title,
    news: cut === null ? '' : text.dataUntil(dayWords(cut)),
    notes: [periodWords(read, days, now), ...(cut === null ? [] : [text.dataUntilNote(dayWords(cut))])],
  })
  const reading = readingOf(period, data)
  const shown = rows.map((row) => withKnownChanges(reading, row))
  return { ...report, tables: [{ columns: read.columns, rows: shown, total }] }
}

function reportOf(
  { columns, rows, total, file, filters, month }: TableRows,
  words: Pick<ScreenReport, 'title' | 'news' | 'notes'>,
): ScreenReport {
  const table = { columns, rows, total }
  return { ...words, tables: [table], filters, file: { ...table, name: file }, month }
}

function periodWords({ compared }: TableRows, days: Days, now: string): string {
  const asOf = isUnfinished(days, now) ? now.slice(0, 10) : null
  const current = shownPeriod({ current: days, asOf }, now.slice(0, 10))
  const { from_date: from, to_date: to } = compared ? spanBounds(compared) : { from_date: '', to_date: '' }
  const words = compared ? text.periodCompared(current, periodText({ from, to }, now.slice(0, 10))) : current
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isZero = ({ columns }: TableRows, row: ExportRow): boolean =>
  columns.every((column) => !isNumeric(column) || column.format === 'id' || !entryOf(row, column.key))

/** Columns of tables of months that compare their value with another month. */
const CHANGES = ['increment', 'placed_increment']

/** How far a value falls to 0. */
const WHOLE_FALL = -100

function withKnownChanges(reading: Reading, row: ExportRow): ExportRow {
  const unknown = CHANGES.filter((key) => {
    const change = entryOf(row, key)
    return typeof change === 'number' && !hasChange(reading, change - WHOLE_FALL)
  })
  return unknown.length === 0 ? row : { ...row, ...Object.fromEntries(unknown.map((key) => [key, null])) }
}
