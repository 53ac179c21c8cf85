// Values of CSV fields: ids, whole numbers, amounts and dates. Text that stays ambiguous is rejected rather than guessed.
import { decimalText } from '#contract/decimal-text.ts'
import { centsText, parseCents } from '#server/domain/cents.ts'
import { isDateTime } from '#server/domain/date-time.ts'
import { roundUnits } from '#server/domain/money.ts'
import type { WallClock } from '#server/domain/wall-clock.ts'
import { invalid, type Row } from './table.ts'
import { CSV_TEXT } from './text.ts'

export function id(row: Row, column: string): number {
  const value = whole(row, column)
  if (value <= 0) throw invalid(row, column, CSV_TEXT.notId(row.text(column)))
  return value
}

/** A whole number; 0 for an empty field. */
export function whole(row: Row, column: string): number {
  const text = row.text(column)
  const value = text === '' ? 0 : Number(text)
  if (!/^-?\d*$/.test(text) || !Number.isSafeInteger(value))
    throw invalid(row, column, CSV_TEXT.notWhole(text))
  return value
}

function numberIn(row: Row, column: string, problem: { unclear: string; wrong: string }): string {
  const text = row.text(column)
  const decimal = decimalText(text, row.decimalSign)
  if (decimal === 'unclear') throw invalid(row, column, problem.unclear)
  if (decimal === undefined) throw invalid(row, column, problem.wrong)
  return decimal
}

/** Units, rounded to three decimals; 0 for an empty field. */
export function units(row: Row, column: string): number {
  const text = row.text(column)
  if (text === '') return 0
  const problem = { unclear: CSV_TEXT.unclear(text), wrong: CSV_TEXT.notUnits(text) }
  const value = roundUnits(Number(numberIn(row, column, problem)))
  if (!Number.isSafeInteger(Math.round(value * 1000))) throw invalid(row, column, problem.wrong)
  return value
}

/** An amount in cents with its sign, rounded half away from zero; 0 for an empty field. */
export function signedCents(row: Row, column: string): number {
  const text = row.text(column)
  if (text === '' || text === '$') return 0
  const value = parseCents(
    numberIn(row, column, { unclear: CSV_TEXT.unclear(text), wrong: CSV_TEXT.notAmount(text) }),
  )
  if (Number.isNaN(value)) throw invalid(row, column, CSV_TEXT.notAmount(text))
  return value
}

/** An amount in cents that has no sign. */
export function cents(row: Row, column: string): number {
  const value = signedCents(row, column)
  if (value < 0) throw invalid(row, column, CSV_TEXT.negative(row.text(column)))
  return value
}

/** Throws for an empty field, which is no 0. */
export function present(row: Row, column: string): void {
  if (row.text(column) === '') throw invalid(row, column, CSV_TEXT.missing)
}

export const amount = (row: Row, column: string): string => centsText(cents(row, column))

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/
const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d\d)(?::(\d\d))?)?$/

/** 'YYYY-MM-DD HH:MM:SS' on the shop's clock; a time with an offset is converted, a day without time is its midnight. */
export function dateTime(row: Row, column: string, clock: WallClock): string {
  const text = row.text(column)
  const iso = ISO.exec(text)
  const [, day = '', month = '', year = '', ...time] = DAY_FIRST.exec(text) ?? []
  const parts = iso ? iso.slice(1, 7) : [year, month.padStart(2, '0'), day.padStart(2, '0'), ...time]
  const [y, m, d, hour = '00', minute = '00', second = '00'] = parts
  const local = `${y}-${m}-${d} ${hour.padStart(2, '0')}:${minute}:${second}`
  if (!isDateTime(local)) throw invalid(row, column, CSV_TEXT.notDate(text))
  const offset = iso?.[7]
  if (offset === undefined) return local
  const instant = new Date(`${local.replace(' ', 'T')}${offset.replace(/(\d\d)(\d\d)$/, '$1:$2')}`)
  return clock(instant.toISOString().slice(0, 19))
}
