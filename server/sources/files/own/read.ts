// Reads Góndola's own files: orders with their lines, discounts and refunds, products and accounts. Rows wait on disk.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DecimalSign } from '#contract/decimal-text.ts'
import type { Catalogue } from '../catalogue.ts'
import { textOf } from '../cell.ts'
import { currencyOf, currencyQuestion } from '../currency.ts'
import type { Drop, ReadDropOptions } from '../drop-model.ts'
import { FilesError } from '../failure.ts'
import type { KindRecipe } from '../kinds.ts'
import { LIMITS } from '../limits.ts'
import type { Question, Reject } from '../model.ts'
import { type DecimalEvidence, decimalEvidence } from '../numbers.ts'
import { isLong, isSpoilt, mayBeCut, orderIdOf } from '../order-ids.ts'
import type { Understood } from '../read-table.ts'
import { openRowStore, type RowStore } from '../row-store.ts'
import type { SavedRecipe } from '../saved-recipe.ts'
import { statusReader } from '../statuses.ts'
import type { TableRow } from '../table.ts'
import { FILES_TEXT } from '../text.ts'
import { customerOf, productOf } from './catalogue.ts'
import { columnsOf, OWN_FILES, type OwnFile, type OwnTable, unreadTitles } from './files.ts'
import { ownOrders } from './own-orders.ts'
import { ownRecords } from './own-records.ts'
import type { OwnReading } from './row.ts'
import { CSV_TEXT } from './text.ts'

const KIND: KindRecipe = { kind: 'gondola', marks: [], columns: {} }

/** Whose ids tell rows apart. */
const COLLECTIONS = ['orders', 'products', 'customers'] as const
type Collection = (typeof COLLECTIONS)[number]

const collectionOf = (file: OwnFile): Collection =>
  file === 'productos' ? 'products' : file === 'clientes' ? 'customers' : 'orders'

type Stores = Readonly<Record<Collection, RowStore>>

/** Throws FilesError for files that hold no orders. */
export async function readOwnFiles(tables: readonly OwnTable[], options: ReadDropOptions): Promise<Drop> {
  const stores = await openStores(options.folder)
  try {
    const read = await readAll(tables, stores, options)
    for (const store of Object.values(stores)) await store.seal()
    options.signal?.throwIfAborted()
    const orders = read.filter(({ own }) => own.file === 'ordenes')
    const heads = orders.length > 0 ? orders : read
    const head = heads[0]!.own.table
    if (heads.every(({ rows }) => rows === 0))
      throw new FilesError(422, CSV_TEXT.empty(head.name), head.upload)
    return dropOf(read, stores, options)
  } catch (error) {
    await closeAll(stores)
    throw error
  }
}

async function openStores(folder: string): Promise<Stores> {
  const open = () => openRowStore(join(folder, `${randomUUID()}.rows`))
  return { orders: await open(), products: await open(), customers: await open() }
}

async function closeAll(stores: Stores): Promise<void> {
  for (const store of Object.values(stores)) await store.close()
}

interface OwnRows {
  readonly own: OwnTable
  readonly decimals: DecimalEvidence
  readonly rows: number
  readonly skipped: number
  readonly rejects: readonly Reject[]
  readonly currencies: ReadonlySet<string>
  readonly cutIds: boolean
}

async function readAll(
  tables: readonly OwnTable[],
  stores: Stores,
  { signal, onProgress }: ReadDropOptions,
): Promise<OwnRows[]> {
  const of_bytes = tables.reduce((sum, { table }) => sum + table.bytes, 0)
  const progress = { rows: 0, bytes: 0, of_bytes }
  const read: OwnRows[] = []
  for (const [position, own] of tables.entries())
    read.push(
      await readRows(own, position, {
        store: stores[collectionOf(own.file)],
        onRow: () => {
          signal?.throwIfAborted()
          if (++progress.rows % 1000 === 0) onProgress?.(progress)
        },
        onBytes: (bytes) => {
          progress.bytes += bytes
          onProgress?.(progress)
        },
      }),
    )
  onProgress?.({ ...progress, bytes: of_bytes })
  return read
}

interface ReadRowsOptions {
  readonly store: RowStore
  readonly onRow: () => void
  readonly onBytes: (bytes: number) => void
}

async function readRows(own: OwnTable, position: number, options: ReadRowsOptions): Promise<OwnRows> {
  const { store, onRow, onBytes } = options
  const { table, file, titles, titleRow, positions } = own
  const columns = columnsOf(file)
  const idAt = columns.indexOf(OWN_FILES[file].id)
  const currencyAt = columns.indexOf('moneda')
  const numbersAt = OWN_FILES[file].numbers.map((column) => columns.indexOf(column))
  const decimals = decimalEvidence()
  const rejects: Reject[] = []
  const currencies = new Set<string>()
  let [rows, skipped, long, cut] = [0, 0, 0, 0]
  for await (const row of table.rows(onBytes)) {
    if (row.line <= titleRow) continue
    if (isSkipped(row, titles)) {
      skipped++
      continue
    }
    rows++
    onRow()
    if (store.count >= LIMITS.rows)
      throw new FilesError(413, FILES_TEXT.tooManyRows(table.name), table.upload)
    const cells = positions.map((at) => (at < 0 ? '' : (row.cells[at] ?? '')))
    const id = textOf(cells[idAt]!)
    const problem = problemOf(row, own, id)
    if (problem) {
      rejects.push(problem)
      continue
    }
    if (isLong(id)) {
      long++
      if (mayBeCut(id)) cut++
    }
    for (const at of numbersAt) decimals.see(cells[at]!)
    if (currencyAt >= 0 && cells[currencyAt]) currencies.add(textOf(cells[currencyAt]!))
    const key = collectionOf(file) === 'orders' ? orderIdOf(id) : Number(id)
    await store.add(key, { table: position, line: row.line, order: id, role: 'row', cells })
  }
  return { own, decimals, rows, skipped, rejects, currencies, cutIds: long > 0 && cut === long }
}

/** Blank rows and repeated titles. */
function isSkipped({ cells }: TableRow, titles: readonly string[]): boolean {
  const texts = cells.map(textOf)
  return (
    texts.every((text) => text === '') ||
    (texts.some((text) => text !== '') && titles.every((title, at) => (texts[at] ?? '') === title))
  )
}

/** Why nothing can be said of whose row it is. */
function problemOf(
  { line, cells }: TableRow,
  { table, file, titles }: OwnTable,
  id: string,
): Reject | undefined {
  const reject = (column: string, value: string, reason: string): Reject => ({
    ...{ file: table.name, row: line, column, value, reason },
  })
  const beyond = cells.findLastIndex((cell) => textOf(cell) !== '')
  if (beyond >= titles.length)
    return reject('', textOf(cells[beyond]!), CSV_TEXT.fieldCount(beyond + 1, titles.length))
  const column = OWN_FILES[file].id
  if (collectionOf(file) !== 'orders')
    return /^\d{1,15}$/.test(id) && Number(id) > 0 ? undefined : reject(column, id, CSV_TEXT.notId(id))
  if (id === '') return reject(column, id, FILES_TEXT.notId)
  return isSpoilt(id) ? reject(column, id, FILES_TEXT.spoiltId(id)) : undefined
}

function dropOf(read: readonly OwnRows[], stores: Stores, options: ReadDropOptions): Drop {
  const { recipe: given, saved = [] } = options
  const known = saved.find(({ layouts }) => layouts.some(({ kind }) => kind === KIND.kind))
  const recipe = {
    ...given,
    ...{ kind: KIND.kind, name: given.name ?? known?.name },
    statuses: { ...known?.statuses, ...given.statuses },
  }
  const told = read.flatMap(({ currencies }) => [...currencies])
  const currency = currencyOf(told, options)
  const signOf = ({ decimals }: OwnRows) => given.decimal ?? decimals.sign() ?? known?.decimal
  const readings = read.map((one): OwnReading => {
    const { own, cutIds } = one
    return { file: own.file, name: own.table.name, decimalSign: signOf(one), cutIds }
  })
  const ofCollection = (collection: Collection) => ({
    store: stores[collection],
    readings,
    orphans: read.flatMap(({ own, rejects }) => (collectionOf(own.file) === collection ? rejects : [])),
  })
  const catalogue: Catalogue = {
    products: ownRecords(ofCollection('products'), 'producto', productOf),
    customers: ownRecords(ofCollection('customers'), 'cliente', customerOf),
  }
  const status = statusReader(recipe.statuses)
  const unread = read.flatMap(({ own }) =>
    unreadTitles(own).map((title) => CSV_TEXT.unread(own.table.name, title)),
  )
  return {
    kind: KIND.kind,
    recipe: { ...recipe, ...(currency !== undefined && { currency }) },
    answers: recipe,
    files: read.map((one) => fileOf(one, known)),
    questions: [...questionsOf(read, signOf), ...currencyQuestion(told, read[0]!.own.table.name, currency)],
    currency,
    orphans: ofCollection('orders').orphans,
    samples: {},
    catalogue,
    isCatalogue: read.every(({ own }) => collectionOf(own.file) !== 'orders'),
    orders: (assemble) =>
      ownOrders(stores.orders, readings, {
        ...{ assemble, products: catalogue.products, unread },
        statusOf: (value) => status(value).status,
      }),
    orderIds: () => stores.orders.ids(),
    tables: read.map(({ own }) => understoodAs(own, known)),
    close: () => closeAll(stores),
  }
}

const fileOf = ({ own, rows, skipped }: OwnRows, known: SavedRecipe | undefined) => {
  const { table, titles, titleRow } = own
  const { name, sheet, sheets, encoding, delimiter } = table
  const read = {
    name,
    place: name,
    unread: [],
    sheet,
    sheets,
    encoding,
    delimiter,
    title_row: titleRow,
    rows,
    skipped,
    titles,
  }
  return { ...read, saved: known?.name ?? null }
}

const understoodAs = ({ table, titles, titleRow }: OwnTable, known: SavedRecipe | undefined): Understood => {
  const layout = known?.layouts.find(({ kind }) => kind === KIND.kind)
  return {
    ...{ table, titles, titleRow, recipe: KIND, columns: new Map(), isOffer: false },
    ...{ samples: new Map(), sampled: 0 },
    saved: known && layout && { recipe: known, layout },
  }
}

function questionsOf(read: readonly OwnRows[], signOf: (one: OwnRows) => DecimalSign): Question[] {
  return read
    .filter((one) => one.decimals.unclear.length > 0 && signOf(one) === undefined)
    .map(({ own, decimals: { unclear } }) => ({
      ...{ key: 'decimal' as const, file: own.table.name, column: null },
      ...{ options: [',', '.'], samples: unclear },
    }))
}
