import type { MarginBy } from '#contract/lists/costs.ts'
import { integer, percent } from '#web/text/format.ts'

const costs = (count: number) => `${integer(count)} ${count === 1 ? 'costo' : 'costos'}`

export const text = {
  views: 'Qué ver',
  margin: 'Margen',
  costs: 'Costos',
  by: 'Margen por',
  byName: {
    product: 'Producto',
    segment: 'Segmento',
    business: 'Negocio',
    distributor: 'Distribuidor',
    province: 'Provincia',
    company: 'Empresa',
    benefit_group: 'Grupo de beneficios',
    benefit_sub_group: 'Sub-grupo',
    promotion: 'Promoción',
  } satisfies Record<MarginBy, string>,
  marginOf: (month: string, coverage: number | undefined, against: string) =>
    [
      `Órdenes completadas de ${month}: lo que queda de la venta neta, sin el costo; % de margen ${against}.`,
      ...(coverage === undefined
        ? []
        : [
            coverage === 0
              ? 'Ninguna venta tiene costo todavía'
              : `Tiene costo el ${percent(coverage)} de la venta neta`,
          ]),
    ].join(' '),
  seeCosts: 'Ver los productos sin costo',
  seeUncovered: 'Ver lo que no tiene costo',
  seeParts: (figure: string, name: string) => `${figure} de ${name}: ver de qué se compone`,
  list: 'Costo por unidad',
  listNote:
    'Lo que cuesta hoy cada producto. La venta que la tienda registró con su costo usa ese; las demás, el cargado para su día.',
  everyOne: 'Todos',
  missing: 'Sin costo',
  which: 'Qué productos',
  enter: 'Cargar costos',
  change: 'Cambiar',
  changeOf: (name: string) => `Cambiar el costo de ${name}`,
} as const

export const dialogText = {
  title: 'Cargar costos',
  titleOf: (name: string) => `Costo de ${name}`,
  note: 'Una fila por producto: SKU (o su nombre), costo por unidad y, si hace falta, desde qué día. Se puede pegar desde Excel o elegir un archivo.',
  rows: 'Filas',
  rowsHint: 'ALF-12 · 812,50 · 01/05/2026',
  since: 'Desde',
  sinceHint:
    'Para las filas que no dicen su día. Cuenta en las órdenes de ese día en adelante, hasta otro costo.',
  cost: 'Costo por unidad',
  costHint: 'Vacío: quita el costo cargado para ese día',
  file: 'Elegir archivo',
  unknownFile: 'Ese archivo no se puede leer: tiene que ser CSV o XLSX.',
  review: 'Revisar',
  save: (count: number) => `Guardar ${costs(count)}`,
  saveOne: 'Guardar',
  reviewed: (count: number, changed: number) =>
    changed === count
      ? `${costs(count)} para guardar.`
      : `${costs(count)}: ${integer(changed)} cambian algo.`,
  entered: 'Cargados hasta ahora',
  enteredAt: (since: string, cost: string) => `Desde ${since}: ${cost}`,
  line: (line: number, problem: string) => `Fila ${integer(line)}: ${problem}`,
  noCost: (cell: string) => (cell === '' ? 'no tiene costo' : `«${cell}» no es un costo`),
  unclear: (cell: string) => `«${cell}» puede ser miles o decimales: escribilo con los dos decimales`,
  noDay: (cell: string) => `«${cell}» no es un día`,
  more: (count: number) => `y ${integer(count)} más`,
  empty: 'No hay ninguna fila.',
  tooMany: (most: number) => `Son más de ${integer(most)} filas: cargalas en partes.`,
  wrongCost: 'Un número de 0 en adelante, con hasta cuatro decimales',
  corrected: 'No se guardó nada: hay filas para corregir.',
} as const
