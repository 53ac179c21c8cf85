// Reads dropped files as far as they can be understood without a person, and lists what has to be asked.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { entryOf } from '#contract/entry.ts'
import { turns } from '#server/domain/turns.ts'
import { textOf } from './cell.ts'
import { columnNames, namedColumns } from './columns.ts'
import { currencyOf, currencyQuestion, titleCurrency } from './currency.ts'
import { type DroppedFile, tablesOf } from './drop.ts'
import type { AssembledOrder, AssembleOptions, Drop, ReadDropOptions } from './drop-model.ts'
import { FilesError } from './failure.ts'
import { type Field, PAID } from './fields.ts'
import type { Question, ReadFile, Recipe, WarningCode } from './model.ts'
import { type AssembleContext, type Assembled, rejectOf, type TableReading, textIn } from './order-rows.ts'
import { ownTables } from './own/files.ts'
import { readOwnFiles } from './own/read.ts'
import { kindName, missingIn, type RowsOf, readRows, type Understood } from './read-table.ts'
import { openRowStore, type RowStore, type StoredRow } from './row-store.ts'
import { titleScale } from './scale.ts'
import { orderFromFiles } from './several-files.ts'
import { understoodSheets } from './sheets.ts'
import { statusReader } from './statuses.ts'
import { placeOf, type Table } from './table.ts'
import { FILES_TEXT } from './text.ts'

/** Throws FilesError for files that hold no orders. */
export async function readDrop(files: readonly DroppedFile[], options: ReadDropOptions): Promise<Drop> {
  const { recipe, folder, signal } = options
  const tables = await tablesOf(files, join(folder, randomUUID()), recipe.sheet)
  const own = isMapped(recipe, tables) ? undefined : await ownTables(tables)
  if (own) return readOwnFiles(own, options)
  const all = await understoodTables(tables, options)
  const understood = all.filter((one) => !isBeside(one, all, recipe))
  const beside = all.filter((one) => !understood.includes(one))
  const store = await openRowStore(join(folder, `${randomUUID()}.rows`))
  try {
    const read = await readAll(understood, store, options)
    signal?.throwIfAborted()
    const drop = dropOf(read, store, options)
    return {
      ...drop,
      files: [...drop.files, ...beside.map((one) => fileOf({ understood: one, ...NO_ROWS }))],
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** A text that came in an archive with tables, and holds none, is left out. */
async function understoodTables(tables: readonly Table[], options: ReadDropOptions): Promise<Understood[]> {
  const found: Understood[] = []
  const failed: { readonly upload: number; readonly error: unknown }[] = []
  for (const table of tables)
    try {
      for (const one of await understoodSheets(table, options))
        found.push(likeTwin(one, found, options.recipe))
    } catch (error) {
      if (!(error instanceof FilesError) || error.status !== 415) throw error
      failed.push({ upload: table.upload, error })
    }
  const isTable = (upload: number) =>
    found.some(({ table, columns }) => table.upload === upload && columns.size > 0)
  for (const { upload, error } of failed) if (!isTable(upload)) throw error
  return found.filter(({ table, columns }) => columns.size > 0 || !isTable(table.upload))
}

/** A table with the titles of one before it is read like it, as the next month's file of a kind. */
function likeTwin(one: Understood, before: readonly Understood[], { columns }: Recipe): Understood {
  const titles = JSON.stringify(one.titles)
  const twin = before.find((other) => JSON.stringify(other.titles) === titles)
  if (!twin || entryOf(columns, one.table.name) !== undefined) return one
  return { ...one, columns: twin.columns, saved: twin.saved, isOffer: twin.isOffer }
}

const NO_ROWS = { rows: 0, skipped: 0 }

const columnsChosen = ({ columns }: Recipe, name: string): boolean =>
  Object.values(entryOf(columns, name) ?? {}).some((title) => title !== '')

/** A table of customers or products beside one of orders: it names none, and is left out unless a person chooses its columns. */
const isBeside = (one: Understood, all: readonly Understood[], recipe: Recipe): boolean =>
  !one.columns.has('order') &&
  !one.columns.has('refund_of') &&
  !columnsChosen(recipe, one.table.name) &&
  all.some((other) => other.columns.has('order') && missingIn(other, all).length === 0)

/** A person chose columns, or another kind. */
const isMapped = ({ kind = 'gondola', columns }: Recipe, tables: readonly Table[]): boolean =>
  kind !== 'gondola' || tables.some(({ name }) => columnsChosen({ columns }, name))

/** Answers of this import stand before those of a saved recipe; what the files themselves show stands between them. */
function answersOf(recipe: Recipe, all: readonly Understood[]): Recipe {
  const saved = all.flatMap((one) => (one.saved ? [one.saved.recipe] : []))
  const first = <K extends 'date_order' | 'decimal' | 'no_products'>(key: K): Recipe[K] =>
    [recipe, ...saved].find((one) => one[key] !== undefined)?.[key]
  return {
    ...recipe,
    name: recipe.name ?? saved[0]?.name,
    statuses: Object.assign({}, ...saved.map(({ statuses }) => statuses).reverse(), recipe.statuses),
    ...{ date_order: first('date_order'), decimal: first('decimal'), no_products: first('no_products') },
  }
}

async function readAll(
  all: readonly Understood[],
  store: RowStore,
  options: ReadDropOptions,
): Promise<RowsOf[]> {
  const sizes = new Map(all.map(({ table }) => [table.name, table.bytes]))
  const of_bytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  const progress = { rows: 0, bytes: 0, of_bytes }
  const read: RowsOf[] = []
  for (const [position, one] of all.entries())
    read.push(
      await readRows(one, {
        position,
        store,
        signal: options.signal,
        onRow: (rows) => {
          progress.rows += rows
          if (progress.rows % 1000 === 0) options.onProgress?.(progress)
        },
        onBytes: (bytes) => {
          progress.bytes += bytes
          options.onProgress?.(progress)
        },
      }),
    )
  await store.seal()
  options.onProgress?.({ ...progress, bytes: of_bytes })
  return read
}

function dropOf(read: readonly RowsOf[], store: RowStore, options: ReadDropOptions): Drop {
  const all = read.map(({ understood }) => understood)
  const recipe = answersOf(options.recipe, all)
  const known = all.filter((one) => missingIn(one, all).length === 0)
  const isBlank = read.every(({ rows, skipped }) => rows + skipped === 0)
  const isUseless = store.count === 0 && read.every(({ rejects }) => rejects.length === 0)
  if (isBlank || (known.length > 0 && isUseless)) throw new FilesError(422, FILES_TEXT.noOrders)
  const told = read.flatMap((one) => [...one.currencies, ...titleCurrencyOf(one)])
  const currency = currencyOf(told, options)
  const readings = read.map((one) => readingOf(one, read, options.recipe))
  return {
    kind: recipe.kind ?? kindName(all.find((one) => one.recipe !== undefined) ?? all[0]!),
    recipe: fullRecipe(all, recipe, currency),
    answers: recipe,
    files: read.map(fileOf),
    questions: [
      ...questionsOf(read, all, { given: options.recipe, recipe }),
      ...currencyQuestion(told, read[0]?.understood.table.name ?? null, currency),
    ],
    currency,
    orphans: read.flatMap(({ rejects }) => rejects),
    samples: byFile(all, ({ samples }) => Object.fromEntries(samples)),
    orders: (assemble) => assembled(store, readings, recipe, assemble),
    orderIds: () => store.ids(),
    tables: all,
    close: () => store.close(),
  }
}

const fileOf = ({ understood, rows, skipped }: Pick<RowsOf, 'understood' | 'rows' | 'skipped'>): ReadFile => {
  const { table, titles, titleRow } = understood
  const { name, sheet, sheets, encoding, delimiter } = table
  const read = { name, sheet, sheets, encoding, delimiter, title_row: titleRow, rows, skipped, titles }
  return {
    ...read,
    place: placeOf(table),
    unread: understood.unread ?? [],
    saved: understood.saved?.recipe.name ?? null,
  }
}

/** What the first sheet of a workbook tells stands before what others do. */
function byFile<T>(all: readonly Understood[], of: (one: Understood) => Record<string, T>) {
  const files = new Map<string, Record<string, T>>()
  for (const one of all) files.set(one.table.name, { ...of(one), ...files.get(one.table.name) })
  return Object.fromEntries(files)
}

function fullRecipe(all: readonly Understood[], recipe: Recipe, currency: string | undefined): Recipe {
  return {
    ...recipe,
    kind: recipe.kind ?? kindName(all.find((one) => one.recipe !== undefined) ?? all[0]!),
    columns: byFile(all, ({ titles, columns }) => namedColumns(titles, columns)),
    ...(currency !== undefined && { currency }),
  }
}

/** Of the amount that counts; none or one. */
const titleCurrencyOf = ({ understood: { titles, columns } }: RowsOf): string[] => {
  const [at] = PAID.flatMap((field) => columns.get(field) ?? [])
  return [titleCurrency(titles[at ?? -1] ?? '') ?? []].flat()
}

function questionsOf(
  read: readonly RowsOf[],
  all: readonly Understood[],
  { given, recipe }: { given: Recipe; recipe: Recipe },
): Question[] {
  const questions: Question[] = []
  for (const one of read) {
    const { understood, decimals, dates } = one
    const { table, titles, columns } = understood
    const named = namedColumns(titles, columns)
    const ask = (
      key: Question['key'],
      column: string | null,
      options: readonly string[],
      samples: readonly string[],
    ) => {
      // Sheets of a workbook share their answers.
      if (questions.some((other) => other.key === key && other.file === table.name)) return
      questions.push({ key, file: table.name, column, options, samples })
    }
    if (understood.sheets) ask('sheet', null, understood.sheets, [])
    const missing = missingIn(understood, all)
    if (understood.isOffer || missing.length > 0)
      ask('columns', missing[0] ?? null, [...understood.samples.keys()], [])
    const { sign, order } = orderAndSign(one, read, given)
    if (order === undefined && dates.unclear.length > 0)
      ask('date_order', named.date ?? null, ['dmy', 'mdy'], dates.unclear)
    if (decimals.unclear.length > 0 && sign === undefined) ask('decimal', null, [',', '.'], decimals.unclear)
    const hasProducts = all.some(
      ({ columns: ones, recipe: kind }) =>
        ones.has('product') || ones.has('sku') || kind?.layout === 'line-items',
    )
    if (!hasProducts && recipe.no_products === undefined && one === read[0])
      ask('no_products', null, ['true', 'false'], [])
  }
  return questions
}

/** Where a sheet does not show it, the others of its workbook do. */
function orderAndSign({ understood, decimals, dates }: RowsOf, read: readonly RowsOf[], given: Recipe) {
  const saved = understood.saved?.recipe
  const sheets = read.filter((other) => other.understood.table.name === understood.table.name)
  const shown = <T>(of: (one: RowsOf) => T | undefined): T | undefined => {
    const [only, ...others] = new Set(sheets.map(of).filter((one) => one !== undefined))
    return others.length > 0 ? undefined : only
  }
  return {
    order:
      given.date_order ??
      dates.order() ??
      shown((one) => one.dates.order()) ??
      saved?.date_order ??
      understood.recipe?.order,
    sign: given.decimal ?? decimals.sign() ?? shown((one) => one.decimals.sign()) ?? saved?.decimal,
  }
}

function readingOf(one: RowsOf, read: readonly RowsOf[], given: Recipe): TableReading {
  const { understood, cutIds, mixesCurrencies } = one
  const { order, sign } = orderAndSign(one, read, given)
  const { table, titles, columns, recipe: kind } = understood
  const names = columnNames(titles)
  const scales = new Map([...columns].map(([field, [at]]) => [field, titleScale(titles[at!] ?? '')]))
  return {
    name: placeOf(table),
    title: (field: Field) => names[columns.get(field)?.[0] ?? -1] ?? '',
    has: (field: Field) => columns.has(field) || (kind?.layout === 'line-items' && ITEM_FIELDS.has(field)),
    sign,
    gaps: [...columns].flatMap(([field, [at]]) => (understood.gaps?.includes(at!) ? [field] : [])),
    scale: (field: Field) => scales.get(field) ?? 0,
    currency: titleCurrencyOf(one)[0],
    dates: order ?? 'dmy',
    exchangesDays: one.dates.areExchanged(),
    afterDiscount: kind?.afterDiscount ?? false,
    lessRefund: kind?.lessRefund ?? false,
    untaxed: kind?.untaxed ?? false,
    cutIds,
    mixesCurrencies,
  }
}

const ITEM_FIELDS: ReadonlySet<Field> = new Set<Field>([
  'product',
  'sku',
  'quantity',
  'line_total',
  'line_net',
  'returned',
])

async function* assembled(
  store: RowStore,
  tables: readonly TableReading[],
  recipe: Recipe,
  { clock, notes, currency, cursor }: AssembleOptions,
): AsyncIterable<AssembledOrder> {
  const read = statusReader(recipe.statuses)
  const context: AssembleContext = {
    ...{ clock, notes, tables, currency },
    statusOf: (value) => read(value).status,
    noProducts: recipe.no_products ?? false,
  }
  const turn = turns()
  const told = new Set<string>()
  for await (const { id, rows } of store.orders(cursor)) {
    await turn()
    const lines = rows.map(({ table, line }) => ({ file: tables[table]!.name, line }))
    const result = orderFromRows(id, rows, context)
    yield { id, order: rows[0]!.order, result: withDoubts(result, rows, context, told), lines }
  }
}

/** Letters that a program lost, and columns that are left out below first rows, are told once per file. */
function withDoubts(
  result: Assembled | undefined,
  rows: readonly StoredRow[],
  { tables }: AssembleContext,
  told: Set<string>,
): Assembled | undefined {
  if (!result || 'rejects' in result) return result
  const warnings = [...result.warnings]
  const tell = (code: WarningCode, key: string, row: StoredRow | undefined, message: string) => {
    if (row === undefined || told.has(`${row.table} ${key}`)) return
    told.add(`${row.table} ${key}`)
    warnings.push({ code, order: row.order, file: tables[row.table]!.name, row: row.line, message })
  }
  const isLost = (cell: string) => cell.includes('\ufffd')
  const row = rows.find(({ table, cells }) => !told.has(`${table} letters`) && cells.some(isLost))
  tell('lost_letters', 'letters', row, FILES_TEXT.warnings.letters(textOf(row?.cells.find(isLost) ?? '')))
  const first = rows[0]!
  const { gaps, title } = tables[first.table]!
  for (const field of gaps)
    if (rows.every((one) => textIn(one, field) === ''))
      tell('left_out', field, first, FILES_TEXT.warnings.leftOut(title(field)))
  return { ...result, warnings }
}

function orderFromRows(
  id: number,
  rows: readonly StoredRow[],
  context: AssembleContext,
): Assembled | undefined {
  const { tables } = context
  if (rows.some(({ table, order }) => tables[table]!.cutIds && /^\d{16,}$/.test(order)))
    return { rejects: rows.map((row) => rejectOf(row, 'order', FILES_TEXT.spoiltId(row.order), context)) }
  return orderFromFiles(id, rows, context)
}
