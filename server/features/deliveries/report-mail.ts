// The mail of a delivery: headline figures, chart, first rows.

import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { escapeMarkup } from '#contract/markup-text.ts'
import { isMeasure, type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { dayWords, isWholeMonths, runningPeriodWords } from '#contract/questions/periods.ts'
import type { Days } from '#contract/questions/question.ts'
import { daysOfStep, daysWithin } from '#contract/questions/steps.ts'
import { findsNothing, goneText } from '#server/figures/missing-values.ts'
import { dayCount } from '#server/figures/windows.ts'
import { type ExportRow, isNumeric } from '#server/http/export/cell-text.ts'
import { FONT, mailHtml } from '#server/outbox/mail-layout.ts'
import { MAIL_TEXT } from '#server/outbox/text.ts'
import { CHART_WIDTH } from './chart.ts'
import type { Figures } from './figures.ts'
import { DELIVERY_TEXT } from './text.ts'
import {
  changeText,
  figure,
  headlineFigure,
  ofPeriod,
  periodText,
  sentenceCase,
  shortFigure,
} from './words.ts'

/** What every mail of a delivery says beside its figures. */
export interface MailFrame {
  readonly name: string
  /** The moment that the report speaks of, on the shop's clock. */
  readonly now: string
  /** Sent long after that moment. */
  readonly isLate: boolean
  readonly isTest: boolean
  /** The filters of the question and the distributors of the reader, in words; empty: the whole shop. */
  readonly coverage: readonly string[]
  /** What the reader should know about the file, if anything. */
  readonly fileNote: string | undefined
  readonly link: string
  readonly unsubscribe: string
  readonly owner: string
}

export interface ReportMail extends MailFrame {
  readonly figures: Figures
  readonly hasChart: boolean
}

const HEADLINES = 3
const SHOWN_ROWS = 12
/** Measures in the table; more do not fit a phone. */
const SHOWN_MEASURES = 2

interface Headline {
  readonly title: string
  readonly value: string
  /** Where the value is rounded. */
  readonly exact: string | undefined
  readonly short: string
  readonly change: string | undefined
  readonly isGood: boolean
}

/** Undefined where the answer has no change. */
function changeIn(row: ExportRow, measure: string): string | undefined {
  const amount = (key: string) => {
    const value = entryOf(row, key)
    return typeof value === 'number' ? value : null
  }
  return amount(`${measure}_change`) === null
    ? undefined
    : changeText(amount(measure), amount(`${measure}_compared`))
}

const headlineOf = (key: MeasureKey, { totals }: Figures): Headline => {
  const { title, format, isLoss } = measureOf(key)
  const value = entryOf(totals, key) ?? null
  const before = entryOf(totals, `${key}_compared`) ?? null
  return {
    title: sentenceCase(title),
    ...headlineFigure(value, format),
    short: shortFigure(value, format),
    change: changeIn(totals, key),
    isGood: (value ?? 0) >= (before ?? 0) !== (isLoss ?? false),
  }
}

/** True if nothing was sold and nothing registered because the shop has no order of the period yet, or a filter's names are gone. */
const hasNoData = ({ hasOrders, question, totals, gone }: Figures): boolean =>
  findsNothing(question.where, gone) || isBeforeOrders({ hasOrders, question, totals })

const isBeforeOrders = ({
  hasOrders,
  question,
  totals,
}: Pick<Figures, 'hasOrders' | 'question' | 'totals'>): boolean =>
  !hasOrders && question.measures.every((key) => (entryOf(totals, key) ?? 0) === 0)

/** 'de mayo, en curso al 20/5/2026', 'del 23/11/2026 al 27/11/2026, semana en curso'. */
export function unfinishedWords(current: Days, asOf: string): string {
  if (isWholeMonths(current)) return DELIVERY_TEXT.running(ofPeriod(current, asOf), dayWords(asOf))
  return DELIVERY_TEXT.ofDays(runningPeriodWords(current, asOf) ?? '')
}

export const shownPeriod = ({ current, asOf }: Pick<Figures, 'current' | 'asOf'>, today: string): string =>
  (asOf !== null && runningPeriodWords(current, asOf)) || periodText(current, today)

/** 'Venta neta de octubre: $ 12,3 M (−14 %)', 'Venta neta de noviembre: sin datos'. */
export function subjectOf({ figures, now, isTest, coverage }: ReportMail): string {
  const { question, current, asOf } = figures
  const [key = 'net_sale'] = question.measures
  const { title, short, change } = headlineOf(key, figures)
  const words = asOf === null ? ofPeriod(current, now.slice(0, 10)) : unfinishedWords(current, asOf)
  const { cutAfter } = figures
  const value = hasNoData(figures)
    ? DELIVERY_TEXT.noData
    : cutAfter === null
      ? `${short}${change ? ` (${change})` : ''}`
      : `${short}, ${DELIVERY_TEXT.dataUntil(dayWords(cutAfter))}`
  const news = `${title} ${words}${inBrackets(coverage)}: ${value}`
  return isTest ? DELIVERY_TEXT.testSubject(news) : news
}

const MAX_COVERAGE = 60

/** ' (Solo Norte Hermanos)'; '' for the whole shop. */
export const inBrackets = (coverage: readonly string[]): string =>
  coverage.length > 0 ? ` (${shortened(coverage.join('; '))})` : ''

const shortened = (words: string): string =>
  words.length > MAX_COVERAGE ? `${words.slice(0, MAX_COVERAGE - 1).trimEnd()}…` : words

export function reportMail(mail: ReportMail) {
  const { name, figures, now, fileNote, link } = mail
  const today = now.slice(0, 10)
  const { question, compared } = figures
  const isEmpty = hasNoData(figures)
  const headlines = isEmpty
    ? []
    : question.measures.slice(0, HEADLINES).map((key) => headlineOf(key, figures))
  const notes = notesOf(mail)
  const period = compared
    ? DELIVERY_TEXT.periodCompared(shownPeriod(figures, today), periodText(compared, today))
    : shownPeriod(figures, today)
  const subject = subjectOf(mail)
  const body = [
    paragraph(period.charAt(0).toUpperCase() + period.slice(1)),
    ...notes.map(paragraph),
    headlineTable(headlines),
    mail.hasChart && !isEmpty ? chartImages(subject) : '',
    isEmpty ? '' : rowTable(figures),
    fileNote ? paragraph(fileNote) : '',
  ].join('')
  const preview = headlines.map(
    ({ title, value, change }) => `${title} ${value}${change ? ` (${change})` : ''}`,
  )
  return {
    subject,
    html: mailHtml({ title: name, preview: preview.join(' · '), body, link, footer: footerHtml(mail) }),
    text: plainText(mail, { period: [period, ...notes].join('\n'), headlines }),
  }
}

export const lateNotes = ({ isLate, now }: Pick<MailFrame, 'isLate' | 'now'>): string[] =>
  isLate ? [DELIVERY_TEXT.late(dayWords(now.slice(0, 10)), now.slice(11, 16))] : []

/** Why the mail arrives, and how to stop it. */
export function footerHtml({ name, owner, unsubscribe }: MailFrame): string {
  const reason = escapeMarkup(DELIVERY_TEXT.reason(name, owner))
  return `${reason}<br><a class="gd-dim" href="${escapeMarkup(unsubscribe)}" style="color:#5b6370">${MAIL_TEXT.unsubscribe}</a>`
}

export const footerText = ({ name, owner, unsubscribe, link }: MailFrame): string[] => [
  ...['', `${MAIL_TEXT.open}: ${link}`, '', '-- '],
  ...[DELIVERY_TEXT.reason(name, owner), `${MAIL_TEXT.unsubscribe}: ${unsubscribe}`, ''],
]

/** What a reader must know before the figures. */
function notesOf({ figures, now, isLate, coverage }: ReportMail): string[] {
  const { current, question } = figures
  const today = now.slice(0, 10)
  const isFuture = current.from > today
  return [
    ...coverage,
    ...lateNotes({ isLate, now }),
    ...(isFuture && question.compare !== 'none' ? [DELIVERY_TEXT.notBegun] : []),
    ...(figures.cutAfter === null ? [] : [DELIVERY_TEXT.dataUntilNote(dayWords(figures.cutAfter))]),
    ...[goneText(figures.gone)].filter(Boolean),
    ...(isBeforeOrders(figures) && !isFuture ? [DELIVERY_TEXT.noDataNote(ofPeriod(current, today))] : []),
  ]
}

export const paragraph = (text: string) =>
  `<p class="gd-dim" style="${FONT};margin:6px 0 0;font-size:14px;line-height:1.5;color:#5b6370">${escapeMarkup(text)}</p>`

const ARROWS = { true: '▲', false: '▼' } as const

function headlineTable(headlines: readonly Headline[]): string {
  const cells = headlines.map(({ title, value, exact, change, isGood }, index) => {
    const color = isGood ? '#0f7a4d' : '#b8321f'
    const arrow = change && ARROWS[`${!change.startsWith('−')}`]
    const moved = change
      ? `<div class="${isGood ? 'gd-up' : 'gd-down'}" style="${FONT};font-size:14px;font-weight:600;color:${color};padding-top:2px">${arrow} ${change}</div>`
      : ''
    const size = index === 0 ? 30 : 19
    const small = (text: string) =>
      `<div class="gd-dim" style="${FONT};font-size:13px;color:#5b6370">${text}</div>`
    return `<tr><td style="padding:${index === 0 ? 20 : 12}px 0 0">${small(escapeMarkup(title))}
<div class="gd-ink" style="${FONT};font-size:${size}px;line-height:1.25;font-weight:600;color:#1a1d23">${value}</div>${exact ? small(exact) : ''}${moved}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${cells.join('')}</table>`
}

/** A Content-ID has the form of an address (RFC 2045). */
export const CHART_IDS = { light: 'chart@gondola', dark: 'chart-dark@gondola' } as const

/** Outlook shows the light picture only; the dark one is hidden by means that Outlook respects. */
const chartImages = (alt: string) => {
  const image = (cid: string) =>
    `<img src="cid:${cid}" width="${CHART_WIDTH}" alt="${escapeMarkup(alt)}" style="width:100%;max-width:${CHART_WIDTH}px;height:auto;border:0;display:block">`
  return `<div class="gd-light" style="padding-top:22px">${image(CHART_IDS.light)}</div>
<!--[if !mso]><!--><div class="gd-dark" style="display:none;max-height:0;overflow:hidden;padding-top:22px">${image(CHART_IDS.dark)}</div><!--<![endif]-->`
}

function shownColumns({ columns, question }: Figures): readonly Column[] {
  const measures: readonly string[] = question.measures.slice(0, SHOWN_MEASURES)
  return columns.filter(({ key }) => {
    if (isMeasure(key)) return measures.includes(key)
    if (key.endsWith('_change')) return key === `${question.measures[0]}_change`
    return !/_(compared|difference)$/.test(key)
  })
}

/** The latest rows of a series over time, else the first ones, and what a limit left out. */
const shownRows = ({ rows, rest, question }: Figures) => [
  ...(question.grain && question.by.length === 0 ? rows.slice(-SHOWN_ROWS) : rows.slice(0, SHOWN_ROWS)),
  ...(rest ? [rest] : []),
]

function cellOf(figures: Figures, column: Column, row: ExportRow): string {
  const { question, current, partial } = figures
  const value = entryOf(row, column.key)
  const { grain } = question
  if (column.key.endsWith('_change')) return changeIn(row, column.key.replace(/_change$/, '')) ?? '–'
  if (column.key === grain && isStep(value)) {
    const days = daysOfStep(grain, value)
    const words = grain === 'month' ? periodText(days, '') : dayWords(value)
    if (!partial.includes(days.from)) return words
    const { from, to } = daysWithin(days, current)
    return DELIVERY_TEXT.cut(words, dayCount({ from, to }))
  }
  if (!isNumeric(column)) return String(value ?? '–')
  return figure(typeof value === 'number' ? value : null, column.format)
}

/** A month or a day; not the name of the rest. */
const isStep = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-/.test(value)

const shortTitle = ({ key, title, format }: Column) => {
  if (key.endsWith('_change')) return DELIVERY_TEXT.change
  return format === 'money' ? `${title} ($)` : title
}

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
          `<td class="gd-ink gd-line${wide(column)}" align="${side(column)}" style="${FONT};${cell(column)};color:#1a1d23${isNumeric(column) ? ';white-space:nowrap' : ''}">${escapeMarkup(cellOf(figures, column, row))}</td>`,
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
  mail: ReportMail,
  { period, headlines }: { period: string; headlines: readonly Headline[] },
): string {
  const { name, figures, fileNote } = mail
  const columns = shownColumns(figures)
  const { rows } = figures
  const table =
    !hasNoData(figures) && (figures.question.by.length > 0 || figures.question.grain)
      ? shownRows(figures).map((row) => columns.map((column) => cellOf(figures, column, row)).join(' | '))
      : []
  const more = rows.length > SHOWN_ROWS ? [DELIVERY_TEXT.moreRows(rows.length - SHOWN_ROWS)] : []
  return [
    ...[name, period, ''],
    ...headlines.map(({ title, value, exact, change }) => {
      const more = [exact, change].filter(Boolean).join('; ')
      return `${title}: ${value}${more ? ` (${more})` : ''}`
    }),
    ...(table.length > 0 ? ['', columns.map(shortTitle).join(' | '), ...table, ...more] : []),
    ...(fileNote ? ['', fileNote] : []),
    ...footerText(mail),
  ].join('\n')
}
