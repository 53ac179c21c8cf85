// CSV and TSV as a stream of rows.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { decoded, type Encoding, encodingOf } from './encoding.ts'
import { FilesError } from './failure.ts'
import { LIMITS } from './limits.ts'
import type { Table, TableRow } from './table.ts'
import { FILES_TEXT } from './text.ts'

const SAMPLE = 256 * 1024
const DELIMITERS = [';', ',', '\t', '|'] as const

export async function delimitedTable(path: string, name: string, upload: number): Promise<Table> {
  const encoding = await encodingOf(path)
  const sample = await sampleOf(path, encoding)
  const told = /^\uFEFF?"?sep=(.)"?\s*(?:\r?\n|$)/i.exec(sample)?.[1]
  const delimiter = told ?? delimiterOf(sample)
  const { size } = await stat(path)
  const options = { path, name, upload, encoding, delimiter, skipsFirst: told !== undefined }
  return {
    ...{ name, upload, sheet: null, sheets: [], encoding, delimiter, bytes: size },
    rows: (onBytes) => rowsOf(options, onBytes),
  }
}

async function sampleOf(path: string, encoding: Encoding): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0)
    let text = ''
    for await (const part of decoded(Readable.from([buffer.subarray(0, bytesRead)]), encoding)) text += part
    return text
  } finally {
    await file.close()
  }
}

const OPTIONS = {
  bom: true,
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  max_record_size: LIMITS.row,
} as const

/** The delimiter that gives most rows the same number of cells, the more the better. */
function delimiterOf(sample: string): string {
  let best: string = ','
  let most = 0
  for (const delimiter of DELIMITERS) {
    const score = evenness(sample, delimiter)
    if (score > most) {
      best = delimiter
      most = score
    }
  }
  return best
}

function evenness(sample: string, delimiter: string): number {
  const counts = new Map<number, number>()
  let rows = 0
  for (const record of recordsOf(sample, delimiter)) {
    if (record.length <= 1 && (record[0] ?? '').trim() === '') continue
    rows++
    if (record.length > 1) counts.set(record.length, (counts.get(record.length) ?? 0) + 1)
  }
  let best = 0
  for (const [width, count] of counts) best = Math.max(best, (count / rows) * (1 + Math.log2(width)))
  return best
}

/** The sample may end inside quotes, which are signs like any other then. */
function recordsOf(sample: string, delimiter: string): string[][] {
  const options = { ...OPTIONS, info: false, delimiter, to: 200 }
  try {
    return parseAll(sample, options) as string[][]
  } catch {
    return sample
      .split(/\r?\n/)
      .slice(0, 200)
      .map((line) => line.split(delimiter))
  }
}

interface Reading {
  readonly path: string
  readonly name: string
  readonly upload: number
  readonly encoding: Encoding
  readonly delimiter: string
  /** The first line names the delimiter. */
  readonly skipsFirst: boolean
}

async function* rowsOf(
  { path, name, upload, encoding, delimiter, skipsFirst }: Reading,
  onBytes: (bytes: number) => void = () => {},
): AsyncIterable<TableRow> {
  const bytes = counted(createReadStream(path), onBytes)
  const parser = parse({ ...OPTIONS, delimiter })
  const source = Readable.from(decoded(bytes, encoding))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let end = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      const line = end + 1
      end = Math.max(line, info.lines)
      if (skipsFirst && line === 1) continue
      if (record.length > LIMITS.columns) throw new FilesError(413, FILES_TEXT.tooWide(name), upload)
      yield { line, cells: record }
    }
  } catch (error) {
    throw error instanceof CsvError ? damaged(error, name, upload) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

const damaged = (error: CsvError, name: string, upload: number): FilesError =>
  error.code === 'CSV_MAX_RECORD_SIZE'
    ? new FilesError(413, FILES_TEXT.longRow(name, Number(error.lines ?? 1)), upload)
    : new FilesError(400, FILES_TEXT.damaged(name, Number(error.lines ?? 1)), upload)

async function* counted(bytes: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  for await (const chunk of bytes) {
    onBytes(chunk.length)
    yield chunk
  }
}
