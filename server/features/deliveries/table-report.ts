// The table of a screen as a report: the rows of its call, for the month of the mail.
import { entryOf } from '#contract/entry.ts'
import { isMonth, monthBounds } from '#contract/month.ts'
import { dayWords, isUnfinished } from '#contract/questions/periods.ts'
import type { Days } from '#contract/questions/question.ts'
import { spanBounds } from '#server/domain/span.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { cutAfter, hasOrders, lastDayOf } from '#server/figures/data-end.ts'
import type { App } from '#server/http/app.ts'
import { type ExportRow, isNumeric } from '#server/http/export/cell-text.ts'
import type { ScreenReport, TableRows } from '#server/http/mailed.ts'
import { readTable, type TableAsked } from '#server/http/table-calls.ts'
import { shownPeriod, unfinishedWords } from './report-mail.ts'
import { DELIVERY_TEXT as text } from './text.ts'
import { ofPeriod, periodText } from './words.ts'

/** `name`: that of the delivery. Throws like `readTable`. */
export async function tableReport(
  app: App,
  { table: call, name }: { readonly table: string; readonly name: string },
  asked: TableAsked,
): Promise<ScreenReport> {
  const read = await readTable(app, call, asked)
  const now = wallClock(app.timeZone)(asked.at.toISOString())
  const today = now.slice(0, 10)
  const { month, rows, total } = read
  if (month === null) return reportOf(read, { title: text.asOf(name, dayWords(today)), news: '', notes: [] })
  const bounds = monthBounds(month)
  const days = { from: bounds.from_date, to: bounds.to_date }
  const ofMonth = ofPeriod(days, today)
  const isRunning = isUnfinished(days, now)
  const title = `${name} ${isRunning ? unfinishedWords(days, today) : ofMonth}`
  if (rows.every((row) => isZero(read, row)) && !(await hasOrders(app.store, days)))
    return { title, news: text.noData, notes: [text.noDataNote(ofMonth)], tables: [], file: undefined, month }
  const cut = isRunning ? null : await cutOf(app, days, read, { asked, today })
  const report = reportOf(read, {
    title,
    news: cut === null ? '' : text.dataUntil(dayWords(cut)),
    notes: [period(read, days, now), ...(cut === null ? [] : [text.dataUntilNote(dayWords(cut))])],
  })
  const shown = isRunning || cut !== null ? rows.map((row) => withoutFalls(read, row)) : rows
  return { ...report, tables: [{ columns: read.columns, rows: shown, total }] }
}

function reportOf(
  { columns, rows, total, file, month }: TableRows,
  words: Pick<ScreenReport, 'title' | 'news' | 'notes'>,
): ScreenReport {
  const table = { columns, rows, total }
  return { ...words, tables: [table], file: { ...table, name: file }, month }
}

function period({ compared }: TableRows, days: Days, now: string): string {
  const asOf = isUnfinished(days, now) ? now.slice(0, 10) : null
  const current = shownPeriod({ current: days, asOf }, now.slice(0, 10))
  const { from_date: from, to_date: to } = compared ? spanBounds(compared) : { from_date: '', to_date: '' }
  const words = compared ? text.periodCompared(current, periodText({ from, to }, now.slice(0, 10))) : current
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isZero = ({ columns }: TableRows, row: ExportRow): boolean =>
  columns.every((column) => !isNumeric(column) || column.format === 'id' || !entryOf(row, column.key))

async function cutOf(
  { store }: App,
  days: Days,
  { compared }: TableRows,
  { asked: { versions }, today }: { asked: TableAsked; today: string },
): Promise<string | null> {
  const newest = await lastDayOf(store, [...versions.keys()].filter(isMonth), today)
  const before = compared && monthBounds(compared.month)
  return cutAfter(store, days, {
    newest,
    compared: before && { from: before.from_date, to: before.to_date },
  })
}

const WHOLE_FALL = -100

/** Nothing yet is no fall, while days are still to come or to be read. */
function withoutFalls({ columns }: TableRows, row: ExportRow): ExportRow {
  const falls = columns.filter(
    ({ key, format }) => (format === 'percent' || format === 'percent2') && entryOf(row, key) === WHOLE_FALL,
  )
  return falls.length === 0 ? row : { ...row, ...Object.fromEntries(falls.map(({ key }) => [key, null])) }
}
