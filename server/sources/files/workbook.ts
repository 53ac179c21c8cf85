// Reads the visible sheets of an XLSX workbook row by row: yauzl inflates its parts, sax parses them as a stream.
import { stat } from 'node:fs/promises'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import sax from 'sax'
import { DAY_FORMATS, formatSigns, LAST_DAY } from '#contract/workbook-days.ts'
import { brokenCell, type Cell, dateCell, numberCell } from './cell.ts'
import { FilesError } from './failure.ts'
import { LIMITS } from './limits.ts'
import type { Table, TableRow } from './table.ts'
import { FILES_TEXT } from './text.ts'
import { type Archive, openArchive } from './zip.ts'

interface Sheet {
  readonly name: string
  readonly path: string
}

interface Book {
  readonly sheets: readonly Sheet[]
  readonly hidden: readonly string[]
  readonly texts: string
  readonly styles: string
  readonly is1904: boolean
  readonly recalculates: boolean
}

/** Names of sheets hold no «/». */
export const JOINED = ' / '

/** None for '', which takes a choice back. */
export const chosenSheets = (choice: string | undefined, sheets: readonly string[]): string[] => {
  if (!choice) return []
  return sheets.includes(choice) ? [choice] : choice.split(JOINED)
}

/** `choice`: the chosen sheet, or several of which it is the first; by default the first that is visible. */
export async function workbookTable(
  path: string,
  name: string,
  upload: number,
  choice?: string,
): Promise<Table> {
  const archive = await openArchive(path, name, upload)
  try {
    const book = await readBook(archive, name, upload)
    const names = book.sheets.map((one) => one.name)
    const [sheet] = chosenSheets(choice, names)
    const chosen = sheet === undefined ? book.sheets[0] : book.sheets.find((one) => one.name === sheet)
    if (!chosen)
      throw new FilesError(
        400,
        sheet === undefined ? FILES_TEXT.unreadableBook(name) : FILES_TEXT.noSheet(name, sheet),
        upload,
      )
    const { size } = await stat(path)
    return {
      ...{ name, upload, encoding: null, delimiter: null, bytes: size },
      sheet: chosen.name,
      sheets: names,
      hidden: book.hidden,
      onSheet: (other) => workbookTable(path, name, upload, other),
      rows: () => sheetRows({ path, name, upload, book, sheet: chosen }),
    }
  } finally {
    archive.close()
  }
}

type Attributes = Record<string, string>
interface Handlers {
  open?(tag: string, attributes: Attributes): void
  close?(tag: string): void
  text?(text: string): void
}

/** Elements within one another, and attributes of one: workbooks have a dozen. */
const MOST_NESTED = 200

/**
 * Feeds the XML of a part to `handlers`; `after` runs after each chunk. Refuses DOCTYPE, so that no entity is ever defined, and
 * what would grow without end inside the parser.
 */
async function* parsed<T>(
  stream: Readable,
  name: string,
  handlers: Handlers,
  after: () => T,
): AsyncIterable<T> {
  const parser = sax.parser(true, { xmlns: false, position: false })
  // sax bounds its buffers by this position, which it does not count itself without the option; by chunks it is far cheaper.
  parser.position = 0
  let failure: Error | undefined
  let [depth, attributes] = [0, 0]
  const fail = () => {
    failure ??= new FilesError(400, FILES_TEXT.unreadableBook(name))
  }
  parser.onerror = fail
  parser.onattribute = () => {
    if (++attributes > MOST_NESTED) fail()
  }
  parser.ondoctype = () => {
    failure = new FilesError(400, FILES_TEXT.forbiddenXml(name))
  }
  parser.onopentag = ({ name: tag, attributes: own }) => {
    attributes = 0
    if (++depth > MOST_NESTED) fail()
    handlers.open?.(localName(tag), own as Attributes)
  }
  parser.onclosetag = (tag) => {
    depth--
    handlers.close?.(localName(tag))
  }
  parser.ontext = (text) => handlers.text?.(text)
  parser.oncdata = (text) => handlers.text?.(text)
  const decoder = new TextDecoder()
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true })
    parser.position += text.length
    parser.write(text)
    if (failure) throw failure
    yield after()
  }
  parser.close()
  if (failure) throw failure
  yield after()
}

const localName = (tag: string): string => tag.slice(tag.indexOf(':') + 1)

/** Some programs write `SharedStrings.xml`: names of parts are equal whatever their case (ECMA-376 part 2, M1.12). */
async function partOf(archive: Archive, path: string): Promise<Readable | undefined> {
  const lower = path.toLowerCase()
  const same = (one: string) => one.toLowerCase() === lower
  return archive.read(archive.names.includes(path) ? path : (archive.names.find(same) ?? path))
}

async function readPart(archive: Archive, path: string, name: string, handlers: Handlers): Promise<void> {
  const stream = await partOf(archive, path)
  if (!stream) return
  for await (const _ of parsed(stream, name, handlers, () => undefined));
}

const isTrue = (text: string | undefined) => text === '1' || text === 'true'

interface Relation {
  readonly id: string
  /** The last word of its type, which is the same in the strict and the transitional variant; '' where none is given. */
  readonly kind: string
  readonly path: string
}

/** What a part refers to; '' is the workbook file itself. */
async function relationsOf(archive: Archive, part: string, name: string): Promise<Relation[]> {
  const relations: Relation[] = []
  const at = part.lastIndexOf('/') + 1
  await readPart(archive, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`, name, {
    open(tag, { Id = '', Type = '', Target = '', TargetMode }) {
      if (tag !== 'Relationship' || TargetMode === 'External') return
      const path = posix.resolve('/', part.slice(0, at), Target).slice(1)
      relations.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), path })
    },
  })
  return relations
}

async function readBook(archive: Archive, name: string, upload: number): Promise<Book> {
  const main = (await relationsOf(archive, '', name)).find(({ kind }) => kind === 'officeDocument')
  const path = main?.path ?? 'xl/workbook.xml'
  const relations = await relationsOf(archive, path, name)
  const byId = new Map(relations.map((one) => [one.id, one]))
  const part = (kind: string) => relations.find((one) => one.kind === kind)?.path ?? `xl/${kind}.xml`
  const sheets: Sheet[] = []
  const hidden: string[] = []
  let is1904 = false
  let recalculates = false
  await readPart(archive, path, name, {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (tag === 'calcPr') recalculates = isTrue(attributes.fullCalcOnLoad)
      if (tag !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => localName(key) === 'id' && key.includes(':'))?.[1]
      const relation = byId.get(id ?? '')
      // A sheet that is a chart has no rows.
      if (relation && !['worksheet', ''].includes(relation.kind)) return
      const name = unescaped(attributes.name ?? '')
      if ((attributes.state ?? 'visible') === 'visible') sheets.push({ name, path: relation?.path ?? '' })
      else hidden.push(name)
    },
  })
  if (sheets.length === 0) throw new FilesError(400, FILES_TEXT.unreadableBook(name), upload)
  return { sheets, hidden, texts: part('sharedStrings'), styles: part('styles'), is1904, recalculates }
}

/** Texts have signs that XML cannot hold as `_x000D_` (ECMA-376 part 1, 22.9.2.19); of those, only line ends and tabs are kept. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => {
        const sign = String.fromCharCode(Number.parseInt(code, 16))
        return sign >= ' ' || '\t\n\r'.includes(sign) ? sign : ''
      })
    : text

async function sharedTexts(archive: Archive, path: string, name: string): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let size = 0
  let inText = false
  let phonetic = 0
  await readPart(archive, path, name, {
    open(tag) {
      if (tag === 'si') text = ''
      if (tag === 'rPh') phonetic++
      inText = tag === 't' && phonetic === 0
    },
    text: (part) => {
      if (inText) text += part
    },
    close(tag) {
      inText = false
      if (tag === 'rPh') phonetic--
      if (tag !== 'si') return
      texts.push(unescaped(text))
      size += text.length + 8
      if (size > LIMITS.sharedText) throw new FilesError(413, FILES_TEXT.unpacksTooLarge(name))
    },
  })
  return texts
}

/** Formats of dates and times that Excel numbers itself. */
const DATE_FORMATS: ReadonlySet<number> = new Set([
  ...DAY_FORMATS,
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47],
])
/** Formats of percentages that Excel numbers itself. */
const PERCENT_FORMATS: ReadonlySet<number> = new Set([9, 10])
const isPercentFormat = (code: string): boolean => code.replace(/"[^"]*"|\\./g, '').includes('%')
const isDateFormat = (code: string): boolean => /[dmyhs]/i.test(formatSigns(code))

/** Styles of cells by number. */
interface Styles {
  readonly dates: ReadonlySet<number>
  readonly percents: ReadonlySet<number>
}

async function stylesOf(archive: Archive, path: string, name: string): Promise<Styles> {
  const own = new Map<number, string>()
  const dates = new Set<number>()
  const percents = new Set<number>()
  let inCells = false
  let index = 0
  await readPart(archive, path, name, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      const format = Number(numFmtId)
      if (tag === 'numFmt') own.set(format, formatCode)
      if (tag === 'cellXfs') inCells = true
      if (tag !== 'xf' || !inCells) return
      const code = own.get(format)
      if (code === undefined ? DATE_FORMATS.has(format) : isDateFormat(code)) dates.add(index)
      if (code === undefined ? PERCENT_FORMATS.has(format) : isPercentFormat(code)) percents.add(index)
      index++
    },
    close: (tag) => {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return { dates, percents }
}

interface SheetOptions {
  readonly path: string
  readonly name: string
  readonly upload: number
  readonly book: Book
  readonly sheet: Sheet
}

async function* sheetRows({ path, name, upload, book, sheet }: SheetOptions): AsyncIterable<TableRow> {
  const archive = await openArchive(path, name, upload)
  try {
    const texts = await sharedTexts(archive, book.texts, name)
    const reader = rowReader(texts, await stylesOf(archive, book.styles, name), book, name)
    const stream = await partOf(archive, sheet.path)
    if (!stream) throw new FilesError(400, FILES_TEXT.unreadableBook(name), upload)
    const merge = mergedRows(await mergesOf(archive, sheet.path))
    for await (const rows of parsed(stream, name, reader, reader.take)) yield* rows.map(merge)
  } finally {
    archive.close()
  }
}

/** Rows and column, from 1 and 0, of a merged cell of several rows. */
interface Merge {
  readonly first: number
  readonly last: number
  readonly column: number
}

/** Merged cells that are followed; people merge a few. */
const MOST_MERGED = 100_000

/** They stand below the rows: found by their text alone, which is far cheaper than to parse the sheet twice. */
async function mergesOf(archive: Archive, path: string): Promise<Merge[]> {
  const merges: Merge[] = []
  let rest = ''
  for await (const chunk of ((await partOf(archive, path)) ?? []) as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1')
    for (const [, ref = '', first, , last] of text.matchAll(
      /mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g,
    ))
      if (last !== first && merges.length < MOST_MERGED)
        merges.push({ first: Number(first), last: Number(last), column: columnOf(ref) - 1 })
    rest = text.slice(Math.max(text.lastIndexOf('<'), text.length - 100))
  }
  return merges
}

/** Gives rows what a merged cell above them holds. */
function mergedRows(merges: readonly Merge[]): (row: TableRow) => TableRow {
  if (merges.length === 0) return (row) => row
  const waiting = [...merges].sort((one, other) => one.first - other.first)
  let next = 0
  let open: (Merge & { readonly cell: Cell })[] = []
  return (row) => {
    open = open.filter(({ last }) => last >= row.line)
    const merged = new Map(open.map(({ column, cell }) => [column, cell]))
    for (; next < waiting.length && waiting[next]!.first <= row.line; next++) {
      const merge = waiting[next]!
      if (merge.first === row.line) open.push({ ...merge, cell: row.cells[merge.column] ?? '' })
    }
    return merged.size > 0 ? { ...row, merged } : row
  }
}

function rowReader(texts: readonly string[], { dates, percents }: Styles, book: Book, name: string) {
  let rows: TableRow[] = []
  let cells: Cell[] = []
  let line = 0
  let column = 0
  let cell: Attributes = {}
  let value = ''
  let inline = ''
  let hasFormula = false
  let collects: 'value' | 'inline' | undefined
  const finish = () => {
    const style = Number(cell.s ?? -1)
    const shown = { isDate: dates.has(style), isPercent: percents.has(style) }
    const read = { type: cell.t ?? 'n', ...shown, value, inline, hasFormula }
    cells[column - 1] = cellOf(read, texts, book)
  }
  return {
    open(tag: string, attributes: Attributes) {
      if (tag === 'row') {
        line = attributes.r === undefined ? line + 1 : Number(attributes.r)
        cells = []
        column = 0
      } else if (tag === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        if (column > LIMITS.columns) throw new FilesError(413, FILES_TEXT.tooWide(name))
        cell = attributes
        value = ''
        inline = ''
        hasFormula = false
      } else if (tag === 'f') hasFormula = true
      else if (tag === 'v') collects = 'value'
      else if (tag === 't') collects = 'inline'
    },
    text(text: string) {
      if (collects === 'value') value += text
      if (collects === 'inline') inline += text
      if (value.length + inline.length > LIMITS.row) throw new FilesError(413, FILES_TEXT.longRow(name, line))
    },
    close(tag: string) {
      collects = undefined
      if (tag === 'c') finish()
      if (tag === 'row') rows.push({ line, cells: Array.from(cells, (one) => one ?? '') })
    },
    take(): TableRow[] {
      const taken = rows
      rows = []
      return taken
    },
  }
}

interface ReadCell {
  readonly type: string
  readonly isDate: boolean
  readonly isPercent: boolean
  readonly value: string
  readonly inline: string
  readonly hasFormula: boolean
}

function cellOf(
  { type, isDate, isPercent, value, inline, hasFormula }: ReadCell,
  texts: readonly string[],
  book: Book,
): Cell {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'inlineStr') return unescaped(inline)
  if (type === 'e') return brokenCell(value)
  if (hasFormula && (value === '' || (book.recalculates && Number(value) === 0)))
    return type === 'str' && value !== '0' && !book.recalculates ? '' : brokenCell('=')
  if (type === 'str') return unescaped(value)
  if (value === '') return ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'd') return isoCell(value)
  const number = Number(value)
  if (Number.isNaN(number)) return value
  // An id of 18 digits is no number: it has its digits, or the exponent which shows that some are lost.
  if (number > Number.MAX_SAFE_INTEGER) return numberCell(value.replace(/\.0*$/, ''))
  if (isDate && number > 0 && daysOf(number, book.is1904) <= LAST_DAY)
    return dateCell(serialDate(number, book.is1904))
  // 0.1 that Excel shows as 10 %.
  return numberCell(plainNumber(isPercent ? number * 100 : number))
}

/** A date of ISO 8601. One with a zone is no time of the shop yet: columns of dates convert it, as in other files. */
function isoCell(value: string): Cell {
  const [, day, time = '00:00', seconds = '00'] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?$/.exec(value) ?? []
  return day === undefined ? value : dateCell(`${day} ${time}:${seconds}`)
}

/** Without exponent, and without digits that binary fractions only seem to have. */
export const plainNumber = (value: number): string => {
  if (Number.isSafeInteger(value)) return String(value)
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : text
}

const DAY_MS = 86_400_000

/** Days since the end of 1899, also of a book that counts from 1904. */
const daysOf = (serial: number, is1904 = false): number => serial + (is1904 ? 1462 : 0)

/** The day that Excel counts so, 'YYYY-MM-DD HH:MM:SS'; rounded to seconds. */
export function serialDate(serial: number, is1904 = false): string {
  const ms = Math.round((daysOf(serial, is1904) * DAY_MS) / 1000) * 1000 + Date.UTC(1899, 11, 30)
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** 'AB12' → 28. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column
}
