// A generated shop of buyers, some of whom use a promotion in one month, and what the use brought: their purchases are drawn
// without it first, then changed by it.
import { type Draws, drawsOf } from '#test/opportunities/generated-shop.ts'

/** Days are counted from the first of the month of the promotion. */
export interface ShopPurchase {
  readonly buyer: number
  readonly day: number
  readonly cents: number
  readonly uses: boolean
}

export interface ShopBuyer {
  readonly province: string
  /** '' for none. */
  readonly company: string
}

export interface PromotedShop {
  readonly buyers: readonly ShopBuyer[]
  /** By day. */
  readonly purchases: readonly ShopPurchase[]
  /** What buyers whose first use lies in the month bought from it until 60 days later, less what they would have: cents. */
  readonly effect: number
}

export const MONTH_DAYS = 30
export const DAYS_AFTER = 60
export const FIRST_DAY = -420
export const LAST_DAY = MONTH_DAYS - 1 + DAYS_AFTER

/** What a use changes until 60 days later. */
export interface Change {
  /** Factor of the amount of each order. */
  readonly baskets: number
  /** Orders beside each that would have been. */
  readonly extra: number
  /** Part of the later orders that do not come. */
  readonly lost: number
  /** Part of the amount taken off the order of the use. */
  readonly discount: number
}

export const CHANGES = {
  none: { baskets: 1, extra: 0, lost: 0, discount: 0 },
  gain: { baskets: 1.15, extra: 0.3, lost: 0, discount: 0.1 },
  loss: { baskets: 1, extra: 0, lost: 0.35, discount: 0.3 },
  strongGain: { baskets: 1.3, extra: 0.8, lost: 0, discount: 0.1 },
  strongLoss: { baskets: 0.9, extra: 0, lost: 0.8, discount: 0.5 },
} as const satisfies Record<string, Change>
export type ChangeName = keyof typeof CHANGES

export interface BuyerStory extends ShopBuyer {
  /** Orders a day while active, before factors. */
  readonly rate: number
  readonly cents: number
  readonly from: number
  readonly until: number
  /** How likely an order uses the promotion. */
  readonly use: number
}

export interface ShopStory {
  readonly size: number
  readonly buyer: (draws: Draws) => BuyerStory
  /** Factor of the rate on a day, at most `peak`. */
  readonly season: (day: number, buyer: BuyerStory) => number
  readonly peak: number
  /** Factor of the amount of an order. */
  readonly basket: (draws: Draws, day: number) => number
  /** Days of the orders, where they do not come by chance. */
  readonly days?: (draws: Draws, buyer: BuyerStory) => number[]
  /** Days on which the promotion runs. */
  readonly runs: readonly [from: number, until: number]
}

interface Placed {
  readonly day: number
  readonly cents: number
  readonly uses: boolean
}

export function shopOf(story: ShopStory, change: Change, seed: number): PromotedShop {
  const draws = drawsOf(seed)
  const buyers: ShopBuyer[] = []
  const purchases: ShopPurchase[] = []
  let effect = 0
  for (let buyer = 0; buyer < story.size; buyer++) {
    const told = story.buyer(draws)
    buyers.push({ province: told.province, company: told.company })
    const without = ordersOf(story, told, draws)
    const first = without.find(({ uses }) => uses)?.day
    const placed = first === undefined ? without : changed(without, first, change, draws)
    for (const each of placed) purchases.push({ buyer, ...each })
    if (first === undefined || first < 0 || first >= MONTH_DAYS) continue
    effect += spent(placed, first) - spent(without, first)
  }
  return { buyers, purchases: purchases.sort((one, other) => one.day - other.day), effect }
}

const spent = (placed: readonly Placed[], first: number) =>
  placed.reduce((sum, { day, cents }) => (day >= first && day <= first + DAYS_AFTER ? sum + cents : sum), 0)

function ordersOf(story: ShopStory, told: BuyerStory, draws: Draws): Placed[] {
  const [from, until] = [Math.max(FIRST_DAY, told.from), Math.min(LAST_DAY, told.until)]
  if (until < from) return []
  const days = story.days?.(draws, told) ?? daysByChance(story, told, draws, [from, until])
  return days.map((day) => ({
    day,
    cents: Math.max(100, Math.round(told.cents * story.basket(draws, day))),
    uses: day >= story.runs[0] && day <= story.runs[1] && draws.uniform() < told.use,
  }))
}

function daysByChance(
  { season, peak }: ShopStory,
  told: BuyerStory,
  draws: Draws,
  [from, until]: readonly [number, number],
): number[] {
  const most = draws.poisson(told.rate * peak * (until - from + 1))
  return Array.from({ length: most }, () => from + draws.below(until - from + 1))
    .filter((day) => draws.uniform() < season(day, told) / peak)
    .sort((one, other) => one - other)
}

function changed(
  without: readonly Placed[],
  first: number,
  { baskets, extra, lost, discount }: Change,
  draws: Draws,
): Placed[] {
  let isFirst = true
  return without.flatMap((placed) => {
    const { day, cents, uses } = placed
    if (day < first || day > first + DAYS_AFTER || (isFirst && !uses)) return [placed]
    const kept = { ...placed, cents: Math.round(cents * baskets * (isFirst ? 1 - discount : 1)) }
    const gone = !isFirst && draws.uniform() < lost
    const last = Math.min(LAST_DAY, first + DAYS_AFTER)
    const more =
      draws.uniform() < extra
        ? [{ day: first + draws.below(last - first + 1), cents: Math.round(cents * baskets), uses: false }]
        : []
    isFirst = false
    return gone ? more : [kept, ...more]
  })
}
