// Rows of cells from a CSV or an Excel workbook.
import { strFromU8, unzipSync } from 'fflate'
import { entryOf } from '#contract/entry.ts'
import { DAY_FORMATS, formatSigns, LAST_DAY } from '#contract/workbook-days.ts'

/** Undefined for a file of another kind. */
export async function readTable(file: File): Promise<string[][] | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readWorkbook(bytes).catch(() => undefined)
  const content = new TextDecoder().decode(bytes)
  return content.includes('\0') || content.includes('\ufffd') ? undefined : readCsv(content)
}

/** The separator of the first line: semicolon, tab or comma. */
export function readCsv(content: string): string[][] {
  const plain = content.replace(/^\ufeff/, '')
  const head = plain.slice(0, plain.search(/[\r\n]|$/))
  const mark = [';', '\t', ','].find((each) => head.includes(each)) ?? ';'
  const rows: string[][] = [[]]
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\r\\n]*))(${mark}|\\r\\n?|\\n|$)`, 'g')
  for (let match = cell.exec(plain); match; match = cell.exec(plain)) {
    const [, quoted, bare = '', end = ''] = match
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? bare).trim())
    if (cell.lastIndex >= plain.length && end !== mark) break
    if (end !== mark) rows.push([])
  }
  return rows.filter((row) => row.some((each) => each !== ''))
}

/** The first sheet; numbers have a decimal comma, as people write them, and days are 'YYYY-MM-DD'. */
async function readWorkbook(zip: Uint8Array): Promise<string[][]> {
  const files = unzipSync(zip, {
    filter: ({ name }) => /^xl\/(worksheets\/sheet\d+|sharedStrings|styles|workbook)\.xml$/.test(name),
  })
  const parsed = (name: string) => {
    const file = entryOf(files, name)
    return file && new DOMParser().parseFromString(strFromU8(file), 'application/xml')
  }
  const [sheetName = ''] = Object.keys(files)
    .filter((name) => name.startsWith('xl/worksheets/'))
    .sort()
  const sheet = parsed(sheetName)
  if (!sheet) throw new Error('no sheet')
  const book: Book = {
    shared: [...(parsed('xl/sharedStrings.xml')?.getElementsByTagName('si') ?? [])].map(textIn),
    dates: dateStyles(parsed('xl/styles.xml')),
    firstDay: /^(1|true)$/.test(
      parsed('xl/workbook.xml')?.getElementsByTagName('workbookPr')[0]?.getAttribute('date1904') ?? '',
    )
      ? Date.UTC(1904, 0, 1)
      : Date.UTC(1899, 11, 30),
  }
  return [...sheet.getElementsByTagName('row')].map((row) => {
    const cells: string[] = []
    for (const cell of row.getElementsByTagName('c'))
      cells[columnOf(cell, cells.length)] = cellValue(cell, book)
    return Array.from(cells, (value) => value ?? '')
  })
}

const textIn = (element: Element) =>
  [...element.getElementsByTagName('t')].map((part) => part.textContent ?? '').join('')

/** 'C7' → 2. */
const columnOf = (cell: Element, next: number): number => {
  const letters = /^[A-Z]+/.exec(cell.getAttribute('r') ?? '')?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next
}

interface Book {
  readonly shared: readonly string[]
  /** Numbers of the styles that show a number as a day. */
  readonly dates: ReadonlySet<string>
  /** Day 0 of its dates, ms. */
  readonly firstDay: number
}

const isDayFormat = (code: string): boolean => /[dy]/i.test(formatSigns(code))

function dateStyles(styles: Document | undefined): Set<string> {
  const codes = new Map(
    [...(styles?.getElementsByTagName('numFmt') ?? [])].map((format) => [
      format.getAttribute('numFmtId') ?? '',
      format.getAttribute('formatCode') ?? '',
    ]),
  )
  const cells = [...(styles?.getElementsByTagName('cellXfs')[0]?.getElementsByTagName('xf') ?? [])]
  return new Set(
    cells.flatMap((cell, index) => {
      const format = cell.getAttribute('numFmtId') ?? ''
      const code = codes.get(format)
      return (code === undefined ? DAY_FORMATS.includes(Number(format)) : isDayFormat(code))
        ? [String(index)]
        : []
    }),
  )
}

const DAY_MS = 86_400_000

function cellValue(cell: Element, { shared, dates, firstDay }: Book): string {
  const kind = cell.getAttribute('t')
  if (kind === 'inlineStr') return textIn(cell)
  const value = cell.getElementsByTagName('v')[0]?.textContent ?? ''
  if (kind === 's') return shared[Number(value)] ?? ''
  if (kind !== null && kind !== 'n') return value
  const days = Math.floor(Number(value))
  return dates.has(cell.getAttribute('s') ?? '') && days > 0 && days <= LAST_DAY
    ? new Date(firstDay + days * DAY_MS).toISOString().slice(0, 10)
    : plainNumber(value)
}

/** Formats 1.1E3 and 0.1 + 0.2 as Excel shows them. */
const plainNumber = (value: string) =>
  value === '' ? '' : String(Number(Number(value).toPrecision(15))).replace('.', ',')
