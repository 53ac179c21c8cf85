// Footer of a table: row count, page size and page.
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactElement, useEffect, useId, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { text } from '#web/ui/text.ts'
import css from './pager.module.css'

interface PagerProps {
  page: number
  perPage: number
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
  /** Number of rows; undefined until it is known. */
  total: number | undefined
  sizes: readonly number[]
}

const FIRST = <IconChevronsLeft size={16} aria-hidden />
const PREVIOUS = <IconChevronLeft size={16} aria-hidden />
const NEXT = <IconChevronRight size={16} aria-hidden />
const LAST = <IconChevronsRight size={16} aria-hidden />

export const pageCountOf = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage))

/** Memoised so that typing into a filter does not render it again. */
export const Pager = memo(function Pager({ page, perPage, onPage, onPerPage, total, sizes }: PagerProps) {
  const pages = pageCountOf(total ?? 0, perPage)
  const go = (to: number) => {
    const next = Math.max(1, Math.min(pages, to))
    if (next !== page) onPage(next)
  }
  const offered = sizes.includes(perPage) ? sizes : [...sizes, perPage].sort((a, b) => a - b)
  const size = useId()
  const step = (label: string, icon: ReactElement, to: number, off: boolean) => (
    <IconButton label={label} disabled={off} onClick={() => go(to)}>
      {icon}
    </IconButton>
  )
  return (
    <footer className={css.foot} data-pending={total === undefined || undefined}>
      <span style={{ minHeight: '1.45em' }} role="status">
        {total === undefined ? '' : text.rows(total)}
      </span>
      <div className={css.paging} data-no-print>
        <span className={css.size}>
          <label htmlFor={size}>{text.show}</label>
          <Select
            id={size}
            low
            value={String(perPage)}
            data={offered.map(String)}
            onChange={(event) => onPerPage(Number(event.currentTarget.value))}
          />
        </span>
        <span className={css.place}>{text.page(page, pages)}</span>
        <div className={css.steps}>
          {step(text.first, FIRST, 1, page <= 1)}
          {step(text.previous, PREVIOUS, page - 1, page <= 1)}
          <GoTo page={page} pages={pages} onGo={go} />
          {step(text.next, NEXT, page + 1, page >= pages)}
          {step(text.last, LAST, pages, page >= pages)}
        </div>
      </div>
    </footer>
  )
})

function GoTo({ page, pages, onGo }: { page: number; pages: number; onGo: (page: number) => void }) {
  const [typed, setTyped] = useState(String(page))
  useEffect(() => setTyped(String(page)), [page])
  const go = () => {
    const wanted = Math.round(Number(typed))
    if (typed.trim() === '' || !Number.isFinite(wanted)) return setTyped(String(page))
    const next = Math.max(1, Math.min(pages, wanted))
    setTyped(String(next))
    onGo(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go()
  }
  return (
    <input
      className={css.goTo}
      type="number"
      min={1}
      max={pages}
      value={typed}
      aria-label={text.goTo}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={go}
      onKeyDown={onKeyDown}
    />
  )
}
