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

/** Amounts of an order; whatever comes in, 0 ≤ discount ≤ gross, 0 ≤ refunded ≤ gross − discount, and all parts add up. */
export function orderAmounts(input: AmountsInput): OrderAmounts {
  const gross = total(input.lines.map((line) => line.gross))
  const ofLines = input.lines.map((line) => between(0, line.discount, line.gross))
  const couponDiscount = total(ofLines)
  const promotionTotal = Math.min(total(input.promotions), gross - couponDiscount)
  const discount = couponDiscount + promotionTotal
  const refunded = between(0, input.refunded, gross - discount)
  return {
    gross,
    discount,
    refunded,
    net: gross - discount - refunded,
    lines: lineAmounts(input.lines, ofLines, promotionTotal, gross - discount - refunded),
    ...coupons(couponDiscount, input.coupons, input.lines.length),
    promotions: scaledTo(promotionTotal, input.promotions),
  }
}

function lineAmounts(
  lines: readonly LineInput[],
  discounts: readonly number[],
  promotionTotal: number,
  net: number,
): LineAmounts[] {
  const plain = plainLines(lines, discounts, net)
  if (promotionTotal === 0 && plain) return plain
  const grosses = lines.map((line) => line.gross)
  const paid = lines.map((line, index) => line.gross - discounts[index]!)
  const promotions = promotionTotal === 0 ? NOTHING : shareOut(promotionTotal, someWeight(paid, grosses))
  const refunds = lines.map((line, index) =>
    between(0, line.refunded, paid[index]! - (promotions[index] ?? 0)),
  )
  const remaining = paid.map((amount, index) => amount - (promotions[index] ?? 0) - refunds[index]!)
  const residual = total(remaining) - net
  const shares = residual === 0 ? NOTHING : shareOut(residual, someWeight(remaining, grosses))
  return lines.map((line, index) => ({
    gross: line.gross,
    discount: discounts[index]!,
    refunded: refunds[index]!,
    promotion: promotions[index] ?? 0,
    shared: shares[index] ?? 0,
    net: remaining[index]! - (shares[index] ?? 0),
  }))
}

/** Lines without a promotion, as far as they add up to the order's net by themselves: those of most orders. */
function plainLines(
  lines: readonly LineInput[],
  discounts: readonly number[],
  net: number,
): LineAmounts[] | undefined {
  let sum = 0
  const plain = lines.map(({ gross, refunded: told }, index) => {
    const discount = discounts[index]!
    const refunded = between(0, told, gross - discount)
    const own = gross - discount - refunded
    sum += own
    return { gross, discount, refunded, promotion: 0, shared: 0, net: own }
  })
  return sum === net ? plain : undefined
}

/** Nothing to share out. */
const NOTHING: readonly number[] = []

/** The coupons' amounts brought to what the lines say: rounding goes to the coupons, a real excess was cut by hand. */
function coupons(ofLines: number, told: readonly number[], lines: number) {
  const sum = total(told)
  const isRounding = ofLines - sum <= lines
  if (sum > 0 && isRounding) return { coupons: scaledTo(ofLines, told), manual: 0 }
  return { coupons: [...told], manual: ofLines - sum }
}

const scaledTo = (amount: number, parts: readonly number[]): number[] =>
  total(parts) === amount ? [...parts] : shareOut(amount, parts)

const someWeight = (weights: readonly number[], otherwise: readonly number[]): readonly number[] =>
  weights.some((weight) => weight > 0) ? weights : otherwise

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most)
