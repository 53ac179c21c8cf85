import type { RfmSegment } from '#contract/lists/buyers.ts'
import type { PerformanceBuyers } from '#contract/lists/performance.ts'
import { counted, integer, money, shortMoney } from '#web/text/format.ts'

const buyers = (count: number) => (count === 1 ? '1 comprador' : `${integer(count)} compradores`)

interface Brought {
  readonly verdict: string
  readonly estimate: number
  readonly low: number
  readonly high: number
  readonly users: number
  readonly bought: number
  readonly expected: number
  readonly discount: number
}

export const text = {
  firstOrder: 'Compradores según su primera orden',
  keys: {
    distributor: 'Distribuidor',
    province: 'Provincia',
    company: 'Empresa',
    benefit: 'Beneficio',
  },
  any: {
    distributor: 'Todos los distribuidores',
    province: 'Todas las provincias',
    company: 'Todas las empresas',
    benefit: 'Con o sin beneficio',
  },
  none: { company: 'Sin cuenta', benefit: 'Sin beneficio' },
  noProvince: 'Sin provincia',
  span: 'Meses de primera compra',
  months: (count: number) => `${count} meses`,
  buyers,

  map: 'Mapa de cohortes',
  cohorts: 'Compradores por mes de su primera orden',
  cohortsNote: (month: string) =>
    `Cada fila es una cohorte: quienes compraron por primera vez ese mes, y qué hicieron después, hasta ${month}`,
  figure: 'Qué muestra cada celda',
  figures: {
    share: '% que compró',
    buyers: 'Compradores',
    orders: 'Órdenes',
    net: 'Neto',
    net_per_buyer: 'Neto acumulado por comprador',
  },
  firstMonth: 'Primera compra',
  size: 'Compradores',
  sameMonth: 'Ese mes',
  monthsSince: 'Meses desde la primera compra',
  running: (month: string) =>
    `${month} todavía está en curso: la última celda de cada fila va a seguir creciendo.`,
  cell: (cohort: string, since: number, value: string) =>
    `${cohort}, ${since === 0 ? 'el mismo mes' : since === 1 ? '1 mes después' : `${since} meses después`}: ${value}`,
  table: 'Las cohortes en filas',
  tableNote: 'Las mismas cifras, para ordenar y exportar',

  cellTitle: (cohort: string, month: string) => `Primera compra en ${cohort}, compras de ${month}`,
  peopleOrOrders: 'Qué listar',
  people: 'Personas',
  orders: 'Órdenes',
  closeCell: 'Cerrar el detalle',
  noPeople:
    'Tu rol no incluye los datos personales, así que estas personas no se pueden listar ni exportar. Sus órdenes sí.',
  noPeopleNorOrders:
    'Tu rol no incluye los datos personales, así que estas personas no se pueden listar ni exportar.',

  again: 'Cuándo vuelven a comprar',
  againNote: (months: number, month: string) =>
    `Compradores cuya primera orden es de los ${months} meses hasta ${month}`,
  asOf: (day: string) =>
    `Cada plazo cuenta solo a quienes ya lo cumplieron al ${day}. La distribución y la mediana, a quienes llevan 180 días o más.`,
  within: (days: number) => `Volvió en ${days} días`,
  median: 'Mediana hasta la segunda',
  days: (count: string) => (count === '1' ? '1 día' : `${count} días`),
  firstOrders: 'Primera orden',
  noTime: 'Aún no pasó el tiempo',
  wait: 'Días entre la primera y la segunda orden',
  share: 'De los compradores',
  repurchaseRows: 'Recompra por primera orden',
  by: 'Ver por',
  byTitles: {
    month: 'Mes',
    distributor: 'Distribuidor',
    province: 'Provincia',
    company: 'Empresa',
    benefit: 'Beneficio',
  },
  rangeTitle: (range: string) => `Segunda orden: ${range}`,
  rowTitle: (label: string) => `Primera orden: ${label}`,

  segments: 'Segmentos',
  segmentsNote: (day: string, before: string) => `Al ${day}, comparado con el ${before}`,
  sizes: 'Compradores por segmento',
  average: (amount: string) => `Neto promedio por comprador activo en 12 meses: ${amount}`,
  meaning: {
    new: 'Su única orden tiene hasta 60 días.',
    best: 'Última orden hace hasta 60 días, 4 o más en 12 meses, y un neto igual o mayor que el promedio.',
    loyal: 'Última orden hace hasta 60 días y 2 o más en 12 meses.',
    returned: 'Volvieron hace hasta 60 días, después de más de un año.',
    valuable_cooling: 'Última orden hace 61 a 180 días, con el doble del neto promedio o más.',
    cooling: 'Última orden hace 61 a 180 días y 2 o más en 12 meses.',
    occasional: 'Última orden hace 61 a 180 días, la única en 12 meses.',
    asleep: 'Última orden hace 181 a 364 días.',
    lost: 'Sin órdenes desde hace un año o más.',
  } satisfies Record<RfmSegment, string>,
  segmentTable: 'Cuántos son y cuánto valen',
  moves: 'Quién se movió desde el mes anterior',
  movesNote: 'Filas: dónde estaban. Columnas: dónde están. La diagonal no se movió.',
  movesTable: 'Tabla de movimientos',
  was: 'Mes anterior',
  move: (before: string, now: string, count: string) => `De ${before} a ${now}: ${count}`,
  total: 'Total',
  segmentTitle: (segment: string) => `Segmento: ${segment}`,
  moveTitle: (before: string, now: string) => `De «${before}» a «${now}»`,
  net: 'Neto de 12 meses',

  benefitBy: { group: 'Grupos', sub_group: 'Subgrupos', promotion: 'Promociones' },
  benefitSpan: 'Meses de órdenes',
  benefitMonths: (count: number) => (count === 1 ? '1 mes' : `${count} meses`),
  performance: 'Ventas con cada beneficio',
  performanceNote: (month: string, months: number, all: string | undefined) =>
    [
      months === 1
        ? `Órdenes completadas de ${month}`
        : `Órdenes completadas de los ${months} meses hasta ${month}`,
      ...(all ? [all] : []),
    ].join('. '),
  allOrders: (orders: string, net: string) => `En total, con y sin beneficio: ${orders} órdenes, ${net}`,
  notACause:
    'Los dos tickets están uno al lado del otro para compararlos; la diferencia no quiere decir que el beneficio la cause: quien usa un beneficio también compra otras cosas, en otro momento y en otro lugar. Una orden con dos beneficios cuenta en los dos, así que las filas no suman.',
  performanceLists: {
    products: 'Productos',
    orders: 'Órdenes',
    others: 'Las demás órdenes',
    buyers: 'Compradores',
    new: 'Nuevos',
    returned: 'Volvieron sin descuento',
  } satisfies Record<'products' | 'orders' | 'others' | 'buyers' | PerformanceBuyers, string>,
  openFigure: (benefit: string, title: string, figure: string) =>
    `${benefit}, ${title}, ${figure}: ver el detalle`,

  effects: '¿Rindió cada beneficio?',
  effectsNote: (month: string) =>
    `Quienes lo usaron por primera vez en ${month}, al lado de compradores parecidos que compraron los mismos días sin él: 60 días antes y 60 después.`,
  notYet: (month: string, day: string) => `Para juzgar ${month} faltan datos hasta el ${day}.`,
  noEffects: (month: string) => `Nadie usó un beneficio por primera vez en ${month}.`,
  openEffect: (benefit: string) => `${benefit}: ver la comparación`,
  effectOf: (benefit: string, month: string) => `${benefit}, primeros usos de ${month}`,
  comparison: 'La comparación',
  comparisonNote:
    'Neto por usuario y por orden comparada. Lo esperado sin él sale de los comparados, según lo que cada uno compraba antes; las diferencias suman lo que trajo.',
  noCompany: 'Sin empresa',
  openSides: { users: 'ver sus usuarios', controls: 'ver sus comparados' },
  sides: {
    users: (benefit: string) => `Usuarios de ${benefit}`,
    controls: (benefit: string) => `Con quiénes se compara ${benefit}`,
  },
  everyGroup: 'Todos los compradores',
  sideNotes: {
    users: 'Cada uno con la orden de su primer uso; las diferencias suman lo que trajo',
    controls: 'Cada comprador con la primera de sus órdenes comparadas; los netos son por orden',
  },
  closeBuyers: 'Cerrar los compradores',
  missing: (day: string) => `Faltan datos hasta el ${day}: los 60 días siguientes todavía no pasaron.`,
  tooFew: (users: number, controls: number) =>
    `${counted(users, 'usuario nuevo', 'usuarios nuevos')} y ${counted(controls, 'comprador parecido', 'compradores parecidos')}: con menos de 15 y 30 no se puede decir nada.`,
  leftOut: (count: number) =>
    count === 1
      ? 'Otro usuario queda afuera: nadie de su empresa o provincia compró sin él.'
      : `Otros ${integer(count)} usuarios quedan afuera: casi nadie de su empresa o provincia compró sin él.`,
  brought: ({ verdict, estimate, low, high, users, bought, expected, discount }: Brought) =>
    [
      verdict === 'no se nota'
        ? `No se nota: la diferencia de ${shortMoney(estimate)} puede ser casualidad${low > 0 || high < 0 ? ', que da una así en más de 5 de cada 100 casos' : ''}.`
        : estimate > 0
          ? `Rindió: trajo ${shortMoney(estimate)} de neto.`
          : `No rindió: costó ${shortMoney(-estimate)} de neto.`,
      `En 80 de 100 casos, entre ${shortMoney(low)} y ${shortMoney(high)}.`,
      `${counted(users, 'usuario nuevo compró', 'usuarios nuevos compraron')} ${money(bought)}, y sin él se esperaban ${money(expected)}.`,
      `El descuento, ${money(discount)}, ya está restado.`,
    ].join(' '),
} as const
