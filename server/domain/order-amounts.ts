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
  /** Each coupon's discount as the shop reports it. */
  readonly coupons: readonly number[]
  /** Negative fees, as positive amounts. */
  readonly promotions: readonly number[]
  /** All refunds, without the shipping and positive fees refunded in them. */
  readonly refunded: number
}

export interface LineAmounts {
  gross: number
  discount: number
  refunded: number
  /** Its share of the promotions, in proportion to gross − discount. */
  promotion: number
  /** Its share of refunds that name no line, in proportion to what remains of it. */
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
  /** gross − discount − refunded; equal to the sum of the lines' net. */
  net: number
  lines: LineAmounts[]
  coupons: number[]
  promotions: number[]
  /** Line discounts that no coupon explains: prices reduced by hand in the shop. */
  manual: number
}

/** For any input, 0 ≤ discount ≤ gross, 0 ≤ refunded ≤ gross − discount, and all parts add up. */
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
  spreadPromotions(lines, promotionTotal)
  spreadRefunds(lines, input.lines, net)
  const { coupons, manual } = couponAmounts(couponDiscount, input.coupons, lines.length)
  const promotions = scaledTo(promotionTotal, input.promotions)
  return { gross, discount, refunded, net, lines, coupons, promotions, manual }
}

function spreadPromotions(lines: readonly LineAmounts[], promotionTotal: number): void {
  if (promotionTotal === 0) return
  const paid = lines.map((line) => line.gross - line.discount)
  const shares = shareOut(promotionTotal, positiveWeights(paid, lines))
  for (const [index, line] of lines.entries()) line.promotion = shares[index]!
}

/** First refunds that name their lines, then the rest, so that the lines' net add up to the order's. */
function spreadRefunds(lines: readonly LineAmounts[], inputs: readonly LineInput[], net: number): void {
  let sum = 0
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    const paid = line.gross - line.discount - line.promotion
    line.refunded = between(0, inputs[index]!.refunded, paid)
    line.net = paid - line.refunded
    sum += line.net
  }
  if (sum === net) return
  const remaining = lines.map((line) => line.net)
  const shares = shareOut(sum - net, positiveWeights(remaining, lines))
  for (const [index, line] of lines.entries()) {
    line.shared = shares[index]!
    line.net -= line.shared
  }
}

/** Reconciles the coupons' amounts with the lines' discounts: coupons absorb rounding, a larger excess is manual. */
function couponAmounts(lineDiscount: number, reported: readonly number[], lineCount: number) {
  const sum = total(reported)
  const isRounding = lineDiscount - sum <= lineCount
  if (sum > 0 && isRounding) return { coupons: scaledTo(lineDiscount, reported), manual: 0 }
  return { coupons: [...reported], manual: lineDiscount - sum }
}

const scaledTo = (amount: number, parts: readonly number[]): number[] =>
  total(parts) === amount ? [...parts] : shareOut(amount, parts)

/** The lines' gross if all weights are 0. */
const positiveWeights = (weights: readonly number[], lines: readonly LineAmounts[]): readonly number[] =>
  weights.some((weight) => weight > 0) ? weights : lines.map((line) => line.gross)

function total(amounts: readonly number[]): number {
  let sum = 0
  for (const amount of amounts) sum += amount
  return sum
}

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most)
