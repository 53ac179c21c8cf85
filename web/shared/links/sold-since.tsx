import { addDays } from '#contract/month.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { linkText } from '../text.ts'
import { ExploreLink } from './explore-link.tsx'

interface SoldSinceProps {
  row: {
    readonly dist_id: string
    readonly key: string
    readonly product_name: string
    readonly since: string | null
    readonly sold_days: number | null
  }
  children: string
}

/** What was sold of a followed opportunity: opens its days. */
export function SoldSince({ row, children }: SoldSinceProps) {
  const { dist_id, key, product_name, since, sold_days } = row
  if (since === null || sold_days === null) return children
  const days = { from: addDays(since, 1), to: addDays(since, sold_days) }
  return (
    <ExploreLink
      asked={{ measures: 'net_sale,units', grain: 'day', ...days }}
      where={[keptValue('distributor', dist_id), keptValue('product', key)]}
      label={linkText.seeDays(product_name)}
    >
      {children}
    </ExploreLink>
  )
}
