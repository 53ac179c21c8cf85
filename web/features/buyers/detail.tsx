// What lies behind a figure: its people, where the role may know them, and their orders.
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
  people: ReactNode
  /** Undefined where people are all there is. */
  orders?: ReactNode
}

export function Detail({ title, onClose, people, orders }: DetailProps) {
  const user = useUser()
  const [mayPeople, mayOrders] = [mayUser(user, 'personal-data'), mayUser(user, 'view:orders')]
  const [asked, ask] = useSearchParam('list', { step: true })
  const hasOrders = orders !== undefined && mayOrders
  const shown = hasOrders && (asked === 'orders' || !mayPeople) ? 'orders' : 'people'
  const head = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another figure
  useEffect(() => head.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }), [title])
  return (
    <>
      <div className={css.detail} ref={head}>
        <h2>{title}</h2>
        {hasOrders && mayPeople ? (
          <Segments
            aria-label={text.peopleOrOrders}
            size="xs"
            data={[
              { value: 'people', label: text.people },
              { value: 'orders', label: text.orders },
            ]}
            value={shown}
            onChange={ask}
          />
        ) : null}
        <CloseButton aria-label={text.closeCell} onClick={onClose} />
      </div>
      {mayPeople ? null : (
        <p className={shared.caution}>{hasOrders ? text.noPeople : text.noPeopleNorOrders}</p>
      )}
      {/* Without a key the table would keep the rows of the other list while its own load. */}
      <Fragment key={shown}>{shown === 'orders' ? orders : mayPeople ? people : null}</Fragment>
    </>
  )
}
