// Parses text of decimals, days and times; `undefined` for invalid text.
import type { Value } from './store.ts'

const DIGIT_0 = 48
const MINUS = 45
const DOT = 46

/** '-1234.5' with scale 2 → -123450. Decimals beyond the scale must be zeros. */
export function scaledDecimal(value: Value, width: number, scale: number): number | bigint | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > 40) return undefined
  const negative = text.charCodeAt(0) === MINUS
  let scaled = 0
  let digits = 0
  let decimals = -1
  for (let at = negative ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === DOT && decimals < 0) {
      decimals = 0
      continue
    }
    const digit = code - DIGIT_0
    if (digit < 0 || digit > 9) return undefined
    digits++
    if (decimals >= scale) {
      if (digit !== 0) return undefined
      continue
    }
    if (decimals >= 0) decimals++
    scaled = scaled * 10 + digit
  }
  if (digits === 0) return undefined
  for (let missing = scale - Math.max(decimals, 0); missing > 0; missing--) scaled *= 10
  if (scaled > Number.MAX_SAFE_INTEGER) return bigDecimal(text, width, scale)
  return negative ? -scaled : scaled
}

function bigDecimal(text: string, width: number, scale: number): bigint | undefined {
  const [whole = '', fraction = ''] = text.split('.')
  const scaled = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  const most = 10n ** BigInt(width)
  return scaled < most && scaled > -most ? scaled : undefined
}

const DAY_MS = 86_400_000

/** Days since 1970-01-01 of an existing day 'YYYY-MM-DD'. */
export function dayNumber(value: Value): number | undefined {
  if (typeof value !== 'string' || value.length !== 10) return undefined
  return daysOf(value)
}

const cache = new Map<string, number>()

function daysOf(day: string): number | undefined {
  const days = cache.get(day)
  if (days !== undefined) return days
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const milliseconds = Date.parse(`${day}T00:00:00Z`)
  // Date.parse turns 2026-02-30 into 2 March on some engines.
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== day)
    return undefined
  if (cache.size > 20_000) cache.clear()
  cache.set(day, milliseconds / DAY_MS)
  return milliseconds / DAY_MS
}

const COLON = 58
const SPACE = 32
const LETTER_T = 84

/** Microseconds since 1970 of 'YYYY-MM-DD HH:MM:SS[.ffffff]' (or with a T). */
export function microseconds(value: Value): number | undefined {
  if (typeof value !== 'string' || value.length < 19) return undefined
  const days = daysOf(value.slice(0, 10))
  const between = value.charCodeAt(10)
  const [hours, minutes, seconds] = [twoDigits(value, 11), twoDigits(value, 14), twoDigits(value, 17)]
  const isTime =
    days !== undefined &&
    (between === SPACE || between === LETTER_T) &&
    value.charCodeAt(13) === COLON &&
    value.charCodeAt(16) === COLON &&
    hours < 24 &&
    minutes < 60 &&
    seconds < 60
  if (!isTime) return undefined
  const whole = (days * 86_400 + (hours * 60 + minutes) * 60 + seconds) * 1_000_000
  if (value.length === 19) return whole
  const [, fraction] = /^\.(\d{1,6})$/.exec(value.slice(19)) ?? []
  return fraction === undefined ? undefined : whole + Number(fraction.padEnd(6, '0'))
}

/** NaN for other characters. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - DIGIT_0, text.charCodeAt(at + 1) - DIGIT_0]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}
