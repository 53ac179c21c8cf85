// Which of Góndola's own files (docs/csv-import.md) a dropped table is.
import { folded } from '#server/domain/folded.ts'
import { textOf } from '../cell.ts'
import { FilesError } from '../failure.ts'
import type { Table } from '../table.ts'
import { TITLE_ROWS } from '../titles.ts'
import { CSV_TEXT } from './text.ts'

interface OwnColumns {
  readonly id: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Those of the above that hold numbers. */
  readonly numbers: readonly string[]
}

const PERSON = ['email', 'nombre', 'apellido', 'ciudad', 'provincia', 'pais', 'distribuidor']
export const OWN_FILES = {
  ordenes: {
    id: 'orden',
    required: ['orden', 'fecha'],
    optional: [
      ...['estado', 'moneda', 'cliente', ...PERSON, 'nombre_distribuidor'],
      ...['numero', 'factura', 'medio_de_pago', 'envio', 'recargos', 'total'],
    ],
    numbers: ['envio', 'recargos', 'total'],
  },
  lineas: {
    id: 'orden',
    required: ['orden', 'nombre', 'cantidad', 'importe'],
    optional: ['descuento', 'sku', 'producto', 'costo'],
    numbers: ['cantidad', 'importe', 'descuento', 'costo'],
  },
  descuentos: {
    id: 'orden',
    required: ['orden', 'nombre', 'importe'],
    optional: ['tipo', 'grupo', 'subgrupo'],
    numbers: ['importe'],
  },
  devoluciones: {
    id: 'orden',
    required: ['orden', 'importe'],
    optional: ['fecha', 'motivo'],
    numbers: ['importe'],
  },
  productos: {
    id: 'producto',
    required: ['producto', 'nombre'],
    optional: ['sku', 'precio', 'costo', 'stock', 'negocio', 'segmento', 'url'],
    numbers: ['precio', 'costo', 'stock'],
  },
  clientes: {
    id: 'cliente',
    required: ['cliente', 'alta'],
    optional: [...PERSON, 'empresa', 'legajo', 'localidad'],
    numbers: [],
  },
} as const satisfies Record<string, OwnColumns>
export type OwnFile = keyof typeof OWN_FILES

const NAMES = Object.keys(OWN_FILES) as OwnFile[]

export const columnsOf = (file: OwnFile): readonly string[] => [
  ...OWN_FILES[file].required,
  ...OWN_FILES[file].optional,
]

export interface OwnTable {
  readonly table: Table
  readonly file: OwnFile
  readonly titles: readonly string[]
  readonly titleRow: number
  /** Of the file's columns in their order; -1 for one that the table lacks. */
  readonly positions: readonly number[]
}

/** The tables as Góndola's own files; undefined unless orders and their lines are among them, or all are of the catalogue. */
export async function ownTables(tables: readonly Table[]): Promise<OwnTable[] | undefined> {
  const found: (OwnTable | undefined)[] = []
  for (const table of tables) found.push(await ownTable(table))
  const has = (file: OwnFile) => found.some((one) => one?.file === file)
  const isCatalogue = found.every((one) => one?.file === 'productos' || one?.file === 'clientes')
  if (!isCatalogue && !(has('ordenes') && has('lineas'))) return undefined
  return found.map((one, at) => {
    const table = tables[at]!
    if (!one) throw new FilesError(415, CSV_TEXT.foreign(table.name), table.upload)
    const repeated = repeatedColumn(one)
    if (repeated !== undefined)
      throw new FilesError(400, CSV_TEXT.repeatedColumn(table.name, repeated), table.upload)
    return one
  })
}

/** By its titles; where they fit several files, by its name. */
async function ownTable(table: Table): Promise<OwnTable | undefined> {
  let read = 0
  for await (const { line, cells } of table.rows()) {
    const titles = cells.map(textOf)
    const keys = titles.map(folded)
    if (keys.some((key) => key !== '')) {
      const file = fileOf(table.name, keys)
      if (!file) return undefined
      const positions = columnsOf(file).map((column) => keys.indexOf(folded(column)))
      return { table, file, titles, titleRow: line, positions }
    }
    if (++read >= TITLE_ROWS) return undefined
  }
  return undefined
}

const stemOf = (name: string): string => folded(name.replace(/\.[a-z0-9]+$/i, ''))

/** «Ordenes.csv», but not «ordenes de mayo.csv». */
export const isOwnName = (name: string): boolean => NAMES.some((file) => file === stemOf(name))

function fileOf(name: string, keys: readonly string[]): OwnFile | undefined {
  const stem = stemOf(name)
  const fitting = NAMES.filter((file) => OWN_FILES[file].required.every((column) => keys.includes(column)))
  const isWhole = (file: OwnFile) => {
    const known = new Set(columnsOf(file).map(folded))
    return keys.every((key) => key === '' || known.has(key))
  }
  return fitting.find((file) => stem === file || stem.startsWith(`${file} `)) ?? fitting.find(isWhole)
}

const repeatedColumn = ({ file, titles }: OwnTable): string | undefined => {
  const keys = titles.map(folded)
  return columnsOf(file).find((column) => keys.indexOf(folded(column)) !== keys.lastIndexOf(folded(column)))
}

/** Titles of columns that Góndola does not read. */
export function unreadTitles({ file, titles }: OwnTable): string[] {
  const known = new Set(columnsOf(file).map(folded))
  return titles.filter((title) => title !== '' && !known.has(folded(title)))
}
