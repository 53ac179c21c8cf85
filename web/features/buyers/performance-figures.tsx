// Numbers of the sales with each benefit, which open the list that they count or add up.
import { useNavigate } from '@tanstack/react-router'
import { entryOf } from '#contract/entry.ts'
import { PERFORMANCE_BY, performanceColumns } from '#contract/lists/performance.ts'
import { addMonths, type Month, monthBounds } from '#contract/month.ts'
import type { Performance } from '#contract/performance.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { ExploreLink } from '#web/shared/links/explore-link.tsx'
import { cellText } from '#web/text/format.ts'
import css from './buyers.module.css'
import { LIST, type PerformanceList } from './performance-detail.tsx'
import type { PerformanceKey } from './queries.ts'
import { text } from './text.ts'

/** The list that each figure counts or adds up. */
const LISTS: Readonly<Record<string, PerformanceList>> = {
  ...{ orders: 'orders', net: 'orders', amount: 'orders', per_hundred: 'orders', ticket_with: 'orders' },
  ticket_without: 'others',
  ...{ products: 'products', buyers: 'buyers', new_buyers: 'new', new_share: 'new' },
  ...{ returned: 'returned', returned_share: 'returned' },
}
/** Of these, products are listed in Explorar. */
const MARGINS = ['margin', 'margin_rate', 'cost_coverage'] as const

type PerformanceRow = Performance['rows'][number]

/** Cells of numbers that open their list. */
const cellsOf = (open: (row: PerformanceRow, list: PerformanceList) => void) =>
  Object.fromEntries(
    performanceColumns.flatMap((column) => {
      const list = entryOf(LISTS, column.key)
      if (list === undefined) return []
      const cell = (row: PerformanceRow) => {
        const [value, shown] = [row[column.key], cellText(row[column.key], column)]
        return value === null || value === 0 ? (
          shown
        ) : (
          <button
            type="button"
            className={css.press}
            aria-label={text.openFigure(row.label, column.title, shown)}
            onClick={() => open(row, list)}
          >
            {shown}
          </button>
        )
      }
      return [[column.key, cell]]
    }),
  )

/** Cells of margins that open those of the products. */
const marginCells = (by: PerformanceKey, { from, to }: Readonly<Record<'from' | 'to', string>>) =>
  Object.fromEntries(
    performanceColumns.flatMap((column) => {
      const { key } = column
      if (!MARGINS.some((margin) => margin === key)) return []
      const cell = (row: PerformanceRow) => (
        <ExploreLink
          asked={{ measures: MARGINS.join(), by: 'product', from, to }}
          where={[keptValue(PERFORMANCE_BY[by], row.key)]}
          label={text.openFigure(row.label, column.title, cellText(row[key], column))}
        >
          {cellText(row[key], column)}
        </ExploreLink>
      )
      return [[key, cell]]
    }),
  )

/** Of rows of this kind, in so many months up to the one on screen. */
export function useFigureCells(by: PerformanceKey, month: Month, months: number) {
  const navigate = useNavigate()
  const open = ({ key }: PerformanceRow, list: PerformanceList) =>
    void navigate({
      to: '.',
      // Page, order and filters of one list do not apply to another.
      search: (before: object) => ({
        ...before,
        ...{ page: undefined, orderBy: undefined, order: undefined, benefit: `${by}:${key}` },
        [LIST]: list === 'products' ? undefined : list,
      }),
      resetScroll: false,
    })
  const from = monthBounds(addMonths(month, 1 - months)).from_date
  return { ...cellsOf(open), ...marginCells(by, { from, to: monthBounds(month).to_date }) }
}
