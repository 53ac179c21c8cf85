// What an order and each of its lines are worth: gross, discount, refunded, net; pure rules in whole cents.
import { shareOut } from './cents.ts'

export interface LineInput {
  /** Before discounts. */
  readonly gross: number
  /** Coupon discount of this line. */
  readonly discount: number
  /** Refunds that name this line. */
  readonly refunded: number
}

export interface AmountsInput {
  readonly lines: readonly LineInput[]
  /** What each coupon took off, as the shop tells it. */
  readonly coupons: readonly number[]
  /** Negative fees, as positive amounts. */
  readonly promotions: readonly number[]
  /** All refunds, less the shipping and positive fees refunded in them. */
  readonly refunded: number
}

export interface LineAmounts {
  gross: number
  discount: number
  refunded: number
  /** Its part of the promotions, in proportion to gross − discount. */
  promotion: number
  /** Its part of refunds that name no line, in proportion to what remains of it. */
  shared: number
  /** gross − discount − refunded − promotion − shared. */
  net: number
}

export interface OrderAmounts {
  gross: number
  /** Σ line discounts + promotions, at most gross; Σ coupons + promotions + manual. */
  discount: number
  /** At most gross − discount. */
  refunded: number
  /** gross − discount − refunded; the lines' net add up to it. */
  net: number
  lines: LineAmounts[]
  coupons: number[]
  promotions: number[]
  /** Discount of the lines that no coupon explains: prices cut by hand in the shop. */
  manual: number
}

/**
 * Amounts of an order; whatever comes in, 0 ≤ discount ≤ gross, 0 ≤ refunded ≤ gross − discount, and all parts add up.
 * Loops, here and where orders are translated: arrays that `map` makes are of changing kinds, so the hot path would be
 * compiled anew again and again.
 */
export function orderAmounts(input: AmountsInput): OrderAmounts {
  const lines: LineAmounts[] = []
  let gross = 0
  let couponDiscount = 0
  for (const line of input.lines) {
    const discount = between(0, line.discount, line.gross)
    lines.push({ gross: line.gross, discount, refunded: 0, promotion: 0, shared: 0, net: 0 })
    gross += line.gross
    couponDiscount += discount
  }
  const promotionTotal = Math.min(total(input.promotions), gross - couponDiscount)
  const discount = couponDiscount + promotionTotal
  const refunded = between(0, input.refunded, gross - discount)
  const net = gross - discount - refunded
  takePromotions(lines, promotionTotal)
  takeRefunds(lines, input.lines, net)
  const { coupons, manual } = couponAmounts(couponDiscount, input.coupons, lines.length)
  const promotions = scaledTo(promotionTotal, input.promotions)
  return { gross, discount, refunded, net, lines, coupons, promotions, manual }
}

function takePromotions(lines: readonly LineAmounts[], promotionTotal: number): void {
  if (promotionTotal === 0) return
  const paid = lines.map((line) => line.gross - line.discount)
  const shares = shareOut(promotionTotal, someWeight(paid, lines))
  for (const [index, line] of lines.entries()) line.promotion = shares[index]!
}

/** Refunds that name their lines, then what is left to bring the lines' net to the order's. */
function takeRefunds(lines: readonly LineAmounts[], told: readonly LineInput[], net: number): void {
  let sum = 0
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    const paid = line.gross - line.discount - line.promotion
    line.refunded = between(0, told[index]!.refunded, paid)
    line.net = paid - line.refunded
    sum += line.net
  }
  // Those of most orders add up by themselves.
  if (sum === net) return
  const remaining = lines.map((line) => line.net)
  const shares = shareOut(sum - net, someWeight(remaining, lines))
  for (const [index, line] of lines.entries()) {
    line.shared = shares[index]!
    line.net -= line.shared
  }
}

/** The coupons' amounts brought to what the lines say: rounding goes to the coupons, a real excess was cut by hand. */
function couponAmounts(ofLines: number, told: readonly number[], lines: number) {
  const sum = total(told)
  const isRounding = ofLines - sum <= lines
  if (sum > 0 && isRounding) return { coupons: scaledTo(ofLines, told), manual: 0 }
  return { coupons: [...told], manual: ofLines - sum }
}

const scaledTo = (amount: number, parts: readonly number[]): number[] =>
  total(parts) === amount ? [...parts] : shareOut(amount, parts)

/** Weights, or the lines' gross where all of them are 0. */
const someWeight = (weights: readonly number[], lines: readonly LineAmounts[]): readonly number[] =>
  weights.some((weight) => weight > 0) ? weights : lines.map((line) => line.gross)

function total(amounts: readonly number[]): number {
  let sum = 0
  for (const amount of amounts) sum += amount
  return sum
}

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most)
