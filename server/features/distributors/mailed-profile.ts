// The Ficha by mail, as a reader sees it: its sheet as a PDF and in words, and the orders of the distributor as a file.
import { profileIdIn } from '#contract/address.ts'
import { column } from '#contract/columns.ts'
import { comparedMonth, isMonth, type Month } from '#contract/month.ts'
import type { DistributorProfile, ProfileSheet } from '#contract/profile.ts'
import { dayWords, isUnfinished, lastClosedMonth, wholeMonths } from '#contract/questions/periods.ts'
import { decoded } from '#server/domain/decoded.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import type { PeriodData } from '#server/figures/known-changes.ts'
import { dataOfMonth } from '#server/figures/period-data.ts'
import type { App } from '#server/http/app.ts'
import { comparedSpan } from '#server/http/compare-months.ts'
import { HttpError } from '#server/http/errors.ts'
import type { ReportTable, ScreenAsked, ScreenReport } from '#server/http/mailed.ts'
import { may } from '#server/http/principal.ts'
import { readTable } from '#server/http/table-calls.ts'
import { type ProfileCall, profileOf } from './profile.ts'
import { monthName, sheetOf } from './sheet.ts'
import { pdfOf } from './sheet-pdf.ts'
import { MAILED_TEXT as text } from './sheet-text.ts'

export const sheetName = (distId: string, month: Month) =>
  `ficha_${distId.replace(/[^\w-]+/g, '_')}_${month}.pdf`

/** Throws a 404 where the reader sees no such distributor, and a 403 where none at all. */
export async function mailedProfile(app: App, asked: ScreenAsked): Promise<ScreenReport> {
  const { reader, outside } = asked
  const distId = decoded(profileIdIn(asked.path) ?? '')
  if (!may(reader, 'view:distributors')) throw new HttpError('forbidden')
  const call = await callOf(app, distId, asked)
  const { month, now, today } = call
  const cut = call.cutAfter && dayWords(call.cutAfter)
  const isRunning = isUnfinished(wholeMonths(month, month), now)
  const profile = await profileOf(app.store, call)
  const sheet = sheetOf(outside ? ownPartOf(profile) : profile, call)
  const title = text.title(
    sheet.title,
    isRunning ? text.running(monthName(month), dayWords(today)) : monthName(month),
  )
  if (!call.hasOrders)
    return { title, news: text.noData, notes: [text.noDataNote], tables: [], file: undefined, month }
  return {
    ...{ title, month },
    news: cut === null ? '' : text.dataUntil(cut),
    notes: [sheet.subtitle, ...(cut === null ? [] : [text.dataUntilNote(cut)]), ...sheet.why],
    tables: tablesOf(sheet),
    file: may(reader, 'view:orders') ? await ordersOf(app, distId, month, asked) : undefined,
    sheet: async () => ({
      name: sheetName(distId, month),
      bytes: await pdfOf(sheet),
    }),
  }
}

/** The month of the address, else the last closed one that has data. */
async function callOf(
  app: App,
  dist_id: string,
  { query, reader, at, versions }: ScreenAsked,
): Promise<ProfileCall & PeriodData> {
  const named = query.get('month') ?? ''
  const now = wallClock(app.timeZone)(at.toISOString())
  const closed = lastClosedMonth(now)
  const latest = await app.latestMonth()
  const month = isMonth(named) ? named : latest < closed ? latest : closed
  const compare = query.get('compare') === 'year' ? 'year' : 'previous'
  const days = query.get('days') === 'all' ? 'all' : 'same'
  return {
    ...(await dataOfMonth(app, month, versions, at)),
    ...{ params: { dist_id }, principal: reader, scope: reader.scope, versions, month, now },
    today: now.slice(0, 10),
    compared: await comparedSpan(app, month, comparedMonth(month, compare), days, versions),
  }
}

/** Without what other distributors' sales are needed for, and without notes of colleagues. */
const ownPartOf = (profile: DistributorProfile): DistributorProfile => ({
  ...profile,
  ...{ rank: null, distribution: null, opportunities: null, notes: null },
})

const FACTS = [column('label', text.figure), column('value', text.value)]
const WITH_CHANGES = [...FACTS, column('change', text.change)]

const factsOf = (facts: ProfileSheet['headline']): ReportTable => ({
  columns: facts.some(({ change }) => change !== null) ? WITH_CHANGES : FACTS,
  rows: facts,
})

const tablesOf = ({ headline, blocks }: ProfileSheet): ReportTable[] => [
  factsOf(headline),
  ...blocks.flatMap(({ title, facts, table, lines }): ReportTable[] => [
    ...(facts.length > 0 ? [{ title, ...factsOf(facts) }] : []),
    ...(table
      ? [
          {
            ...(facts.length === 0 && { title }),
            columns: table.head.map((words, index) => column(String(index), words)),
            rows: table.rows.map((cells) => Object.fromEntries(cells.entries())),
          },
        ]
      : []),
    ...(lines.length > 0
      ? [{ title, columns: [column('line', text.note)], rows: lines.map((line) => ({ line })) }]
      : []),
  ]),
]

/** Its orders of every status, without names and e-mails unless they are asked for. */
async function ordersOf(
  app: App,
  distId: string,
  month: Month,
  { reader, versions, at, outside }: ScreenAsked,
) {
  const query = new URLSearchParams({ start_date: month, status: 'TODOS', only_dist_id: distId })
  const { columns, rows, total } = await readTable(app, `/api/orders?${query}`, {
    ...{ principal: reader, versions, at, withNames: outside?.withNames ?? false },
  })
  return { columns, rows, total, name: `ordenes_${distId.replace(/[^\w-]+/g, '_')}_${month}` }
}
