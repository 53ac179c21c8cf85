// What is bought and what is taken off it, in whole cents; touches only this room and the pure money rules.
import { shareOut } from '#server/domain/cents.ts'
import type { Campaign } from './calendar.ts'
import type { CatalogueItem } from './catalogue.ts'
import type { Person } from './people.ts'
import {
  BANK_COUPONS,
  BANK_FEES,
  CHOCOLATE_COUPON,
  COMPANY_COUPONS,
  campaignCoupon,
  FLOUR_COUPON,
  FREE_SHIPPING,
  MIXED_BOXES,
  NEWSLETTER,
  OFF_2000,
  type Promotion,
  SECOND_AT_HALF,
  THREE_FOR_TWO,
  VOLUME_FEE,
  WELCOME,
} from './promotions.ts'
import { type Random, Weighted } from './random.ts'

export interface BasketLine {
  readonly item: CatalogueItem
  quantity: number
  readonly price: number
  gross: number
  /** Taken off by coupons so far. */
  discount: number
}

export interface Applied {
  readonly promotion: Promotion
  readonly amount: number
}

/** What a month sells and at which prices. */
export interface Shelf {
  readonly items: readonly CatalogueItem[]
  readonly prices: readonly number[]
  readonly demand: Weighted
  readonly priceLevel: number
  readonly december: boolean
  readonly winter: boolean
}

/** Who buys, when, with what. */
export interface Visit {
  readonly person: Person
  readonly campaign: Campaign | undefined
  readonly isNew: boolean
  readonly byCard: boolean
}

const LINE_COUNT = new Weighted([30, 27, 18, 11, 7, 4, 2, 1])
const QUANTITY = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6]
const WHOLESALE_QUANTITY = [6, 6, 10, 12, 12, 18, 24, 36]

export function fill(random: Random, shelf: Shelf, wholesale: boolean): BasketLine[] {
  const lines: BasketLine[] = []
  for (let left = LINE_COUNT.pick(random); left >= 0; left--) {
    const index = shelf.demand.pick(random)
    const item = shelf.items[index]!
    const quantity = random.of(wholesale ? WHOLESALE_QUANTITY : QUANTITY)
    const price = shelf.prices[index]!
    const same = lines.find((line) => line.item === item)
    if (same === undefined) lines.push({ item, quantity, price, gross: quantity * price, discount: 0 })
    else {
      same.quantity += quantity
      same.gross += quantity * price
    }
  }
  return lines
}

/** Coupons first, on lines; then promotions of the whole order on what is left, never below zero. */
export function takeOff(random: Random, shelf: Shelf, visit: Visit, lines: readonly BasketLine[]): Applied[] {
  const applied: Applied[] = []
  for (const promotion of coupons(random, shelf, visit, lines)) {
    const amount = applyCoupon(promotion, lines)
    if (amount > 0 || promotion === FREE_SHIPPING) applied.push({ promotion, amount })
  }
  let left = lines.reduce((sum, line) => sum + line.gross - line.discount, 0)
  for (const { promotion, amount } of fees(random, visit, lines, left)) {
    const taken = Math.min(amount, left)
    left -= taken
    if (taken > 0) applied.push({ promotion, amount: taken })
  }
  return applied
}

function coupons(random: Random, shelf: Shelf, visit: Visit, lines: readonly BasketLine[]): Promotion[] {
  const chosen: Promotion[] = []
  const main = mainCoupon(random, shelf, visit, lines)
  if (main !== undefined) chosen.push(main)
  if (has(lines, 'segment', 'Cajas surtidas') && random.chance(0.6))
    chosen.push(shelf.december ? MIXED_BOXES[1] : MIXED_BOXES[0])
  if (shelf.winter && has(lines, 'business', 'Harinas') && random.chance(0.3)) chosen.push(FLOUR_COUPON)
  if (has(lines, 'business', 'Chocolates') && random.chance(0.05)) chosen.push(CHOCOLATE_COUPON)
  if (random.chance(0.03)) chosen.push(FREE_SHIPPING)
  return chosen
}

/** An order takes one of: its company's coupon, the campaign's, a bank's, a general one. */
function mainCoupon(
  random: Random,
  shelf: Shelf,
  { person, campaign, isNew, byCard }: Visit,
  lines: readonly BasketLine[],
): Promotion | undefined {
  const company = COMPANY_COUPONS.get(person.role)
  if (company !== undefined && random.chance(0.86)) {
    if (shelf.december && random.chance(0.4)) return company.holidays
    return has(lines, 'business', 'Chocolates') && random.chance(0.3) ? company.chocolates : company.general
  }
  if (campaign !== undefined && random.chance(campaign.share)) return campaignCoupon(campaign)
  if (isNew && random.chance(0.4)) return WELCOME
  if (byCard && random.chance(0.14)) return random.of(BANK_COUPONS)
  if (random.chance(0.05)) return NEWSLETTER
  return random.chance(0.025) ? OFF_2000 : undefined
}

const has = (lines: readonly BasketLine[], field: 'business' | 'segment', name: string): boolean =>
  lines.some(({ item }) => item[field] === name)

const eligible = (promotion: Promotion, { item }: BasketLine): boolean => {
  if (promotion.promo_type === 'boxes-mix') return item.segment === 'Cajas surtidas'
  if (promotion === FLOUR_COUPON) return item.business === 'Harinas'
  return promotion === CHOCOLATE_COUPON || promotion.promo_name === 'chocolates'
    ? item.business === 'Chocolates'
    : true
}

/** Adds the coupon to the lines it is good for; returns what it took off. */
function applyCoupon(promotion: Promotion, lines: readonly BasketLine[]): number {
  if (promotion.discount_type === 'fixed_cart') return applyToCart(promotion.value, lines)
  let taken = 0
  for (const line of lines) {
    if (!eligible(promotion, line)) continue
    const left = line.gross - line.discount
    const wanted =
      promotion.discount_type === 'percent'
        ? Math.round((left * promotion.value) / 100)
        : promotion.value * line.quantity
    const amount = Math.min(wanted, left)
    line.discount += amount
    taken += amount
  }
  return taken
}

function applyToCart(value: number, lines: readonly BasketLine[]): number {
  const left = lines.map((line) => line.gross - line.discount)
  const amount = Math.min(
    value,
    left.reduce((sum, cents) => sum + cents, 0),
  )
  shareOut(amount, left).forEach((share, index) => {
    const line = lines[index]!
    line.discount += share
  })
  return amount
}

function fees(random: Random, { byCard }: Visit, lines: readonly BasketLine[], left: number): Applied[] {
  const chosen: Applied[] = []
  for (const { item, quantity, price } of lines) {
    const three = THREE_FOR_TWO[item.business]
    const half = SECOND_AT_HALF[item.business]
    if (three !== undefined && quantity >= 3 && item.segment !== 'Galletitas' && random.chance(0.22))
      chosen.push({ promotion: three, amount: Math.floor(quantity / 3) * price })
    else if (
      half !== undefined &&
      quantity === 2 &&
      (item.business === 'Chocolates' || item.segment === 'Galletitas') &&
      random.chance(0.28)
    )
      chosen.push({ promotion: half, amount: Math.floor(price / 2) })
  }
  if (byCard && random.chance(0.06)) {
    const promotion = random.of(BANK_FEES)
    chosen.push({ promotion, amount: Math.round((left * promotion.value) / 100) })
  }
  if (lines.length >= 4 && random.chance(0.12))
    chosen.push({ promotion: VOLUME_FEE, amount: Math.round((left * VOLUME_FEE.value) / 100) })
  return chosen
}
