// The mail of a delivery: headline figures, chart, first rows.

import type { Column } from '#contract/columns.ts'
import { escapeMarkup } from '#contract/markup-text.ts'
import { monthBounds } from '#contract/month.ts'
import { isMeasure, type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { isNumeric } from '#server/http/export/cell-text.ts'
import { FONT, mailHtml } from '#server/outbox/mail-layout.ts'
import { MAIL_TEXT } from '#server/outbox/text.ts'
import { CHART_WIDTH } from './chart.ts'
import type { Figures } from './figures.ts'
import { DELIVERY_TEXT } from './text.ts'
import { changeText, dayText, figure, ofPeriod, periodText, sentenceCase, shortFigure } from './words.ts'

export interface ReportMail {
  readonly name: string
  readonly figures: Figures
  /** YYYY-MM-DD on the shop's clock. */
  readonly today: string
  readonly isTest: boolean
  readonly hasChart: boolean
  /** What the reader should know about the file, if anything. */
  readonly fileNote: string | undefined
  readonly link: string
  readonly unsubscribe: string
  readonly owner: string
}

const HEADLINES = 3
const SHOWN_ROWS = 12
/** Measures in the table; more do not fit a phone. */
const SHOWN_MEASURES = 2

interface Headline {
  readonly title: string
  readonly value: string
  readonly short: string
  readonly change: string | undefined
  readonly isGood: boolean
}

const headlineOf = (key: MeasureKey, totals: Figures['totals']): Headline => {
  const { title, format, isLoss } = measureOf(key)
  const value = totals[key] ?? null
  const change = totals[`${key}_change`]
  return {
    title: sentenceCase(title),
    value: figure(value, format),
    short: shortFigure(value, format),
    change: changeText(change),
    isGood: (change ?? 0) >= 0 !== (isLoss ?? false),
  }
}

/** 'Venta neta de octubre: $ 12,3 M (−14 %)'. */
export function subjectOf({ figures: { question, totals, current }, today, isTest }: ReportMail): string {
  const [key = 'net_sale'] = question.measures
  const { title, short, change } = headlineOf(key, totals)
  const news = `${title} ${ofPeriod(current, today)}: ${short}${change ? ` (${change})` : ''}`
  return isTest ? DELIVERY_TEXT.testSubject(news) : news
}

export function reportMail(mail: ReportMail) {
  const { name, figures, today, fileNote, link, unsubscribe, owner } = mail
  const { question, totals, current, compared } = figures
  const headlines = question.measures.slice(0, HEADLINES).map((key) => headlineOf(key, totals))
  const period = compared
    ? DELIVERY_TEXT.periodCompared(periodText(current, today), periodText(compared, today))
    : periodText(current, today)
  const subject = subjectOf(mail)
  const reason = DELIVERY_TEXT.reason(name, owner)
  const link_ = escapeMarkup(unsubscribe)
  const footer = `${escapeMarkup(reason)}<br><a class="gd-dim" href="${link_}" style="color:#5b6370">${MAIL_TEXT.unsubscribe}</a>`
  const body = [
    paragraph(period.charAt(0).toUpperCase() + period.slice(1)),
    headlineTable(headlines),
    mail.hasChart ? chartImages(subject) : '',
    rowTable(figures),
    fileNote ? paragraph(fileNote) : '',
  ].join('')
  const preview = headlines.map(
    ({ title, value, change }) => `${title} ${value}${change ? ` (${change})` : ''}`,
  )
  return {
    subject,
    html: mailHtml({ title: name, preview: preview.join(' · '), body, link, footer }),
    text: plainText(mail, { period, headlines, reason }),
  }
}

const paragraph = (text: string) =>
  `<p class="gd-dim" style="${FONT};margin:6px 0 0;font-size:14px;line-height:1.5;color:#5b6370">${escapeMarkup(text)}</p>`

const ARROWS = { true: '▲', false: '▼' } as const

function headlineTable(headlines: readonly Headline[]): string {
  const cells = headlines.map(({ title, value, change, isGood }, index) => {
    const color = isGood ? '#0f7a4d' : '#b8321f'
    const arrow = change && ARROWS[`${!change.startsWith('−')}`]
    const moved = change
      ? `<div class="${isGood ? 'gd-up' : 'gd-down'}" style="${FONT};font-size:14px;font-weight:600;color:${color};padding-top:2px">${arrow} ${change}</div>`
      : ''
    const size = index === 0 ? 30 : 19
    return `<tr><td style="padding:${index === 0 ? 20 : 12}px 0 0"><div class="gd-dim" style="${FONT};font-size:13px;color:#5b6370">${escapeMarkup(title)}</div>
<div class="gd-ink" style="${FONT};font-size:${size}px;line-height:1.25;font-weight:600;color:#1a1d23">${value}</div>${moved}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${cells.join('')}</table>`
}

/** Outlook shows the light picture only; the dark one is hidden by means that Outlook respects. */
const chartImages = (alt: string) => {
  const image = (cid: string) =>
    `<img src="cid:${cid}" width="${CHART_WIDTH}" alt="${escapeMarkup(alt)}" style="width:100%;max-width:${CHART_WIDTH}px;height:auto;border:0;display:block">`
  return `<div class="gd-light" style="padding-top:22px">${image('chart')}</div>
<!--[if !mso]><!--><div class="gd-dark" style="display:none;max-height:0;overflow:hidden;padding-top:22px">${image('chart-dark')}</div><!--<![endif]-->`
}

function shownColumns({ columns, question }: Figures): readonly Column[] {
  const measures: readonly string[] = question.measures.slice(0, SHOWN_MEASURES)
  return columns.filter(({ key }) => {
    if (isMeasure(key)) return measures.includes(key)
    if (key.endsWith('_change')) return key === `${question.measures[0]}_change`
    return !/_(compared|difference)$/.test(key)
  })
}

/** The latest rows of a series over time, else the first ones. */
const shownRows = ({ rows, question }: Figures) =>
  question.grain && question.by.length === 0 ? rows.slice(-SHOWN_ROWS) : rows.slice(0, SHOWN_ROWS)

const cellOf = (column: Column, value: unknown): string => {
  if (column.key.endsWith('_change')) return changeText(typeof value === 'number' ? value : null) ?? '–'
  if (column.key === 'month' && typeof value === 'string') return periodText(monthDays(value), '')
  if (column.format === 'date' && typeof value === 'string') return dayText(value)
  if (!isNumeric(column)) return String(value ?? '–')
  return figure(typeof value === 'number' ? value : null, column.format)
}

const monthDays = (month: string) => {
  const { from_date: from, to_date: to } = monthBounds(month)
  return { from, to }
}

const shortTitle = ({ key, title }: Column) => (key.endsWith('_change') ? DELIVERY_TEXT.change : title)

function rowTable(figures: Figures): string {
  const { rows, question } = figures
  if (question.by.length === 0 && !question.grain) return ''
  if (rows.length === 0) return paragraph(DELIVERY_TEXT.noRows)
  const columns = shownColumns(figures)
  const side = (column: Column) => (isNumeric(column) ? 'right' : 'left')
  const cell = (column: Column) =>
    `padding:${isNumeric(column) ? '8px 0 8px 8px' : '8px 8px 8px 0'};font-size:13px;line-height:1.35;border-bottom:1px solid #e3e6eb`
  const wide = (column: Column) =>
    isMeasure(column.key) && column.key !== question.measures[0] ? ' gd-wide' : ''
  const head = columns.map(
    (column) =>
      `<th class="gd-dim gd-line${wide(column)}" align="${side(column)}" style="${FONT};${cell(column)};font-weight:600;color:#5b6370">${escapeMarkup(shortTitle(column))}</th>`,
  )
  const line = (row: Figures['rows'][number]) =>
    columns
      .map(
        (column) =>
          `<td class="gd-ink gd-line${wide(column)}" align="${side(column)}" style="${FONT};${cell(column)};color:#1a1d23${isNumeric(column) ? ';white-space:nowrap' : ''}">${escapeMarkup(cellOf(column, row[column.key]))}</td>`,
      )
      .join('')
  const more = rows.length - SHOWN_ROWS
  const shown = shownRows(figures)
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:22px;border-collapse:collapse"><tr>${head.join('')}</tr>
${shown
  .map((row) => `<tr>${line(row)}</tr>`)
  .join('\n')}</table>${more > 0 ? paragraph(DELIVERY_TEXT.moreRows(more)) : ''}`
}

function plainText(
  { name, figures, fileNote, link, unsubscribe }: ReportMail,
  { period, headlines, reason }: { period: string; headlines: readonly Headline[]; reason: string },
): string {
  const columns = shownColumns(figures)
  const { rows } = figures
  const table =
    figures.question.by.length > 0 || figures.question.grain
      ? shownRows(figures).map((row) => columns.map((column) => cellOf(column, row[column.key])).join(' | '))
      : []
  const more = rows.length > SHOWN_ROWS ? [DELIVERY_TEXT.moreRows(rows.length - SHOWN_ROWS)] : []
  return [
    ...[name, period, ''],
    ...headlines.map(({ title, value, change }) => `${title}: ${value}${change ? ` (${change})` : ''}`),
    ...(table.length > 0 ? ['', columns.map(shortTitle).join(' | '), ...table, ...more] : []),
    ...(fileNote ? ['', fileNote] : []),
    ...['', `${MAIL_TEXT.open}: ${link}`, '', '--', reason, `${MAIL_TEXT.unsubscribe}: ${unsubscribe}`, ''],
  ].join('\n')
}
