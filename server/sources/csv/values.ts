// Values of CSV fields: ids, whole numbers, amounts and dates. Ambiguous text is rejected rather than guessed.
import { centsText, parseCents } from '#server/domain/cents.ts'
import { isDateTime } from '#server/domain/date-time.ts'
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

/** Units with a decimal point or comma, at most three decimals; 0 for an empty field. */
export function units(row: Row, column: string): number {
  const text = row.text(column)
  const value = text === '' ? 0 : Number(text.replace(',', '.'))
  if (!/^-?\d*(?:[.,]\d{1,3})?$/.test(text) || !Number.isSafeInteger(Math.round(value * 1000)))
    throw invalid(row, column, CSV_TEXT.notUnits(text))
  return value
}

/** Decimal point, or decimal comma with points between thousands. At most two decimals, so '1.234' is no amount. */
const POINT = /^\d+(?:\.\d{1,2})?$/
const COMMA = /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d{1,2})$/
const THOUSANDS = /^\d{1,3}(?:\.\d{3}){2,}$/

/** An amount in cents, not negative; 0 for an empty field. */
export function cents(row: Row, column: string): number {
  const text = row.text(column)
  const plain = text.replace(/^\$\s*/, '')
  if (plain === '') return 0
  const decimal = POINT.test(plain)
    ? plain
    : COMMA.test(plain) || THOUSANDS.test(plain)
      ? plain.replaceAll('.', '').replace(',', '.')
      : ''
  const value = parseCents(decimal)
  if (Number.isNaN(value)) throw invalid(row, column, CSV_TEXT.notAmount(text))
  return value
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
