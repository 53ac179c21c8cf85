// Cómo fue la semana by mail: what its screen shows, from the same questions.
import { WEEK_PATH } from '#contract/address.ts'
import { type Column, column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { datesWords, dayWords, weekAsked } from '#contract/questions/periods.ts'
import type { App } from '#server/http/app.ts'
import type { ExportRow } from '#server/http/export/cell-text.ts'
import type { ReportTable, ScreenAsked, ScreenReport } from '#server/http/mailed.ts'
import { may } from '#server/http/principal.ts'
import { questionAsker } from './question-file.ts'
import { WEEK_TEXT as text } from './week-text.ts'

const MEASURES = ['net_sale', 'orders', 'buyers'] as const satisfies readonly MeasureKey[]
/** As many as on screen. */
const SHOWN = 20

const SPLITS = [
  { by: 'distributor', permission: 'view:distributors' },
  { by: 'product', permission: 'view:products' },
] as const
type Split = (typeof SPLITS)[number]['by']

export const weekScreen = (app: App): void => {
  app.screenReports.set(WEEK_PATH, (asked) => weekReport(app, asked))
}

type Week = Awaited<ReturnType<ReturnType<typeof asker>>>

function asker(app: App, { query, reader, at, versions }: ScreenAsked) {
  const ask = questionAsker(app)
  const week = weekAsked(query.get('week'))
  const period = week === 'last_week' ? `period=${week}` : `from=${week.from}&to=${week.to}`
  return async (compare: 'previous' | 'year', by?: Split) => {
    const split = by ? `&by=${by}&limit=${SHOWN}` : ''
    const question = `measures=${MEASURES.join()}&${period}&compare=${compare}${split}`
    const { current, compared, read } = await ask(question, reader, versions, { at })
    return { current, compared, ...(await read()) }
  }
}

async function weekReport(app: App, asked: ScreenAsked): Promise<ScreenReport> {
  const ask = asker(app, asked)
  const [previous, year] = [await ask('previous'), await ask('year')]
  const { current, hasOrders, cutAfter } = previous
  const title = text.title(datesWords(current))
  if (!hasOrders)
    return { title, news: text.noData, notes: [text.noDataNote], tables: [], file: undefined, month: null }
  const splits: { by: Split; rows: ExportRow[] }[] = []
  for (const { by, permission } of SPLITS)
    if (may(asked.reader, permission))
      splits.push({ by, rows: splitRows(by, await ask('previous', by), await ask('year', by)) })
  return {
    title,
    news: cutAfter === null ? '' : text.dataUntil(dayWords(cutAfter)),
    notes: cutAfter === null ? [] : [text.dataUntilNote(dayWords(cutAfter))],
    tables: [
      totalsTable(previous, year),
      ...splits.map(({ by, rows }) => ({
        title: text.by[by],
        columns: rowColumns(text.value[by], 'percent'),
        rows,
      })),
    ],
    file: {
      name: `semana_${current.from}_${current.to.slice(5)}`,
      columns: [column('of', text.of), ...rowColumns(text.name, 'percent2')],
      rows: [
        { of: text.total, name: text.week, ...rowOf(previous.totals, year.totals) },
        ...splits.flatMap(({ by, rows }) => rows.map((row) => ({ of: text.value[by], ...row }))),
      ],
    },
    month: null,
  }
}

const measureColumns = MEASURES.map((key) => column(key, measureOf(key).title, measureOf(key).format))

/** Changes have one decimal where they are read, two in files. */
const rowColumns = (name: string, changes: 'percent' | 'percent2'): Column[] => [
  column('name', name),
  ...measureColumns,
  column('previous', text.vsPrevious, changes, { nullable: true }),
  column('year', text.vsYear, changes, { nullable: true }),
]

/** Figures of the week, and how its net sale changed. */
const rowOf = (previous: ExportRow, year: ExportRow | undefined): ExportRow => ({
  ...Object.fromEntries(MEASURES.map((key) => [key, entryOf(previous, key) ?? 0])),
  previous: changeIn(previous, 'net_sale'),
  year: year ? changeIn(year, 'net_sale') : null,
})

const changeIn = (row: ExportRow, measure: MeasureKey): unknown => entryOf(row, `${measure}_change`) ?? null

function splitRows(by: Split, previous: Week, year: Week): ExportRow[] {
  // By key, since two distributors or products may have one name.
  const ofYear = new Map(year.rows.map((row, index) => [year.keys[index]?.[0], row]))
  return previous.rows.map((row, index) => ({
    name: String(entryOf(row, by) ?? ''),
    ...rowOf(row, ofYear.get(previous.keys[index]?.[0])),
  }))
}

/** The week, the one before and the same one of the year before, each with how the figures changed since then. */
function totalsTable(previous: Week, year: Week): ReportTable {
  const changes = MEASURES.map((key) =>
    column(`${key}_change`, `${measureOf(key).title}: ${text.change.toLowerCase()}`, 'percent', {
      nullable: true,
    }),
  )
  const before = ({ totals, compared }: Week, words: (days: string) => string): ExportRow[] =>
    compared
      ? [
          {
            name: words(datesWords(compared)),
            ...Object.fromEntries(
              MEASURES.flatMap((key) => [
                [key, entryOf(totals, `${key}_compared`) ?? 0],
                [`${key}_change`, changeIn(totals, key)],
              ]),
            ),
          },
        ]
      : []
  return {
    columns: [column('name', text.compared), ...measureColumns, ...changes],
    rows: [
      {
        name: text.week,
        ...Object.fromEntries(MEASURES.map((key) => [key, entryOf(previous.totals, key) ?? 0])),
      },
      ...before(previous, text.before),
      ...before(year, text.yearBefore),
    ],
  }
}
