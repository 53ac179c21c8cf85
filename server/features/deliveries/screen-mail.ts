// The mail of a screen that no question answers: its headline and its table.
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { escapeMarkup } from '#contract/markup-text.ts'
import { type ExportRow, isNumeric } from '#server/http/export/cell-text.ts'
import type { Principal } from '#server/http/principal.ts'
import { FONT, mailHtml } from '#server/outbox/mail-layout.ts'
import { MAIL_TEXT } from '#server/outbox/text.ts'
import { paragraph } from './report-mail.ts'
import { DELIVERY_TEXT } from './text.ts'
import { figure } from './words.ts'

/** What a screen shows, as one reader sees it. */
export interface ScreenReport {
  /** 'Metas de noviembre, en curso al 23/11/2026: 71 % de la meta'. */
  readonly subject: string
  /** Sentences before the table. */
  readonly notes: readonly string[]
  readonly columns: readonly Column[]
  readonly rows: readonly ExportRow[]
  /** Name of the attached file, without extension. */
  readonly file: string
}

/** Undefined for a screen without figures; throws a 403 where the reader may not see them. */
export type ScreenReader = (address: string, reader: Principal, at: Date) => Promise<ScreenReport | undefined>

interface ScreenMail {
  readonly name: string
  readonly report: ScreenReport
  /** What the figures cover. */
  readonly notes: readonly string[]
  readonly fileNote: string | undefined
  readonly isTest: boolean
  readonly link: string
  readonly unsubscribe: string
  readonly owner: string
}

const SHOWN_ROWS = 50

const cellOf = (row: ExportRow, { key, format }: Column): string => {
  const value = entryOf(row, key)
  return typeof value === 'number' ? figure(value, format) : String(value ?? '–')
}

function tableHtml({ columns, rows }: ScreenReport): string {
  if (rows.length === 0) return ''
  const side = (column: Column) => (isNumeric(column) ? 'right' : 'left')
  const look = (column: Column) =>
    `${FONT};padding:8px 4px;font-size:13px;line-height:1.35;border-bottom:1px solid #e3e6eb${isNumeric(column) ? ';white-space:nowrap' : ''}`
  const head = columns.map(
    (column) =>
      `<th class="gd-dim gd-line" align="${side(column)}" style="${look(column)};font-weight:600;color:#5b6370">${escapeMarkup(column.title)}</th>`,
  )
  const lines = rows.slice(0, SHOWN_ROWS).map((row) => {
    const cells = columns.map(
      (column) =>
        `<td class="gd-ink gd-line" align="${side(column)}" style="${look(column)};color:#1a1d23">${escapeMarkup(cellOf(row, column))}</td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:22px;border-collapse:collapse"><tr>${head.join('')}</tr>
${lines.join('\n')}</table>`
}

export function screenMail({ name, report, notes, fileNote, isTest, link, unsubscribe, owner }: ScreenMail) {
  const { subject: news, columns, rows } = report
  const left = rows.length - SHOWN_ROWS
  const more = left > 0 ? [DELIVERY_TEXT.moreRows(left)] : []
  const said = [news, ...report.notes, ...notes]
  const after = [...more, ...(fileNote ? [fileNote] : [])]
  const reason = DELIVERY_TEXT.reason(name, owner)
  const footer = `${escapeMarkup(reason)}<br><a class="gd-dim" href="${escapeMarkup(unsubscribe)}" style="color:#5b6370">${MAIL_TEXT.unsubscribe}</a>`
  const body = [...said.map(paragraph), tableHtml(report), ...after.map(paragraph)].join('')
  const table = rows
    .slice(0, SHOWN_ROWS)
    .map((row) => columns.map((column) => cellOf(row, column)).join(' | '))
  return {
    subject: isTest ? DELIVERY_TEXT.testSubject(news) : news,
    html: mailHtml({ title: name, preview: news, body, link, footer }),
    text: [
      ...[name, ...said, ''],
      ...(table.length > 0 ? [columns.map(({ title }) => title).join(' | '), ...table] : []),
      ...after,
      ...[
        '',
        `${MAIL_TEXT.open}: ${link}`,
        '',
        '-- ',
        reason,
        `${MAIL_TEXT.unsubscribe}: ${unsubscribe}`,
        '',
      ],
    ].join('\n'),
  }
}
