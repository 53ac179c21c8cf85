import type { DistributionBy, SellerState } from '#contract/lists/distribution.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import shared from '#web/ui/shared.module.css'
import { linkText } from '../text.ts'
import { MonthLink } from './month-link.tsx'

interface SellersLinkProps {
  /** Key of the product, segment or business, as in the distribution. */
  of: string
  name: string
  by?: DistributionBy
  province?: string | null
  /** Month and situation, where they are not those of the screen and all. */
  search?: Readonly<Record<string, string>>
  /** A number of it; by default its name. */
  children?: string
}

/** Search parameters of those that sell it alone. */
export const SELLS = { situacion: 'sells' satisfies SellerState }

/** Opens the distributors that sell something, and those that do not, for roles that may see them. */
export function SellersLink({ of, name, by = 'product', province, search, children }: SellersLinkProps) {
  const user = useUser()
  if (children === '' || !mayUser(user, 'view:products') || !mayUser(user, 'view:distributors'))
    return children ?? name
  return (
    <MonthLink
      className={shared.link}
      to="/products-distribution"
      search={{ by, province: province ?? undefined, de: of, nombre: name, ...search }}
      aria-label={children ? linkText.seeDistributors(name, children) : linkText.seeSellers(name)}
    >
      {children ?? name}
    </MonthLink>
  )
}
