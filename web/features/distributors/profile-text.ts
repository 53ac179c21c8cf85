import type { Month } from '#contract/month.ts'
import { counted, integer, monthName, shortMoney } from '#web/text/format.ts'

/** 'febrero a abril 2026'. */
export const monthsSpan = (first: Month, last: Month) =>
  first.slice(0, 4) === last.slice(0, 4)
    ? `${monthName(first).replace(/ \d{4}$/, '')} a ${monthName(last)}`
    : `${monthName(first)} a ${monthName(last)}`

export const text = {
  cards: {
    net_sale: 'Venta Neta',
    orders: 'Órdenes completas',
    units: 'Unidades',
    buyers: 'Clientes activos',
  },
  figures: 'Cifras del mes',
  why: 'Por qué',
  whyOf: (month: string, against: string) => `Venta neta de ${month}, ${against}`,
  noReason: 'Tu rol no ve por qué cambió.',
  openWhy: 'Ver por qué',
  rank: (rank: number, of: number) => `Puesto ${integer(rank)} de ${integer(of)}`,
  notRanked: (of: number) => `Sin puesto: ${counted(of, 'distribuidor vendió', 'distribuidores vendieron')}`,
  share: (share: string) => `${share} de la venta`,
  place: 'Su lugar entre los distribuidores',
  monthEnd: (forecast: string, low: string, high: string) =>
    `Cierra cerca de ${forecast} (entre ${low} y ${high})`,
  course: 'Sus 13 meses',
  month: 'Mes',
  net: 'Venta Neta',
  orders: 'Órdenes',
  customers: 'Clientes',
  customersOf: (span: string, month: string, isRunning: boolean) =>
    isRunning
      ? `Perdidos: compraron de ${span} y todavía no en ${month}`
      : `Perdidos: compraron de ${span} y no en ${month}`,
  active: 'Activos',
  newcomers: 'Nuevos',
  lost: 'Perdidos',
  products: 'Productos y distribución',
  productsOf: (span: string) => `Ganados y perdidos frente a ${span}`,
  sold: 'Vendidos',
  gained: 'Ganados',
  lostProducts: 'Perdidos',
  inMonth: (amount: string) => `${amount} en el mes`,
  before: (amount: string) => `${amount} en esos tres meses`,
  common: 'De los más distribuidos',
  commonOf: (sold: number, common: number) => `${integer(sold)} de ${integer(common)}`,
  commonNote: (active: number) =>
    `Los vende la mitad o más de ${counted(active, 'distribuidor activo', 'distribuidores activos')}`,
  service: 'Servicio',
  serviceOf: (month: string) => `Órdenes de ${month} ya completadas; abiertas, hoy de cualquier mes`,
  medianDays: 'Mediana de días',
  p90: (days: string) => `Nueve de diez: hasta ${days}`,
  onTime: 'A tiempo',
  open: 'Abiertas',
  oldest: (days: string) => `La más antigua: ${days} días`,
  losses: 'Canceladas y reembolsos',
  cancelled: 'Canceladas',
  cancelRate: 'Tasa de cancelación',
  refunded: 'Reembolsado',
  refundRate: (rate: string) => `${rate} de lo vendido`,
  benefits: 'Beneficios',
  benefitsOf: 'Descuentos de órdenes completadas y en preparación',
  amount: 'Monto',
  uses: 'Usos',
  group: 'Grupo',
  opportunities: 'Oportunidades',
  found: (count: number, net: number, span: string) =>
    count === 0
      ? 'Vende todo lo que venden sus pares'
      : `${counted(count, 'oportunidad', 'oportunidades')}, cerca de ${shortMoney(net)} por mes; sin venta de ${span}`,
  fewMonths: 'Hacen falta tres meses cerrados con ventas.',
  fewDistributors: 'Hacen falta al menos cuatro distribuidores con ventas.',
  seeAll: 'Ver todas',
  never: 'Nunca',
  none: 'Nada para mostrar',
  send: 'Enviar',
  mail: 'Enviar la ficha por correo cada mes',
  mailName: (name: string) => `Ficha de ${name}`,
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
