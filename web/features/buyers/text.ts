// Texts of Cohortes.
import { integer } from '#web/text/format.ts'

const buyers = (count: number) => (count === 1 ? '1 comprador' : `${integer(count)} compradores`)

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
  shortFigures: {
    share: '% que compró',
    buyers: 'Compradores',
    orders: 'Órdenes',
    net: 'Neto',
    net_per_buyer: 'Neto acum.',
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
} as const
