import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'

const monthWords = (month: Month): string =>
  new Intl.DateTimeFormat('es-AR', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

const percent = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })

export const GOAL_TEXT = {
  title: (month: Month, day: string | null) =>
    `Metas de ${monthWords(month)}${day === null ? '' : `, en curso al ${day}`}`,
  reached: (share: number) => `${percent.format(share)}\u00a0% de la meta`,
  none: 'sin metas',
  noneNote: 'Nadie cargó metas de este mes.',
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
