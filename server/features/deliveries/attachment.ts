// The file of a delivery: the same bytes as the export of its question.
import { buffer } from 'node:stream/consumers'
import type { Column } from '#contract/columns.ts'
import { answerFileName } from '#contract/questions/file-name.ts'
import type { ExportRow } from '#server/http/export/cell-text.ts'
import { csvHeader, EXCEL, lineWriter } from '#server/http/export/csv.ts'
import { xlsx } from '#server/http/export/xlsx.ts'
import type { Attachment } from '#server/outbox/mail.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Figures } from './figures.ts'

/** A third longer in a mail, and postfix refuses mails above 10,240,000 bytes unless told otherwise. */
const MOST_BYTES = 7_000_000

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Undefined if it is too large for a mail. */
export async function attachmentOf(
  { question, columns, rows: shown, rest, current, asOf }: Figures,
  format: 'csv' | 'xlsx',
  scope: Scope,
): Promise<Attachment | undefined> {
  const name = answerFileName(question, { current, asOf }, scope)
  return fileOf({ columns, rows: rest ? [...shown, rest] : shown, file: name }, format)
}

interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly ExportRow[]
  /** Name without extension. */
  readonly file: string
}

/** Undefined if it is too large for a mail. */
export async function fileOf(
  { columns, rows, file: name }: Table,
  format: 'csv' | 'xlsx' | 'none',
): Promise<Attachment | undefined> {
  if (format === 'none') return undefined
  const bytes =
    format === 'xlsx'
      ? await buffer(xlsx(columns, [rows], name))
      : Buffer.from(csvHeader(columns, EXCEL) + rows.map(lineWriter(columns, EXCEL)).join(''))
  if (bytes.length > MOST_BYTES) return undefined
  return { filename: `${name}.${format}`, type: TYPES[format], base64: bytes.toString('base64') }
}
