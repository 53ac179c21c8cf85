// Header row and filter row of a table.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo } from 'react'
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { isNumeric } from '#web/text/format.ts'
import { text } from '#web/ui/text.ts'
import { FilterInput } from './filter-input.tsx'
import css from './head.module.css'
import { type ChangeView, filteredBy, LEAST_FILTER, sortedBy, type TableView } from './view.ts'

export interface FilterRule {
  pause: number
  least: number
  applies: (column: Column) => boolean
}

/** Client-side filters: all columns with values, any length, no noticeable delay. */
export const CLIENT_FILTERS: FilterRule = {
  pause: 120,
  least: 0,
  applies: ({ hasValues }) => hasValues !== false,
}
/** Server-side filters: at least 3 characters, after a pause of 600 ms, on the columns that the server can filter. */
export const SERVER_FILTERS: FilterRule = {
  pause: 600,
  least: LEAST_FILTER,
  applies: ({ filter }) => filter !== undefined,
}

/** ['Distribuidor: norte']: the filters that apply. */
export const filterWords = (
  columns: readonly Column[],
  { filters }: TableView,
  { applies, least }: FilterRule,
): string[] =>
  columns.filter(applies).flatMap(({ key, title }) => {
    const typed = entryOf(filters, key) ?? ''
    return typed !== '' && typed.length >= least ? [`${title}: ${typed}`] : []
  })

interface HeadProps {
  columns: readonly Column[]
  view: TableView
  onView: ChangeView
  filters: FilterRule
  /** True until the first rows arrive. */
  pending: boolean
}

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const

/** Memoised so that rows can change without rendering the filters again. */
export const Head = memo(function Head({ columns, view, onView, filters, pending }: HeadProps) {
  const filterable = columns.some(filters.applies)
  return (
    <thead className={css.head} data-pending={pending || undefined}>
      <tr>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-numeric={isNumeric(column.format) || undefined}
            data-no-print={column.hasValues === false || undefined}
            {...(column.sortable === false
              ? {}
              : { 'aria-sort': view.orderBy === column.key ? ARIA_SORT[view.order] : 'none' })}
          >
            {column.sortable === false ? (
              column.title
            ) : (
              <button
                type="button"
                className={css.sort}
                title={text.sortBy(column.title)}
                onClick={() => onView((latest) => sortedBy(latest, column.key))}
              >
                <SortTitle column={column} order={view.orderBy === column.key ? view.order : null} />
              </button>
            )}
          </th>
        ))}
      </tr>
      {filterable ? (
        <tr className={css.filters} data-no-print>
          {columns.map((column) => (
            <td key={column.key}>
              {filters.applies(column) ? (
                <FilterInput
                  title={column.title}
                  value={entryOf(view.filters, column.key) ?? ''}
                  pause={filters.pause}
                  least={filters.least}
                  onFilter={(typed) => onView((latest) => filteredBy(latest, column.key, typed))}
                />
              ) : null}
            </td>
          ))}
        </tr>
      ) : null}
    </thead>
  )
})

/** Shown on hover. A constant element, because every unsorted column has one. */
const UNSORTED = (
  <svg className={css.unsorted} viewBox="0 0 24 24" width={14} height={14} aria-hidden>
    <path d="M3 9l4 -4l4 4m-4 -4v14M21 15l-4 4l-4 -4m4 4v-14" />
  </svg>
)

interface SortProps {
  order: 'ASC' | 'DESC' | null
}

/** The arrow is on the side that the text is not aligned to; it stays with the word beside it when the title wraps. */
function SortTitle({ column: { title, format }, order }: SortProps & { column: Column }) {
  const arrow = <SortArrow order={order} />
  const words = title.split(' ')
  if (isNumeric(format)) {
    const [first = '', ...others] = words
    return (
      <>
        <span className={css.unbroken}>
          {arrow}&nbsp;{first}
        </span>{' '}
        {others.join(' ')}
      </>
    )
  }
  return (
    <>
      {words.slice(0, -1).join(' ')}{' '}
      <span className={css.unbroken}>
        {words.at(-1)}&nbsp;{arrow}
      </span>
    </>
  )
}

function SortArrow({ order }: SortProps) {
  if (order === null) return UNSORTED
  return order === 'ASC' ? (
    <IconArrowUp size={14} stroke={2} aria-hidden />
  ) : (
    <IconArrowDown size={14} stroke={2} aria-hidden />
  )
}
