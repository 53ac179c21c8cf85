import { shareOut } from '#server/domain/cents.ts'
import type { Campaign } from './calendar.ts'
import type { CatalogueItem } from './catalogue.ts'
import {
  BANK_COUPONS,
  BANK_FEES,
  CHOCOLATE_COUPON,
  COMPANY_COUPONS,
  campaignCoupon,
  FLOUR_COUPON,
  FREE_SHIPPING,
  MIXED_BOXES,
  MIXED_BOXES_DECEMBER,
  NEWSLETTER,
  OFF_2000,
  type Promotion,
  SECOND_AT_HALF,
  THREE_FOR_TWO,
  VOLUME_FEE,
  WELCOME,
} from './promotions.ts'
import { type Random, Weighted } from './random.ts'
import type { Role } from './roles.ts'

export interface BasketLine {
  readonly item: CatalogueItem
  readonly price: number
  quantity: number
  gross: number
  /** Amount already taken off by coupons. */
  discount: number
}

export interface AppliedPromotion {
  readonly promotion: Promotion
  readonly amount: number
}

/** The products and prices of a month. */
export interface MonthlyOffer {
  readonly items: readonly CatalogueItem[]
  readonly prices: readonly number[]
  readonly demand: Weighted
  readonly priceLevel: number
  readonly december: boolean
  readonly winter: boolean
}

/** What determines which promotions an order gets. */
export interface Purchase {
  readonly lines: readonly BasketLine[]
  readonly role: Role
  readonly campaign: Campaign | undefined
  readonly isNewAccount: boolean
  readonly byCard: boolean
}

const LINE_COUNT = new Weighted([30, 27, 18, 11, 7, 4, 2, 1])
const QUANTITIES = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6]
const WHOLESALE_QUANTITIES = [6, 6, 10, 12, 12, 18, 24, 36]

export function fillBasket(random: Random, offer: MonthlyOffer, wholesale: boolean): BasketLine[] {
  const lines = new Map<CatalogueItem, BasketLine>()
  for (let count = LINE_COUNT.pick(random); count >= 0; count--) {
    const index = offer.demand.pick(random)
    const item = offer.items[index]!
    const price = offer.prices[index]!
    const line = lines.get(item) ?? { item, price, quantity: 0, gross: 0, discount: 0 }
    line.quantity += random.of(wholesale ? WHOLESALE_QUANTITIES : QUANTITIES)
    line.gross = line.quantity * price
    lines.set(item, line)
  }
  return [...lines.values()]
}

/** Coupons reduce lines first; fees reduce what is left of the order, never below zero. */
export function applyPromotions(random: Random, offer: MonthlyOffer, purchase: Purchase): AppliedPromotion[] {
  const applied: AppliedPromotion[] = []
  for (const promotion of chooseCoupons(random, offer, purchase)) {
    const amount = applyCoupon(promotion, purchase.lines)
    if (amount > 0 || promotion === FREE_SHIPPING) applied.push({ promotion, amount })
  }
  let left = purchase.lines.reduce((sum, line) => sum + line.gross - line.discount, 0)
  for (const { promotion, amount } of chooseFees(random, purchase, left)) {
    const taken = Math.min(amount, left)
    left -= taken
    if (taken > 0) applied.push({ promotion, amount: taken })
  }
  return applied
}

function chooseCoupons(random: Random, offer: MonthlyOffer, purchase: Purchase): Promotion[] {
  const { lines } = purchase
  const boxes = offer.december ? MIXED_BOXES_DECEMBER : MIXED_BOXES
  const candidates = [
    mainCoupon(random, offer, purchase),
    appliesToAny(boxes, lines) && random.chance(0.6) && boxes,
    offer.winter && appliesToAny(FLOUR_COUPON, lines) && random.chance(0.3) && FLOUR_COUPON,
    appliesToAny(CHOCOLATE_COUPON, lines) && random.chance(0.05) && CHOCOLATE_COUPON,
    random.chance(0.03) && FREE_SHIPPING,
  ]
  return candidates.filter((candidate) => typeof candidate === 'object')
}

/** One of: the company's coupon, the campaign's, a bank's, a general one. */
function mainCoupon(
  random: Random,
  offer: MonthlyOffer,
  { role, campaign, isNewAccount, byCard, lines }: Purchase,
): Promotion | undefined {
  const company = COMPANY_COUPONS.get(role)
  if (company !== undefined && random.chance(0.86)) {
    if (offer.december && random.chance(0.4)) return company.holidays
    return appliesToAny(company.chocolates, lines) && random.chance(0.3)
      ? company.chocolates
      : company.general
  }
  if (campaign !== undefined && random.chance(campaign.share)) return campaignCoupon(campaign)
  if (isNewAccount && random.chance(0.4)) return WELCOME
  if (byCard && random.chance(0.14)) return random.of(BANK_COUPONS)
  if (random.chance(0.05)) return NEWSLETTER
  return random.chance(0.025) ? OFF_2000 : undefined
}

const appliesTo = ({ only }: Promotion, { item }: BasketLine): boolean =>
  item.business === (only.business ?? item.business) && item.segment === (only.segment ?? item.segment)

const appliesToAny = (promotion: Promotion, lines: readonly BasketLine[]): boolean =>
  lines.some((line) => appliesTo(promotion, line))

/** Adds the coupon to the discounts of its lines and returns the total. */
function applyCoupon(promotion: Promotion, lines: readonly BasketLine[]): number {
  const left = lines.map((line) => (appliesTo(promotion, line) ? line.gross - line.discount : 0))
  const wanted = lines.map(({ quantity }, index) =>
    promotion.discount_type === 'percent'
      ? Math.round((left[index]! * promotion.value) / 100)
      : promotion.value * quantity,
  )
  const total = left.reduce((sum, cents) => sum + cents, 0)
  const amounts =
    promotion.discount_type === 'fixed_cart'
      ? shareOut(Math.min(promotion.value, total), left)
      : left.map((cents, index) => Math.min(wanted[index]!, cents))
  lines.forEach((line, index) => {
    line.discount += amounts[index]!
  })
  return amounts.reduce((sum, cents) => sum + cents, 0)
}

function chooseFees(random: Random, { lines, byCard }: Purchase, left: number): AppliedPromotion[] {
  const chosen: AppliedPromotion[] = []
  for (const line of lines) {
    const { quantity, price } = line
    const half = SECOND_AT_HALF.find((promotion) => appliesTo(promotion, line))
    const three = half ? undefined : THREE_FOR_TWO.find((promotion) => appliesTo(promotion, line))
    if (three && quantity >= 3 && random.chance(0.22))
      chosen.push({ promotion: three, amount: Math.floor(quantity / 3) * price })
    if (half && quantity === 2 && random.chance(0.28))
      chosen.push({ promotion: half, amount: Math.floor(price / 2) })
  }
  const percentOff = (promotion: Promotion) => ({
    promotion,
    amount: Math.round((left * promotion.value) / 100),
  })
  if (byCard && random.chance(0.06)) chosen.push(percentOff(random.of(BANK_FEES)))
  if (lines.length >= 4 && random.chance(0.12)) chosen.push(percentOff(VOLUME_FEE))
  return chosen
}
