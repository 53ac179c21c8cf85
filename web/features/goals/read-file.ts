// Rows of cells from a CSV or an Excel workbook.

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
  const files = entriesOf(zip)
  const parsed = async (name: string) => {
    const open = files.get(name)
    return open && new DOMParser().parseFromString(await open(), 'application/xml')
  }
  const sheetName = [...files.keys()].filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name)).sort()[0]
  const sheet = await parsed(sheetName ?? '')
  if (!sheet) throw new Error('no sheet')
  const shared = [...((await parsed('xl/sharedStrings.xml'))?.getElementsByTagName('si') ?? [])].map(textIn)
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

/** The files of a zip by its central directory. */
function entriesOf(zip: Uint8Array): Map<string, () => Promise<string>> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  let end = zip.length - 22
  while (end > 0 && view.getUint32(end, true) !== 0x06054b50) end--
  const entries = new Map<string, () => Promise<string>>()
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const [size, length] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)]
    const isPacked = view.getUint16(at + 10, true) === 8
    const local = view.getUint32(at + 42, true)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const data = zip.slice(start, start + size)
    entries.set(new TextDecoder().decode(zip.subarray(at + 46, at + 46 + length)), () =>
      isPacked ? inflated(data) : Promise.resolve(new TextDecoder().decode(data)),
    )
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

const inflated = (data: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
