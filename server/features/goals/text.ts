import { monthWord } from '#contract/cell-words.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import { readUntilWords, unreadWords } from '#contract/period-words.ts'

const monthWords = (month: Month): string => `${monthWord(`${month}-01`)} de ${month.slice(0, 4)}`

const percent = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })

export const GOAL_TEXT = {
  title: (month: Month, day: string | null) =>
    `Metas de ${monthWords(month)}${day === null ? '' : `, en curso al ${day}`}`,
  reached: (share: number) => `${percent.format(share)}\u00a0% de la meta`,
  gone: (name: string) => `${name} (ya no existe)`,
  none: 'sin metas',
  noneNote: 'Nadie cargó metas de este mes.',
  noData: 'sin datos',
  noDataNote: unreadWords('de ese mes'),
  dataUntil: (day: string) => `datos hasta el ${day}`,
  dataUntilNote: (day: string) => `${readUntilWords(day, 'del mes')}.`,
  goal: 'Meta',
  soFar: 'Alcanzado',
  share: '% de la meta',
  expected: 'Debería llevar',
  forecast: 'Pronóstico',
  by: {
    all: 'Tienda',
    distributor: 'Distribuidor',
    business: 'Negocio',
    segment: 'Segmento',
  } satisfies Record<GoalDimension, string>,
}
