// The rows behind the sales with a benefit: its products, orders, or buyers.

import { useEffect, useRef } from 'react'
import {
  PERFORMANCE_BUYER_KEYS,
  type PerformanceBuyers,
  performanceLists,
} from '#contract/lists/performance.ts'
import type { Month } from '#contract/month.ts'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { CloseButton } from '#web/ui/button.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './buyers.module.css'
import type { PerformanceKey } from './queries.ts'
import { text } from './text.ts'

const ORDERS = listSource(performanceLists.performanceOrders)
const PRODUCTS = listSource(performanceLists.performanceProducts)
const BUYERS = listSource(performanceLists.performanceBuyers)

/** Search parameter that names the list. */
export const LIST = 'list'
const LISTS = ['products', 'orders', 'others', 'buyers', ...PERFORMANCE_BUYER_KEYS] as const
export type PerformanceList = (typeof LISTS)[number]
const CHOICES = LISTS.map((value) => ({ value, label: text.performanceLists[value] }))

const isSome = (list: PerformanceList): list is PerformanceBuyers =>
  PERFORMANCE_BUYER_KEYS.some((key) => key === list)

interface PerformanceDetailProps {
  title: string
  query: { start_date: Month; by: PerformanceKey; months: number; value: string }
  onClose: () => void
}

export function PerformanceDetail({ title, query, onClose }: PerformanceDetailProps) {
  const [asked, ask] = useSearchParam(LIST, { step: true })
  const list = LISTS.find((each) => each === asked) ?? 'products'
  const head = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title or list is another figure
  useEffect(() => {
    // Chromium returns a promise here, which an effect must not return.
    void head.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [title, list])
  const of = { id: `benefit-${list}`, title: text.performanceLists[list] }
  return (
    <>
      <div className={css.detail} ref={head}>
        <h2>{title}</h2>
        <Segments
          aria-label={text.peopleOrOrders}
          size="xs"
          data={CHOICES}
          value={list}
          onChange={(next) => ask(next === 'products' ? null : next)}
        />
        <CloseButton label={text.closeCell} onClick={onClose} />
      </div>
      {/* Without keys the table would keep the rows of the other list while its own load. */}
      {list === 'products' ? (
        <ListTable key={list} {...PRODUCTS} {...of} query={query} />
      ) : list === 'orders' || list === 'others' ? (
        <ListTable
          key={list}
          {...ORDERS}
          {...of}
          query={{ ...query, ...(list === 'others' && { having: 'without' }) }}
        />
      ) : (
        <ListTable
          key={list}
          {...BUYERS}
          {...of}
          query={{ ...query, ...(isSome(list) && { state: list }) }}
        />
      )}
    </>
  )
}
