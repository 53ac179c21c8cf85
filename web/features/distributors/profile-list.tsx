// The rows behind a number of the Ficha, below its panels.

import { useEffect, useRef } from 'react'
import { entryOf } from '#contract/entry.ts'
import { profileLists } from '#contract/lists/profile.ts'
import { useMonth } from '#web/api/month.ts'
import { SellersLink } from '#web/shared/links/sellers-link.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { CloseButton } from '#web/ui/button.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './profile.module.css'
import { text } from './profile-text.ts'

/** Search parameter that names the list on screen. */
export const LIST = 'lista'

const PRODUCTS = listSource(profileLists.profileProducts)
const CUSTOMERS = listSource(profileLists.profileCustomers)
/** The lost ones sold or bought nothing in the month. */
const BY_BEFORE = { orderBy: 'prev_net', order: 'DESC' } as const

const PRODUCT_LISTS: Readonly<Record<string, object>> = {
  sold: { state: 'sold' },
  gained: { state: 'gained' },
  'lost-products': { state: 'lost' },
  common: { common: '1' },
}

export function ProfileList({ distId }: { distId: string }) {
  const month = useMonth()
  const [asked, ask] = useSearchParam(LIST, { step: true })
  const name = asked !== null && entryOf(text.lists, asked) !== undefined ? asked : null
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (name !== null) void place.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [name])
  if (name === null) return null
  const title = entryOf(text.lists, name) ?? ''
  const of = { id: `profile-${name}`, title, subtitle: monthName(month), month }
  const params = { dist_id: distId }
  const products = entryOf(PRODUCT_LISTS, name)
  const isLost = name.startsWith('lost')
  return (
    <div ref={place}>
      <div className={css.listHead} data-no-print>
        <CloseButton label={text.close} onClick={() => ask(null)} />
      </div>
      {products ? (
        <ListTable
          key={name}
          {...PRODUCTS}
          {...of}
          {...(isLost && { defaults: { ...PRODUCTS.defaults, ...BY_BEFORE } })}
          params={params}
          query={products}
          cells={{
            product_name: ({ key, product_name }) => <SellersLink of={key} name={product_name} />,
            last_sold: ({ last_sold }) => last_sold && monthName(last_sold),
          }}
        />
      ) : (
        <ListTable
          key={name}
          {...CUSTOMERS}
          {...of}
          {...(isLost && { defaults: { ...CUSTOMERS.defaults, ...BY_BEFORE } })}
          params={params}
          query={{ state: name }}
          cells={{ last_month: ({ last_month }) => monthName(last_month) }}
        />
      )}
    </div>
  )
}
