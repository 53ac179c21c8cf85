// Figures and periods in the words of a mail (es-AR).

import { monthWord } from '#contract/cell-words.ts'
import type { ColumnFormat } from '#contract/columns.ts'
import { percentChange } from '#contract/percent-change.ts'
import { datesWords, isWholeMonths } from '#contract/questions/periods.ts'
import type { Days } from '#contract/questions/question.ts'

const NBSP = '\u00a0'
const MINUS = '−'

const numbers = (least: number, most = least) =>
  new Intl.NumberFormat('es-AR', {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    useGrouping: true,
  })
const whole = numbers(0)
const tenths = numbers(0, 1)
const oneTenth = numbers(1)
const cents = numbers(2)
const tenThousandths = numbers(4)
const thousandths = numbers(0, 3)

const signedText = (value: number, text: string) => (value < 0 && /[1-9]/.test(text) ? MINUS + text : text)

/** Amounts have no currency sign. */
export function figure(value: number | null, format: ColumnFormat): string {
  if (value === null) return '–'
  const size = Math.abs(value)
  if (format === 'money' || format === 'money1' || format === 'decimal2')
    return signedText(value, cents.format(size))
  if (format === 'unit_money') return signedText(value, tenThousandths.format(size).replace(/00$/, ''))
  if (format === 'percent' || format === 'share') return signedText(value, `${oneTenth.format(size)}${NBSP}%`)
  if (format === 'percent2') return signedText(value, `${cents.format(size)}${NBSP}%`)
  if (format === 'units') return signedText(value, thousandths.format(size))
  return signedText(value, whole.format(size))
}

/** Spam filters count '$' before a number with two points as a mention of millions of dollars. */
const MILLION = 1_000_000

/** '$ 12.345,67'; from a million on '$ 12,3 M', whose `exact` is '12.345.678,90'. */
export function headlineFigure(value: number | null, format: ColumnFormat) {
  const exact = figure(value, format)
  if (value === null || format !== 'money') return { value: exact, exact: undefined }
  if (Math.abs(value) >= MILLION) return { value: shortFigure(value, format), exact }
  return { value: signedText(value, `$${NBSP}${figure(Math.abs(value), format)}`), exact: undefined }
}

/** '$ 12,3 M', for subjects and charts. */
export function shortFigure(value: number | null, format: ColumnFormat): string {
  if (value === null || format === 'percent2') return figure(value, format)
  const size = Math.abs(value)
  const text =
    size >= 999_999_500_000
      ? `${tenths.format(size / 1e12)}${NBSP}bill.`
      : size >= 999_950
        ? `${(size >= 999_950_000 ? whole : tenths).format(size / 1e6)}${NBSP}M`
        : size >= 10_000
          ? `${tenths.format(size / 1e3)}${NBSP}mil`
          : tenths.format(size)
  return signedText(value, format === 'money' ? `$${NBSP}${text}` : text)
}

/** '−14 %', '+3,2 %': whole from ten percent on, rounded once from both amounts. */
export function changeText(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null) return undefined
  const inTenths = percentChange(now, before, 1)
  if (inTenths === null) return undefined
  const change = Math.abs(inTenths) >= 10 ? percentChange(now, before, 0) : inTenths
  if (change === null) return undefined
  const text = `${tenths.format(Math.abs(change))}${NBSP}%`
  return /[1-9]/.test(text) ? (change < 0 ? MINUS : '+') + text : text
}

/** 'octubre', 'enero a marzo de 2025', '1/10/2026 al 14/10/2026'; months of this year have no year. */
export function periodText(days: Days, today: string): string {
  const { from, to } = days
  const year = to.slice(0, 4)
  if (!isWholeMonths(days)) return datesWords(days)
  const ofYear = year === today.slice(0, 4) ? '' : ` de ${year}`
  if (from.slice(0, 7) === to.slice(0, 7)) return monthWord(to) + ofYear
  if (from.slice(0, 4) !== year)
    return `${monthWord(from)} de ${from.slice(0, 4)} a ${monthWord(to)} de ${year}`
  return from.endsWith('-01-01') && to.endsWith('-12-31')
    ? year
    : `${monthWord(from)} a ${monthWord(to)}${ofYear}`
}

/** Joins to 'Venta neta …': 'de octubre', 'del 14/10/2026'. */
export const ofPeriod = (days: Days, today: string): string =>
  isWholeMonths(days) ? `de ${periodText(days, today)}` : `del ${periodText(days, today)}`

/** 'Venta Neta' → 'Venta neta'. */
export const sentenceCase = (title: string): string => title.charAt(0) + title.slice(1).toLowerCase()
