import { addDays } from '#contract/month.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { PageLink } from '#web/ui/links.tsx'
import { linkText } from '../text.ts'
import { useExplorePath } from './explore-path.ts'

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
  const explorePath = useExplorePath()
  const { dist_id, key, product_name, since, sold_days } = row
  if (since === null || sold_days === null) return children
  const href = explorePath(
    { measures: 'net_sale,units', grain: 'day', from: addDays(since, 1), to: addDays(since, sold_days) },
    [keptValue('distributor', dist_id), keptValue('product', key)],
  )
  return href ? (
    <PageLink href={href} label={linkText.seeDays(product_name)}>
      {children}
    </PageLink>
  ) : (
    children
  )
}
