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
  noneActive: (month: string) => `Sin distribuidores activos en ${month}.`,
  none: (month: string) =>
    `Sin distribuidores activos en ${month}: la distribución mide cuántos de ellos venden cada cosa.`,
  views: 'Qué ver',
  whoSells: 'Quién lo vende',
  whoMoved: 'Qué cambió',
  states: 'Situación',
  everyState: 'Todos',
  sellers: (name: string) => `Distribuidores de ${name}`,
  sellersNote: (month: string, province: string | null, by: DistributionBy) =>
    `Activos en ${month}${province === null ? '' : `, ${province}`}: quién lo vende, quién dejó y quién nunca lo vendió. Pondera ${WEIGHTS[by]}`,
  moves: (name: string) => `Distribuidores que movieron los puntos de ${name}`,
  movesNote: (month: string, against: string, province: string | null) =>
    `Quién lo vende en ${month} o lo vendía, ${against}${province === null ? '' : `, ${province}`}: lo que suma o resta cada uno da los puntos. Quien sigue también pesa más o menos si cambian los activos`,
  noPoints: ': no hay con qué comparar, así que nadie tiene puntos',
  noMoves: 'Nadie lo vende ni lo vendía.',
  seeDays: (distributor: string) => `${distributor}: ver día por día`,
  seeWeight: {
    product: (distributor: string) => `${distributor}: ver su venta por segmento`,
    segment: (distributor: string) => `${distributor}: ver su venta por negocio`,
    business: (distributor: string) => `${distributor}: ver su venta por producto`,
  } satisfies Record<DistributionBy, (distributor: string) => string>,
  course: (name: string) => `Distribución de ${name}, mes a mes`,
  months: (first: string, last: string) => `${first} a ${last}`,
  month: 'Mes',
  numeric: 'Numérica %',
  weighted: 'Ponderada %',
  back: 'Ver toda la distribución',
} as const
