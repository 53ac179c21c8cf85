import { centsText, shareOut } from './cents.ts'

export interface LineInput {
  /** Before discounts; negative for a product line that takes off. */
  readonly gross: number
  /** Coupon discount of this line. */
  readonly discount: number
  /** Refunds that name this line, with the line's sign. */
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

/** The amounts of a line as its fact has them, in decimal text. */
export const lineAmountTexts = ({ gross, discount, refunded, promotion, shared, net }: LineAmounts) => ({
  gross: centsText(gross),
  discount: centsText(discount),
  refunded: centsText(refunded),
  promotion: centsText(promotion),
  shared: centsText(shared),
  net: centsText(net),
})

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

/**
 * All parts add up. If gross ≥ 0, then 0 ≤ discount ≤ gross and 0 ≤ refunded ≤ gross − discount. An order with a negative
 * gross (a credit note) keeps what its lines say of themselves and nothing that stands on the order alone.
 */
export function orderAmounts(input: AmountsInput): OrderAmounts {
  const lines = input.lines.map(bareLine)
  const gross = total(lines.map((line) => line.gross))
  const isCredit = gross < 0
  if (!isCredit) limitDiscounts(lines, gross)
  const lineDiscount = total(lines.map((line) => line.discount))
  const promotionTotal = isCredit ? 0 : Math.min(total(input.promotions), gross - lineDiscount)
  spreadPromotions(lines, promotionTotal)
  const discount = lineDiscount + promotionTotal
  refundLines(lines, input.lines)
  const refunded = isCredit
    ? total(lines.map((line) => line.refunded))
    : between(0, input.refunded, gross - discount)
  const net = gross - discount - refunded
  shareRefunds(lines, net)
  const { coupons, manual } = couponAmounts(lineDiscount, input.coupons, lines.length)
  const promotions = scaledTo(promotionTotal, input.promotions)
  return { gross, discount, refunded, net, lines, coupons, promotions, manual }
}

/** A negative line (an exchange, a reduction as a product) has no limit of its own for its discount. */
function bareLine({ gross, discount }: LineInput): LineAmounts {
  const most = gross < 0 ? Number.MAX_SAFE_INTEGER : gross
  return { gross, discount: between(0, discount, most), refunded: 0, promotion: 0, shared: 0, net: 0 }
}

/** Negative lines may leave less gross than the other lines have discounts. */
function limitDiscounts(lines: readonly LineAmounts[], gross: number): void {
  const discounts = lines.map((line) => line.discount)
  const sum = total(discounts)
  if (sum <= gross) return
  const shares = shareOut(gross, discounts)
  for (const [index, line] of lines.entries()) line.discount = shares[index]!
}

function spreadPromotions(lines: readonly LineAmounts[], promotionTotal: number): void {
  if (promotionTotal === 0) return
  const paid = lines.map((line) => line.gross - line.discount)
  const shares = shareOut(promotionTotal, positiveWeights(paid, lines))
  for (const [index, line] of lines.entries()) line.promotion = shares[index]!
}

/** Refunds that name their lines; the refund of a negative line is negative. */
function refundLines(lines: readonly LineAmounts[], inputs: readonly LineInput[]): void {
  for (const [index, line] of lines.entries()) {
    const paid = line.gross - line.discount - line.promotion
    line.refunded = between(Math.min(paid, 0), inputs[index]!.refunded, Math.max(paid, 0))
    line.net = paid - line.refunded
  }
}

/** Shares out the other refunds, so that the lines' net add up to the order's. */
function shareRefunds(lines: readonly LineAmounts[], net: number): void {
  const sum = total(lines.map((line) => line.net))
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

/** Without negative ones; the lines' gross if no weight is left. */
function positiveWeights(weights: readonly number[], lines: readonly LineAmounts[]): readonly number[] {
  const positive = weights.map(atLeastZero)
  return positive.some((weight) => weight > 0) ? positive : lines.map((line) => atLeastZero(line.gross))
}

const atLeastZero = (amount: number): number => Math.max(amount, 0)

function total(amounts: readonly number[]): number {
  let sum = 0
  for (const amount of amounts) sum += amount
  return sum
}

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most)
