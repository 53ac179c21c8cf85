// Header and filter row of a table. Touches React and this room.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo } from 'react'
import type { Column } from '#contract/columns.ts'
import { isNumeric } from '#web/text/format.ts'
import { text } from '#web/ui/text.ts'
import css from './data-table.module.css'
import { FilterInput } from './filter-input.tsx'
import { filteredBy, sortedBy, type TableView } from './view.ts'

export interface FilterRule {
  pause: number
  least: number
  applies: (column: Column) => boolean
}

/** All rows are here: any column, any text, at once for the eye. */
export const CLIENT_FILTERS: FilterRule = { pause: 120, least: 0, applies: () => true }
/** The server filters: 3 characters or none, after 600 ms without typing, on the columns that it can filter. */
export const SERVER_FILTERS: FilterRule = {
  pause: 600,
  least: 3,
  applies: ({ filter }) => filter !== undefined,
}

interface HeadProps {
  columns: readonly Column[]
  view: TableView
  onView: (view: TableView) => void
  filters: FilterRule
  /** No rows yet. */
  waiting: boolean
}

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const

/** Drawn anew only when something in it changed, as when the address follows what was typed. */
export const Head = memo(function Head({ columns, view, onView, filters, waiting }: HeadProps) {
  const filterable = columns.some(filters.applies)
  return (
    <thead className={css.head} data-waiting={waiting || undefined}>
      <tr>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-numeric={isNumeric(column.format) || undefined}
            {...(column.sortable === false
              ? {}
              : { 'aria-sort': view.orderBy === column.key ? ARIA_SORT[view.order] : 'none' })}
          >
            {column.sortable === false ? (
              <span className={css.title}>{column.title}</span>
            ) : (
              <button
                type="button"
                className={css.sort}
                title={text.sortBy(column.title)}
                onClick={() => onView(sortedBy(view, column.key))}
              >
                {column.title}
                <SortArrow order={view.orderBy === column.key ? view.order : null} />
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
                  value={view.filters[column.key] ?? ''}
                  pause={filters.pause}
                  least={filters.least}
                  onFilter={(typed) => onView(filteredBy(view, column.key, typed))}
                />
              ) : null}
            </td>
          ))}
        </tr>
      ) : null}
    </thead>
  )
})

/** Made once: every column but one has it, and shows it under the pointer alone. */
const UNSORTED = (
  <svg className={css.unsorted} viewBox="0 0 24 24" width={14} height={14} aria-hidden>
    <path d="M3 9l4 -4l4 4m-4 -4v14M21 15l-4 4l-4 -4m4 4v-14" />
  </svg>
)

function SortArrow({ order }: { order: 'ASC' | 'DESC' | null }) {
  if (order === null) return UNSORTED
  return order === 'ASC' ? (
    <IconArrowUp size={14} stroke={2} aria-hidden />
  ) : (
    <IconArrowDown size={14} stroke={2} aria-hidden />
  )
}
