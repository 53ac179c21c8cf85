// Rows of cells from a CSV or an Excel workbook.
import { strFromU8, unzipSync } from 'fflate'
import { entryOf } from '#contract/entry.ts'

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

/** The first sheet; numbers have a decimal comma, as people write them. */
async function readWorkbook(zip: Uint8Array): Promise<string[][]> {
  const files = unzipSync(zip, {
    filter: ({ name }) => /^xl\/(worksheets\/sheet\d+|sharedStrings)\.xml$/.test(name),
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
  const shared = [...(parsed('xl/sharedStrings.xml')?.getElementsByTagName('si') ?? [])].map(textIn)
  return [...sheet.getElementsByTagName('row')].map((row) => {
    const cells: string[] = []
    for (const cell of row.getElementsByTagName('c'))
      cells[columnOf(cell, cells.length)] = cellValue(cell, shared)
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

function cellValue(cell: Element, shared: readonly string[]): string {
  const kind = cell.getAttribute('t')
  if (kind === 'inlineStr') return textIn(cell)
  const value = cell.getElementsByTagName('v')[0]?.textContent ?? ''
  if (kind === 's') return shared[Number(value)] ?? ''
  return kind === null || kind === 'n' ? plainNumber(value) : value
}

/** Formats 1.1E3 and 0.1 + 0.2 as Excel shows them. */
const plainNumber = (value: string) =>
  value === '' ? '' : String(Number(Number(value).toPrecision(15))).replace('.', ',')
