// What lies behind a figure: its people, where the role may know them, or its products; and its orders.
import { CloseButton } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { mayUser, useUser } from '#web/api/session.ts'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './buyers.module.css'
import { text } from './text.ts'

interface DetailProps {
  title: string
  onClose: () => void
  /** The first list, which needs personal data. */
  people?: ReactNode
  /** The first list, where it is none of people. */
  products?: ReactNode
  orders: ReactNode
  /** Orders are closed to roles without them, unless the screen itself shows them. */
  ordersAccess?: 'view:orders' | 'view:benefits'
}

export function Detail({
  title,
  onClose,
  people,
  products,
  orders,
  ordersAccess = 'view:orders',
}: DetailProps) {
  const user = useUser()
  const mayOrders = mayUser(user, ordersAccess)
  const mayFirst = products !== undefined || mayUser(user, 'personal-data')
  const [asked, ask] = useSearchParam('list', { step: true })
  const shown = mayOrders && (asked === 'orders' || !mayFirst) ? 'orders' : 'first'
  const head = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another figure
  useEffect(() => {
    // Chromium returns a promise, which is no clean-up.
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
              { value: 'first', label: products === undefined ? text.people : text.products },
              { value: 'orders', label: text.orders },
            ]}
            value={shown}
            onChange={(next) => ask(next === 'first' ? null : next)}
          />
        ) : null}
        <CloseButton aria-label={text.closeCell} onClick={onClose} />
      </div>
      {mayFirst ? null : (
        <p className={shared.caution}>{mayOrders ? text.noPeople : text.noPeopleNorOrders}</p>
      )}
      {/* Without a key the table would keep the rows of the other list while its own load. */}
      <Fragment key={shown}>{shown === 'orders' ? orders : mayFirst ? (products ?? people) : null}</Fragment>
    </>
  )
}
