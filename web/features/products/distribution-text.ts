import type { DistributionBy } from '#contract/lists/distribution.ts'

/** What a row of each kind is weighed by. */
const WEIGHTS: Record<DistributionBy, string> = {
  product: 'el neto de su segmento',
  segment: 'el neto de su negocio',
  business: 'todo el neto',
}

export const text = {
  by: 'Distribución por',
  province: 'Provincia',
  everyProvince: 'Todas las provincias',
  title: 'Distribución',
  note: (month: string, by: DistributionBy) =>
    `Qué parte de los distribuidores activos en ${month} vende cada cosa; ponderada, por ${WEIGHTS[by]}. Sin «Sin distribuidor»`,
  none: (month: string) =>
    `Sin distribuidores activos en ${month}: la distribución mide cuántos de ellos venden cada cosa.`,
  states: 'Situación',
  everyState: 'Todos',
  sellers: (name: string) => `Distribuidores de ${name}`,
  sellersNote: (month: string, province: string | null) =>
    `Activos en ${month}${province === null ? '' : `, ${province}`}: quién lo vende, quién dejó y quién nunca lo vendió`,
  course: (name: string) => `Distribución de ${name}, mes a mes`,
  months: (first: string, last: string) => `${first} a ${last}`,
  month: 'Mes',
  numeric: 'Numérica %',
  weighted: 'Ponderada %',
  back: 'Ver toda la distribución',
} as const
