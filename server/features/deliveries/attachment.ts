// The file of a delivery: the same bytes as the export of its question.
import { buffer } from 'node:stream/consumers'
import { answerFileName } from '#contract/questions/file-name.ts'
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
  const rows = rest ? [...shown, rest] : shown
  const bytes =
    format === 'xlsx'
      ? await buffer(xlsx(columns, [rows], name))
      : Buffer.from(csvHeader(columns, EXCEL) + rows.map(lineWriter(columns, EXCEL)).join(''))
  if (bytes.length > MOST_BYTES) return undefined
  return { filename: `${name}.${format}`, type: TYPES[format], base64: bytes.toString('base64') }
}
