// Reads a CSV file into rows that keep file, line and column for error messages.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { folded, storable } from '#server/domain/folded.ts'
import { SourceError } from '#server/ingest/source.ts'
import { CSV_TEXT } from './text.ts'

export interface Row {
  readonly file: string
  readonly line: number
  /** Text of a column, trimmed; '' if the file lacks the column. */
  text(column: string): string
}

/** A value that cannot be used; the message names file, line and column. */
export class InvalidValue extends Error {}

export const invalid = ({ file, line }: Pick<Row, 'file' | 'line'>, column: string, problem: string) =>
  new InvalidValue(CSV_TEXT.invalid(file, line, column, problem))

export interface Table {
  readonly rows: readonly Row[]
  /** Rows whose fields do not match the header. */
  readonly malformed: readonly { readonly id: string; readonly reason: string }[]
}

/** Undefined if the folder has no such file. Throws SourceError for a file that cannot be read as a whole. */
export async function readTable(
  folder: string,
  file: string,
  required: readonly string[],
): Promise<Table | undefined> {
  const bytes = await readFile(join(folder, file)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new SourceError('files', CSV_TEXT.unreadable(file, String(error)))
  })
  if (!bytes) return undefined
  const [header, ...records] = parseRecords(decode(bytes), file)
  const columns = (header?.record ?? []).map(folded)
  const missing = required.filter((column) => !columns.includes(folded(column)))
  if (missing.length > 0) throw new SourceError('files', CSV_TEXT.missingColumns(file, missing))
  const repeated = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index)
  if (repeated !== undefined) throw new SourceError('files', CSV_TEXT.repeatedColumn(file, repeated))
  const positions = new Map(columns.map((column, index) => [column, index]))
  const rows: Row[] = []
  const malformed: Table['malformed'][number][] = []
  for (const { record, info } of records) {
    const line = info.lines
    if (record.length === columns.length)
      rows.push({
        file,
        line,
        text: (column) => storable(record[positions.get(folded(column)) ?? -1] ?? ''),
      })
    else
      malformed.push({
        id: `${file}:${line}`,
        reason: CSV_TEXT.fieldCount(file, line, record.length, columns.length),
      })
  }
  return { rows, malformed }
}

interface ParsedRecord {
  readonly record: string[]
  readonly info: { readonly lines: number }
}

function parseRecords(text: string, file: string): ParsedRecord[] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as ParsedRecord[]
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

/** UTF-8, or else the encoding that Excel writes on Windows. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
