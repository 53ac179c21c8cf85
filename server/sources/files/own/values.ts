// Values of own files: ids, whole numbers, amounts and dates. Text that stays ambiguous is rejected rather than guessed.
import { centsText, parseCents } from '#server/domain/cents.ts'
import { roundUnits } from '#server/domain/money.ts'
import type { WallClock } from '#server/domain/wall-clock.ts'
import { wordsOf } from '../cell.ts'
import { dateTimeOf } from '../dates.ts'
import { numberOf } from '../numbers.ts'
import { FILES_TEXT } from '../text.ts'
import { invalid, type Row } from './row.ts'
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

/** Plain decimal text; undefined for an empty field. */
function numberIn(row: Row, column: string, wrong: string): string | undefined {
  const read = numberOf(row.cell(column), row.decimalSign)
  if (read === undefined || 'text' in read) return read?.text
  const text = row.text(column)
  const reasons = { broken: FILES_TEXT.broken(text), unclear: CSV_TEXT.unclear(text), wrong }
  throw invalid(row, column, reasons[read.problem])
}

/** Units, rounded to three decimals; 0 for an empty field. */
export function units(row: Row, column: string): number {
  const wrong = CSV_TEXT.notUnits(row.text(column))
  const value = roundUnits(Number(numberIn(row, column, wrong) ?? 0))
  if (!Number.isSafeInteger(Math.round(value * 1000))) throw invalid(row, column, wrong)
  return value
}

/** An amount in cents with its sign, rounded half away from zero; 0 for an empty field. */
export function signedCents(row: Row, column: string): number {
  const wrong = CSV_TEXT.notAmount(row.text(column))
  const value = parseCents(numberIn(row, column, wrong) ?? '0')
  if (Number.isNaN(value)) throw invalid(row, column, wrong)
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
  if (wordsOf(row.cell(column)) === '') throw invalid(row, column, CSV_TEXT.missing)
}

export const amount = (row: Row, column: string): string => centsText(cents(row, column))

/** 'YYYY-MM-DD HH:MM:SS' on the shop's clock; a time with an offset is converted, a day without time is its midnight. */
export function dateTime(row: Row, column: string, clock: WallClock): string {
  const moment = dateTimeOf(row.cell(column), 'dmy', clock)
  if (moment === undefined) throw invalid(row, column, CSV_TEXT.notDate(row.text(column)))
  return moment
}
