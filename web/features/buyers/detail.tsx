// The rows behind a figure: people, if the role may see them, and orders.

import { useEffect, useRef } from 'react'
import { mayUser, useUser } from '#web/api/session.ts'
import type { ListKey, ListOptions, ListSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { CloseButton } from '#web/ui/button.tsx'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './buyers.module.css'
import { text } from './text.ts'

interface DetailProps<First extends ListKey, Orders extends ListKey> {
  /** Prefix for the tables, under which the browser remembers hidden columns. */
  id: string
  title: string
  query: ListOptions<NoInfer<First>>['query'] & ListOptions<NoInfer<Orders>>['query']
  onClose: () => void
  /** People, who need the permission for personal data. */
  first: ListSource<First>
  orders: ListSource<Orders>
}

export function Detail<First extends ListKey, Orders extends ListKey>({
  id,
  title,
  query,
  onClose,
  first,
  orders,
}: DetailProps<First, Orders>) {
  const user = useUser()
  const mayOrders = mayUser(user, 'view:orders')
  const mayFirst = mayUser(user, 'personal-data')
  const [asked, ask] = useSearchParam('list', { step: true })
  const shown = mayOrders && (asked === 'orders' || !mayFirst) ? 'orders' : 'first'
  const head = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another figure
  useEffect(() => {
    // Chromium returns a promise here, which an effect must not return.
    void head.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [title])
  return (
    <>
      <div className={css.detail} ref={head}>
        <h2>{title}</h2>
        {mayOrders && mayFirst ? (
          <Segments
            aria-label={text.peopleOrOrders}
            size="xs"
            data={[
              { value: 'first', label: text.people },
              { value: 'orders', label: text.orders },
            ]}
            value={shown}
            onChange={(next) => ask(next === 'first' ? null : next)}
          />
        ) : null}
        <CloseButton label={text.closeCell} onClick={onClose} />
      </div>
      {mayFirst ? null : (
        <p className={shared.caution}>{mayOrders ? text.noPeople : text.noPeopleNorOrders}</p>
      )}
      {/* Without keys the table would keep the rows of the other list while its own load. */}
      {shown === 'orders' ? (
        <ListTable key="orders" {...orders} id={`${id}-orders`} title={text.orders} query={query} />
      ) : mayFirst ? (
        <ListTable key="first" {...first} id={`${id}-people`} title={text.people} query={query} />
      ) : null}
    </>
  )
}
