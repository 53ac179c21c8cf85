// The trials of a generated shop, read off its purchases: the oracle of those that the database counts.
import type { Trial } from '#server/figures/benefit-effect/trials.ts'
import { DAYS_AFTER, MONTH_DAYS, type PromotedShop, type ShopPurchase } from './buyers-shop.ts'

const net = (purchases: readonly ShopPurchase[]): number =>
  purchases.reduce((sum, { cents }) => sum + cents, 0) / 100

export function trialsOf({ buyers, purchases }: PromotedShop): Trial[] {
  const byBuyer = Map.groupBy(purchases, ({ buyer }) => buyer)
  return [...byBuyer].flatMap(([buyer, own]) => {
    const first = own.findIndex(({ uses }) => uses)
    return own.flatMap((placed, index): Trial[] => {
      if (placed.day < 0 || placed.day >= MONTH_DAYS || (first >= 0 && index > first)) return []
      const before = own.filter(({ day }) => day < placed.day)
      const within = (days: number) => before.filter(({ day }) => day >= placed.day - days)
      const after = own.filter(({ day }) => day >= placed.day && day <= placed.day + DAYS_AFTER)
      const later = first > index ? after.filter((each) => own.indexOf(each) >= first) : []
      const last = before.at(-1)
      return [
        {
          ...{
            order_id: purchases.indexOf(placed) + 1,
            buyer: String(buyer),
            day: placed.day,
            uses: index === first,
          },
          ...{ province: buyers[buyer]!.province, company: buyers[buyer]!.company },
          recency: last ? placed.day - last.day : null,
          known: before[0] ? Math.min(365, placed.day - before[0].day) : 0,
          ...{ ordersBefore: within(60).length, netBefore: net(within(60)) },
          ...{ ordersYear: within(365).length, netYear: net(within(365)) },
          ...{ netAfter: net(after), netLater: net(later) },
        },
      ]
    })
  })
}
