// Reads a CSV file into rows that keep file, line and column for error messages.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { type DecimalSign, decimalSignOf } from '#contract/decimal-text.ts'
import { folded, storable } from '#server/domain/folded.ts'
import { SourceError } from '#server/ingest/source.ts'
import { CSV_TEXT } from './text.ts'

export interface Row {
  readonly file: string
  readonly line: number
  /** That of the file's numbers. */
  readonly decimalSign: DecimalSign
  /** Text of a column, trimmed; '' if the file lacks the column. */
  text(column: string): string
}

/** A value that cannot be used; the message names file, line and column. */
export class InvalidValue extends Error {}

export const invalid = ({ file, line }: Pick<Row, 'file' | 'line'>, column: string, problem: string) =>
  new InvalidValue(CSV_TEXT.invalid(file, line, column, problem))

export interface Columns {
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Those of the above that hold numbers. */
  readonly numbers: readonly string[]
}

export interface Table {
  readonly rows: readonly Row[]
  /** Titles of columns with values that Góndola does not read. */
  readonly unread: readonly string[]
  /** Rows whose fields do not match the header. */
  readonly malformed: readonly { readonly id: string; readonly reason: string }[]
}

/** Undefined if the folder has no such file. Throws SourceError for a file that cannot be read as a whole. */
export async function readTable(folder: string, file: string, wanted: Columns): Promise<Table | undefined> {
  const name = await nameOf(folder, file)
  if (name === undefined) return undefined
  const bytes = await readFile(join(folder, name)).catch((error: unknown) => {
    throw new SourceError('files', CSV_TEXT.unreadable(file, String(error)))
  })
  const [header, ...records] = parseRecords(decode(bytes), file)
  const titles = header?.record ?? []
  const columns = titles.map(folded)
  const missing = wanted.required.filter((column) => !columns.includes(folded(column)))
  if (missing.length > 0) throw new SourceError('files', CSV_TEXT.missingColumns(file, missing))
  const read = [...wanted.required, ...wanted.optional].map(folded)
  const repeated = read.find((column) => columns.indexOf(column) !== columns.lastIndexOf(column))
  if (repeated !== undefined) throw new SourceError('files', CSV_TEXT.repeatedColumn(file, repeated))
  const filled = records.filter(({ record }) => record.some((cell) => cell !== ''))
  return {
    ...rowsOf(file, columns, filled, wanted.numbers),
    unread: titles.filter((title, index) => title !== '' && !read.includes(columns[index] ?? '')),
  }
}

/** The file's name as it is written in the folder, without regard to letter case and accents. */
export async function nameOf(folder: string, file: string): Promise<string | undefined> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.includes(file) ? file : names.find((name) => folded(name) === folded(file))
}

function rowsOf(
  file: string,
  columns: readonly string[],
  records: readonly ParsedRecord[],
  numbers: readonly string[],
): Omit<Table, 'unread'> {
  const positions = new Map(columns.map((column, index) => [column, index]))
  const cellOf = (record: readonly string[], column: string) =>
    storable(unwrapped(record[positions.get(folded(column)) ?? -1] ?? ''))
  const decimalSign = decimalSignOf(
    records.flatMap(({ record }) => numbers.map((column) => cellOf(record, column))),
  )
  const rows: Row[] = []
  const malformed: Table['malformed'][number][] = []
  for (const { record, info } of records) {
    const line = info.lines
    if (record.length === columns.length)
      rows.push({ file, line, decimalSign, text: (column) => cellOf(record, column) })
    else
      malformed.push({
        id: `${file}:${line}`,
        reason: CSV_TEXT.fieldCount(file, line, record.length, columns.length),
      })
  }
  return { rows, malformed }
}

/** Excel keeps leading zeros as ="007". */
const unwrapped = (cell: string): string => /^="(.*)"$/.exec(cell)?.[1] ?? cell

interface ParsedRecord {
  readonly record: string[]
  readonly info: { readonly lines: number }
}

function parseRecords(whole: string, file: string): ParsedRecord[] {
  // Excel writes its separator in a line of its own.
  const [first, separator] = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(whole) ?? []
  const text = first === undefined ? whole : whole.slice(first.length)
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separator ?? delimiterOf(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as ParsedRecord[]
    if (first === undefined) return records
    return records.map(({ record, info }) => ({ record, info: { lines: info.lines + 1 } }))
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError('files', CSV_TEXT.damaged(file, Number(error.lines)))
    throw error
  }
}

/** The most frequent separator of the header line. */
function delimiterOf(text: string): string {
  const header = /^.*/.exec(text)?.[0] ?? ''
  const count = (sign: string) => header.split(sign).length
  return [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** UTF-8 or UTF-16, or else the encoding that Excel writes on Windows. */
function decode(bytes: Buffer): string {
  const wide = utf16Of(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** By the mark at the start, or by the zero that every other byte of plain text is. */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return undefined
}
