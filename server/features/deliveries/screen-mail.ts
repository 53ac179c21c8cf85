// The mail of a screen: its title, notes and tables.
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { escapeMarkup } from '#contract/markup-text.ts'
import { isDay } from '#contract/month.ts'
import { dayWords } from '#contract/questions/periods.ts'
import { cellText, type ExportRow, isNumeric } from '#server/http/export/cell-text.ts'
import type { ReportTable, ScreenReport } from '#server/http/mailed.ts'
import { FONT, mailHtml } from '#server/outbox/mail-layout.ts'
import { footerHtml, footerText, inBrackets, lateNotes, type MailFrame, paragraph } from './report-mail.ts'
import { DELIVERY_TEXT } from './text.ts'
import { figure } from './words.ts'

const SHOWN_ROWS = 50

const cellOf = (row: ExportRow, column: Column): string => {
  const value = entryOf(row, column.key)
  if (typeof value === 'number' && column.format === 'id') return String(value)
  if (typeof value === 'number' && isNumeric(column)) return figure(value, column.format)
  const text = cellText(column, value)
  if (column.format === 'date' && isDay(text)) return dayWords(text)
  return text === '' ? '–' : text
}

const moreOf = ({ rows, total = rows.length }: ReportTable): string[] =>
  total > SHOWN_ROWS ? [DELIVERY_TEXT.moreRows(total - SHOWN_ROWS)] : []

export function tableHtml(table: ReportTable): string {
  const { title, columns, rows } = table
  if (rows.length === 0) return paragraph(DELIVERY_TEXT.noRows)
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
  const heading = title
    ? `<div class="gd-ink" style="${FONT};padding-top:22px;font-size:15px;font-weight:600;color:#1a1d23">${escapeMarkup(title)}</div>`
    : ''
  return `${heading}<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:${title ? 6 : 22}px;border-collapse:collapse"><tr>${head.join('')}</tr>
${lines.join('\n')}</table>${moreOf(table).map(paragraph).join('')}`
}

export function tableText(table: ReportTable): string[] {
  const { title, columns, rows } = table
  if (rows.length === 0) return ['', ...(title ? [title] : []), DELIVERY_TEXT.noRows]
  const lines = rows
    .slice(0, SHOWN_ROWS)
    .map((row) => columns.map((column) => cellOf(row, column)).join(' | '))
  return [
    ...['', ...(title ? [title] : [])],
    ...[columns.map((column) => column.title).join(' | '), ...lines, ...moreOf(table)],
  ]
}

export function screenMail(report: ScreenReport, frame: MailFrame) {
  const { name, coverage, fileNote, isTest, link } = frame
  const news = `${report.title}${inBrackets(coverage)}${report.news && `: ${report.news}`}`
  const said = [news, ...report.notes, ...coverage, ...lateNotes(frame)]
  const after = fileNote ? [fileNote] : []
  const body = [...said.map(paragraph), ...report.tables.map(tableHtml), ...after.map(paragraph)].join('')
  return {
    subject: isTest ? DELIVERY_TEXT.testSubject(news) : news,
    html: mailHtml({ title: name, preview: news, body, link, footer: footerHtml(frame) }),
    text: [name, ...said, ...report.tables.flatMap(tableText), ...after, ...footerText(frame)].join('\n'),
  }
}
