// Spanish of notices.
import type { AlertRule } from '#contract/alerts/rule.ts'
import { percentChange } from '#contract/percent-change.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { statusLabel } from '#contract/statuses.ts'
import { number, percent } from '#server/figures/explain/text.ts'

interface Told {
  readonly value: number | null
  readonly compared: number | null
}

const EMPTY = 'sin datos'
const OVER = { 1: 'en un día', 7: 'en 7 días', 28: 'en 28 días' } as const
const COMPARED = { usual: 'lo habitual', previous: 'antes', year: 'un año antes' } as const

const hours = (count: number) => (count === 1 ? '1 hora' : `${count} horas`)
const orders = (count: number) => (count === 1 ? '1 orden' : `${number(count, 'integer')} órdenes`)
const days = (count: number) => (count === 1 ? '1 día' : `${count} días`)

/** 'Norte: Venta Neta bajó 42,0 %' */
export function startTitle(rule: AlertRule, label: string, { value, compared }: Told): string {
  const { condition } = rule
  const { title, format } = measureOf(rule.measure)
  const of = label === '' ? '' : `${label}: `
  switch (condition.kind) {
    case 'falls':
    case 'rises': {
      const moved = Math.abs((compared ?? 0) - (value ?? 0))
      const change = percentChange(value ?? 0, compared ?? 0, 1)
      const by = change === null ? number(moved, format) : percent(Math.abs(change)).replace('+', '')
      return `${of}${title} ${condition.kind === 'falls' ? 'bajó' : 'subió'} ${by}`
    }
    case 'below':
      return `${of}${title} por debajo de ${number(condition.value, format)}`
    case 'above':
      return `${of}${title} por encima de ${number(condition.value, format)}`
    case 'no_orders':
      return `${of}sin órdenes hace ${hours(value ?? 0)}`
    case 'stuck':
      return `${of}${orders(value ?? 0)} sin cambios en ${statusLabel(condition.status)}`
    case 'misses_goal':
      return `${of}${title} no llegaría a la meta`
  }
}

export const endTitle = (name: string, label: string): string =>
  label === '' ? `Terminó: ${name}` : `Terminó: ${name}, ${label}`

/** The figures behind a title. */
export function figuresText({ measure, condition }: AlertRule, { value, compared }: Told): string {
  const shown = (figure: number | null) =>
    figure === null ? EMPTY : number(figure, measureOf(measure).format)
  switch (condition.kind) {
    case 'falls':
    case 'rises':
      return `${shown(value)} ${OVER[condition.over]}; ${COMPARED[condition.compare]}: ${shown(compared)}.`
    case 'below':
    case 'above':
      return `${shown(value)} ${OVER[condition.over]}.`
    case 'no_orders':
      return `En esas horas suele haber ${number(compared ?? 0, 'units')} órdenes.`
    case 'stuck':
      return `${orders(value ?? 0)} sin cambios por ${days(condition.days)} o más.`
    case 'misses_goal':
      return `Pronóstico: hasta ${shown(value)}; meta: ${shown(compared)}.`
  }
}

export const ALERT_TEXT = {
  begun: (name: string, moment: string) => `Alerta «${name}», ${dayText(moment)}.`,
  ended: (moment: string, until: string) => `Empezó el ${dayText(moment)} y terminó el ${dayText(until)}.`,
  blind: (name: string) => `La alerta «${name}» ya no mira nada`,
  seeAlert: 'Ver la alerta',
  explore: 'Ver en Explorar',
  goals: 'Ver las metas',
  noAccess: 'La cuenta ya no puede ver lo que esta alerta mira.',
  tooManyValues: 'Hay demasiados valores para mirarlos uno por uno. Agregá un filtro u otra dimensión.',
} as const

/** 'YYYY-MM-DD' → '14/05/2026'; with an hour, 'hasta las 15 h'. */
function dayText(moment: string): string {
  const [year, month, day] = moment.slice(0, 10).split('-')
  const hour = moment.slice(11)
  return `${day}/${month}/${year}${hour === '' ? '' : `, ${Number(hour) + 1} h`}`
}
