import type { Month } from '#contract/month.ts'
import { PROFILE_WORDS } from '#contract/profile-words.ts'
import { counted, monthName, shortMoney } from '#web/text/format.ts'

/** 'febrero a abril 2026'. */
export const monthsSpan = (first: Month, last: Month) =>
  first.slice(0, 4) === last.slice(0, 4)
    ? `${monthName(first).replace(/ \d{4}$/, '')} a ${monthName(last)}`
    : `${monthName(first)} a ${monthName(last)}`

export const text = {
  costs: 'Costo y margen',
  costsOf: 'De las órdenes completadas. No sale en la Ficha que se imprime o se manda',
  noCosts: 'Nada de lo vendido tiene costo.',
  margin: 'Margen',
  marginRate: '% de margen',
  cost: 'Costo',
  covered: (share: string) => `de lo que tiene costo: ${share} del neto`,
  rateBefore: (rate: string) => `antes ${rate}`,
  ...PROFILE_WORDS,
  cards: {
    net_sale: 'Venta Neta',
    orders: 'Órdenes completas',
    units: 'Unidades',
    buyers: 'Clientes activos',
  },
  figures: 'Cifras del mes',
  whyOf: (month: string, against: string) => `Venta neta de ${month}, ${against}`,
  noReason: 'Tu rol no ve por qué cambió.',
  openWhy: 'Ver por qué',
  notRanked: (of: number) => `Sin puesto: ${counted(of, 'distribuidor vendió', 'distribuidores vendieron')}`,
  place: 'Su lugar entre los distribuidores',
  monthEnd: (forecast: string, low: string, high: string) =>
    `Cierra cerca de ${forecast} (entre ${low} y ${high})`,
  course: 'Sus 13 meses',
  month: 'Mes',
  net: 'Venta Neta',
  orders: 'Órdenes',
  customersOf: (span: string, month: string, isRunning: boolean) =>
    isRunning
      ? `Perdidos: compraron de ${span} y todavía no en ${month}`
      : `Perdidos: compraron de ${span} y no en ${month}`,
  active: 'Activos',
  productsOf: (span: string) => `Ganados y perdidos frente a ${span}`,
  before: (amount: string) => `${amount} en esos tres meses`,
  commonNote: (active: number) =>
    `Los vende la mitad o más de ${counted(active, 'distribuidor activo', 'distribuidores activos')}`,
  noCommon: (active: number) =>
    `Ningún producto lo vende la mitad de ${counted(active, 'distribuidor activo', 'distribuidores activos')}`,
  lossesOf: (month: string) => `De las órdenes de ${month}`,
  serviceOf: (month: string) => `Órdenes de ${month} ya completadas; abiertas, hoy de cualquier mes`,
  open: 'Abiertas',
  benefitsOf: 'Descuentos de órdenes completadas y en preparación',
  found: (count: number, net: number, span: string) =>
    count === 0
      ? 'Vende todo lo que venden sus pares'
      : `${counted(count, 'oportunidad', 'oportunidades')}, cerca de ${shortMoney(net)} por mes; sin venta de ${span}`,
  fewMonths: 'Hacen falta tres meses cerrados con ventas.',
  fewDistributors: 'Hacen falta al menos cuatro distribuidores con ventas.',
  inactive: (span: string) => `No vendió en cada mes de ${span}: se lo compara cuando vende en los tres`,
  followed: 'En seguimiento',
  notYet: 'Desde mañana',
  seeFollowed: 'Ver todas las seguidas',
  followedNote: 'Vendido desde el día siguiente hasta ayer, menos devoluciones',
  seeAll: 'Ver todas',
  none: 'Nada para mostrar',
  pdf: 'PDF',
  sheet: 'Descargar la ficha en PDF',
  noSheet: 'No se pudo: reintentar',
  tabs: 'Distribuidor',
  report: 'Reporte',
  profile: 'Ficha',
  open_: (what: string, figure: string) => `${what}, ${figure}: ver el detalle`,
  close: 'Cerrar la lista',
  lists: {
    active: 'Clientes activos',
    new: 'Clientes nuevos',
    lost: 'Clientes perdidos',
    sold: 'Productos vendidos',
    gained: 'Productos ganados',
    'lost-products': 'Productos perdidos',
    common: 'Productos más distribuidos',
  },
} as const
