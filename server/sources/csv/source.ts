// A shop as a folder of CSV files (docs/csv-import.md).
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { TooLarge } from '#server/domain/too-large.ts'
import {
  type Page,
  type Pages,
  type ReadContext,
  type Reader,
  type RejectedRecord,
  type Source,
  SourceError,
} from '#server/ingest/source.ts'
import { customerOf, productOf } from './catalogue.ts'
import { csvContext, type OrderRows, orderOf } from './orders.ts'
import { type Columns, InvalidValue, invalid, nameOf, type Row, readTable, type Table } from './table.ts'
import { CSV_TEXT } from './text.ts'
import { id } from './values.ts'

const PERSON = ['email', 'nombre', 'apellido', 'ciudad', 'provincia', 'pais', 'distribuidor']
const FILES = {
  'ordenes.csv': {
    required: ['orden', 'fecha'],
    optional: [
      ...[
        'estado',
        'moneda',
        'cliente',
        ...PERSON,
        'nombre_distribuidor',
        'numero',
        'factura',
        'medio_de_pago',
      ],
      ...['envio', 'recargos', 'total'],
    ],
    numbers: ['envio', 'recargos', 'total'],
  },
  'lineas.csv': {
    required: ['orden', 'nombre', 'cantidad', 'importe'],
    optional: ['descuento', 'sku', 'producto'],
    numbers: ['cantidad', 'importe', 'descuento'],
  },
  'descuentos.csv': {
    required: ['orden', 'nombre', 'importe'],
    optional: ['tipo', 'grupo', 'subgrupo'],
    numbers: ['importe'],
  },
  'devoluciones.csv': { required: ['orden', 'importe'], optional: ['fecha', 'motivo'], numbers: ['importe'] },
  'productos.csv': {
    required: ['producto', 'nombre'],
    optional: ['sku', 'precio', 'stock', 'negocio', 'segmento', 'url'],
    numbers: ['precio', 'stock'],
  },
  'clientes.csv': {
    required: ['cliente', 'alta'],
    optional: [...PERSON, 'empresa', 'legajo', 'localidad'],
    numbers: [],
  },
} as const satisfies Record<string, Columns>
type FileName = keyof typeof FILES

const PAGE = 1000

interface CsvOptions {
  readonly pageSize?: number
  /** A person says that the folder holds everything: what it lacks is removed. */
  readonly complete?: boolean
}

export async function csvSource(
  directory: string,
  { pageSize = PAGE, complete = false }: CsvOptions = {},
): Promise<Source> {
  const folder = resolve(directory)
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new SourceError('files', CSV_TEXT.noFolder(directory))
  for (const file of ['ordenes.csv', 'lineas.csv'] as const)
    if ((await versionOf(folder, file)) === '')
      throw new SourceError('files', CSV_TEXT.noFile(directory, file))
  return {
    kind: 'csv',
    origin: `csv:${folder}`,
    currency: async () => undefined,
    info: async () => ({}),
    async rules() {
      const names = Object.keys(FILES) as FileName[]
      const versions = await Promise.all(names.map((file) => versionOf(folder, file)))
      return {
        // A changed file is read from its start.
        fingerprint: versions.join(),
        companyOfRole: (role) => (role === 'customer' ? '' : role),
        openReader: (context) => ({
          ...openReader(folder, context, pageSize),
          ...(complete && { absences: { kind: 'stated' } as const }),
        }),
      }
    },
    close: () => {},
  }
}

async function versionOf(folder: string, file: string): Promise<string> {
  const name = await nameOf(folder, file)
  if (name === undefined) return ''
  const { size, mtimeMs } = await stat(join(folder, name))
  return `${size}:${mtimeMs}`
}

function openReader(folder: string, context: ReadContext, pageSize: number): Reader {
  const told = new Set<FileName>()
  const table = async (file: FileName) => {
    const found = await readTable(folder, file, FILES[file])
    if (!told.has(file))
      for (const column of found?.unread ?? []) context.notes.count('column', CSV_TEXT.unread(file, column))
    told.add(file)
    return found
  }
  const withoutProducts = csvContext(context, new Map())
  const none = async () => undefined
  return {
    list: {
      categories: none,
      coupons: none,
      refunds: none,
      async products() {
        const products = await table('productos.csv')
        return products && pages(recordsOf(products, 'producto', productOf), pageSize)
      },
      async customers({ cursor } = {}) {
        const customers = await table('clientes.csv')
        const customer = (row: Row) => customerOf(row, withoutProducts)
        return customers && pages(recordsOf(customers, 'cliente', customer), pageSize, cursor)
      },
      async orders({ cursor } = {}) {
        const orders = await readOrders(table)
        const products = await skusOf(table)
        const toFacts = (rows: OrderRows) => orderOf(rows, csvContext(context, products))
        return pages({ ...orders, records: orders.records.map(translating(toFacts)) }, pageSize, cursor)
      },
    },
  }
}

/** A record that is translated when its page is read; throws InvalidValue. */
interface Lazy<Fact> {
  readonly id: number
  readonly fact: () => Fact
}

interface Records<Record> {
  readonly records: readonly Record[]
  /** Rows without a usable id. */
  readonly rejects: readonly RejectedRecord[]
}

type ReadFile = (file: FileName) => Promise<Table | undefined>

const translating =
  <Rows, Fact>(translate: (rows: Rows) => Fact) =>
  ({ id: recordId, rows }: { readonly id: number; readonly rows: Rows }): Lazy<Fact> => ({
    id: recordId,
    fact: () => translate(rows),
  })

function recordsOf<Fact>(table: Table, column: string, translate: (row: Row) => Fact): Records<Lazy<Fact>> {
  const { groups, rejects } = byId(table, column)
  const records = [...groups].map(([key, rows]) => ({
    id: key,
    fact: () => translate(only(rows, column)),
  }))
  return { records, rejects }
}

/** The row of an id; throws for an id that several rows claim. */
function only(rows: readonly Row[], column: string): Row {
  const [first, second] = rows
  if (second) throw invalid(second, column, CSV_TEXT.repeated(first?.line ?? 0))
  return first!
}

function byId({ rows, malformed }: Table, column: string) {
  const groups = new Map<number, Row[]>()
  const rejects: RejectedRecord[] = [...malformed]
  for (const row of rows) {
    try {
      const key = id(row, column)
      groups.set(key, [...(groups.get(key) ?? []), row])
    } catch (error) {
      rejects.push(rejection(`${row.file}:${row.line}`, error))
    }
  }
  return { groups, rejects }
}

async function readOrders(table: ReadFile): Promise<Records<{ id: number; rows: OrderRows }>> {
  const orders = await table('ordenes.csv')
  if (!orders || orders.rows.length === 0) throw new SourceError('files', CSV_TEXT.empty('ordenes.csv'))
  const heads = byId(orders, 'orden')
  const rejects = [...heads.rejects]
  const parts = async (file: FileName) => {
    const { groups, rejects: unusable } = byId(
      (await table(file)) ?? { rows: [], malformed: [], unread: [] },
      'orden',
    )
    rejects.push(...unusable)
    for (const [key, rows] of groups)
      if (!heads.groups.has(key))
        for (const row of rows)
          rejects.push(rejection(`${file}:${row.line}`, invalid(row, 'orden', CSV_TEXT.noOrder(String(key)))))
    return groups
  }
  const lines = await parts('lineas.csv')
  const discounts = await parts('descuentos.csv')
  const refunds = await parts('devoluciones.csv')
  const records = [...heads.groups].map(([key, rows]) => ({
    id: key,
    rows: {
      get order() {
        return only(rows, 'orden')
      },
      lines: lines.get(key) ?? [],
      discounts: discounts.get(key) ?? [],
      refunds: refunds.get(key) ?? [],
    },
  }))
  return { records, rejects }
}

async function skusOf(table: ReadFile): Promise<Map<string, number>> {
  const products = await table('productos.csv')
  const skus = new Map<string, number>()
  for (const [key, [row]] of products ? byId(products, 'producto').groups : [])
    if (row?.text('sku')) skus.set(row.text('sku'), key)
  return skus
}

/** Pages ascending by id; the cursor is the last id. Rows without an id are reported with the first page. */
async function* pages<Fact>(
  { records, rejects }: Records<Lazy<Fact>>,
  pageSize: number,
  cursor = '0',
): Pages<Fact> {
  const sorted = [...records].sort((one, other) => one.id - other.id)
  const rest = sorted.filter((record) => record.id > Number(cursor))
  if (sorted.length === 0 && rejects.length > 0) yield pageOf(sorted, rejects, 0)
  for (let from = 0; from < rest.length; from += pageSize) {
    const listed = rest.slice(from, from + pageSize)
    const unidentified = from === 0 && cursor === '0' ? rejects : []
    yield pageOf(listed, unidentified, sorted.length)
  }
}

function pageOf<Fact>(
  listed: readonly Lazy<Fact>[],
  unidentified: readonly RejectedRecord[],
  total: number,
): Page<Fact> {
  const facts: Fact[] = []
  const rejects = [...unidentified]
  for (const { id: key, fact } of listed) {
    try {
      facts.push(fact())
    } catch (error) {
      rejects.push(rejection(String(key), error))
    }
  }
  return {
    facts,
    rejects,
    ids: listed.map((record) => record.id),
    size: listed.length + unidentified.length,
    cursor: String(listed.at(-1)?.id ?? 0),
    total,
  }
}

function rejection(recordId: string, error: unknown): RejectedRecord {
  if (error instanceof InvalidValue) return { id: recordId, reason: error.message }
  if (error instanceof TooLarge) return { id: recordId, reason: CSV_TEXT.tooLarge }
  throw error
}
