// Spanish of the sentences.
import type { Measure } from '#contract/questions/measures.ts'

const digits = (least: number, most: number) =>
  new Intl.NumberFormat('es-AR', { minimumFractionDigits: least, maximumFractionDigits: most })
const NUMBERS = {
  money: new Intl.NumberFormat('es-AR', {
    style: 'currency',
    currency: 'ARS',
    currencyDisplay: 'narrowSymbol',
  }),
  integer: digits(0, 0),
  units: digits(0, 3),
  percent2: digits(2, 2),
  decimal2: digits(2, 2),
}
const PERCENT = digits(1, 1)
const NBSP = '\u00a0'

export const number = (value: number, format: Measure['format']): string =>
  format === 'percent2' ? `${NUMBERS.percent2.format(value)}${NBSP}%` : NUMBERS[format].format(value)

export const signed = (value: number, format: Measure['format']): string =>
  `${value > 0 ? '+' : ''}${number(value, format)}`

/** 12.34 → '12,3 %'. */
export const plainPercent = (value: number): string => `${PERCENT.format(value)}${NBSP}%`

/** 12.34 → '+12,3 %'. */
export const percent = (value: number): string => `${value > 0 ? '+' : ''}${plainPercent(value)}`

const named = (parts: readonly string[]) => new Intl.ListFormat('es').format(parts)

export const SENTENCES = {
  withPreparing: (title: string) => `${title} con lo que está en preparación`,
  nothing: (title: string) => `${title}: en uno de los dos períodos no hay con qué calcularla.`,
  same: (title: string) => `${title} no cambió: {0}.`,
  changed: (title: string, isUp: boolean, hasPercent: boolean) =>
    `${title} ${isUp ? 'subió' : 'bajó'} {0}${hasPercent ? ' ({1})' : ''}, de {${hasPercent ? 2 : 1}} a {${hasPercent ? 3 : 2}}.`,
  factors: (labels: readonly string[], against: readonly string[]) => {
    const numbered = (label: string, index: number) => `${label} ({${index}})`
    const main = named(labels.map(numbered))
    const other = named(against.map((label, index) => numbered(label, index + labels.length)))
    return `Lo que más pesó: ${main}.${against.length > 0 ? ` En contra: ${other}.` : ''}`
  },
  standsOut: (values: readonly { dimension: string; label: string }[]) =>
    `Se destaca ${named(values.map(({ dimension, label }, index) => `${dimension} «${label}» ({${index}})`))}.`,
  changedEvenly: (isUp: boolean) =>
    `${isUp ? 'Subió' : 'Bajó'} todo por igual: ningún valor se apartó de los demás.`,
  noneStandsOut: 'Nada se destaca: ningún valor se movió más que lo habitual.',
} as const
