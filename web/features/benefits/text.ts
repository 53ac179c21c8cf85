import { counted, integer } from '#web/text/format.ts'

export const text = {
  tabs: 'Beneficios',
  corporates: 'Corporativos',
  massives: 'Masivos',
  banks: 'Bancarios',
  overview: 'Resumen',
  details: 'Detalles',

  discountsOf: (month: string) => `Descuentos de ${month}`,
  subGroup: 'Beneficio',
  totalDiscounted: 'Total Descontado',
  count: 'Cant.',
  countHint: 'Cantidad de descuentos aplicados',
  share: '%',
  shareHint: 'Porcentaje del total de descuentos',
  group: 'Grupo',
  groups: 'Grupos',
  groupsTable: 'Descuentos por grupo',
  modes: 'Modo del gráfico',
  amountMode: 'Modo Facturacion',
  unitsMode: 'Modo Unidades',
  amountTitle: 'Descuentos Totales',
  unitsTitle: 'Cantidad de Ordenes',
  previousMonth: 'Mes comparado',
  change: 'Variación',
  total: 'Total',
  totalRows: 'Total: ver todos los descuentos',
  seeAllOf: (name: string) => `Ver ${name}`,
  summary: 'Resumen Descuentos',

  corporateCards: 'Beneficios Corporativos',
  massiveCards: 'Beneficios Masivos',
  bankCards: 'Beneficios Bancarios',
  sumOf: (month: string, amount: string, count: number) =>
    `Total de ${month}: ${amount} en ${counted(count, 'descuento', 'descuentos')}`,
  purchasesOf: (month: string) =>
    `Todo lo que compraron los empleados en ${month}, con cada descuento que tuvo`,
  discountTotal: 'Descuento total',
  quantity: 'Cantidad',
  net: 'Neto',
  discount: 'Descuento',
  refunded: 'Reembolsos',
  gross: 'Bruto',
  purchases: 'Cant. de Compras',
  employees: 'Cant. de Empleados',
  bought: 'Compras sobre empleados registrados',
  seePurchases: 'Ver Compras',
  seeEmployees: 'Ver Empleados',
  noDetails: 'Sin detalles',
  ofCard: (words: string, name: string) => `${words} de ${name}`,

  discountDetails: 'Detalles descuentos',
  employeeDetails: 'Detalles empleados',
  discountDetail: 'Detalle descuentos',
  purchasesSum: (month: string, count: number, net: string) =>
    `Total de ${month}: ${counted(count, 'compra', 'compras')}, neto ${net}`,
  registeredUpTo: (month: string) => `Empleados registrados hasta ${month}`,
  someOf: (shown: string, total: string) => `se muestran ${shown} de ${total}, el archivo los trae todos`,

  allDetails: 'Detalle de descuentos',
  allGroups: 'Todos los grupos',
  onlySubGroup: (name: string) => `Beneficio: ${name}`,
  onlyDiscount: (name: string) => `Cupón: ${name}`,
  onlyCoupon: (name: string) => `Cupones ${name}, sin los de empleados`,
  remove: (what: string) => `Quitar ${what}`,

  mostUsed: '10 Cupones más usados',
  mostUsedNote: (month: string) => `Sin cupones de empleados, ${month}`,
  coupon: 'Cupón',
  uses: 'Usos',
  couponsTable: 'Tabla de Cupones',
  couponsTableNote: (month: string) => `Usos y monto de cada cupón en ${month}`,
  couponsOf: (month: string) => `Cupones de ${month}`,
  couponsOfNote: 'Cada uso de un cupón, con su orden',
} as const

/** Says that a table holds only a part of its rows; empty when it holds all. */
export const partialNote = (rows: readonly unknown[] | undefined, total = 0): string =>
  rows === undefined || rows.length >= total ? '' : `; ${text.someOf(integer(rows.length), integer(total))}`
