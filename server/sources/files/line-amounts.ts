// Amounts of a line from whatever columns its file has. In cents.
export interface LineNumbers {
  readonly quantity: number
  readonly price: string | undefined
  /** Before the discount. */
  readonly total: number | undefined
  /** After it. */
  readonly net: number | undefined
  /** Without its sign. */
  readonly discount: number | undefined
  readonly percent: number | undefined
}

export interface LineResult {
  readonly gross: number
  readonly discount: number
  /** What quantity × price gives, or the amount less its discount, where the written amount is another. */
  readonly contradicts?: number
  /** It is the net that is another. */
  readonly isNet?: true
}

/** Quantity × price in cents, half away from zero; exact for prices of up to eight decimals. */
export function product(quantity: number, price: string): number {
  const [whole = '0', fraction = ''] = price.replace('-', '').split('.')
  const scaled =
    BigInt(whole + fraction.slice(0, 8).padEnd(8, '0')) * BigInt(Math.round(Math.abs(quantity) * 1000))
  const unit = 10n ** 9n
  const cents = Number((scaled + unit / 2n) / unit)
  return price.startsWith('-') !== quantity < 0 ? -cents || 0 : cents
}

const percentOf = (amount: number, percent: number): number =>
  Math.sign(amount) * Math.round((Math.abs(amount) * Math.round(percent * 1e6)) / 1e8)

/**
 * The written amount of a line holds against quantity × price; undefined if no column gives an amount. What came back counts as it
 * was paid: its discount comes back with it, and no discount is negative.
 */
export function lineAmounts(line: LineNumbers): LineResult | undefined {
  const amounts = writtenAmounts(line)
  if (!amounts || amounts.gross >= 0 || amounts.discount >= 0) return amounts
  return { ...amounts, gross: amounts.gross - amounts.discount, discount: 0 }
}

function writtenAmounts(line: LineNumbers): LineResult | undefined {
  const { quantity, price, net, percent } = line
  const computed = price === undefined ? undefined : product(quantity, price)
  // Half a cent of each rounded unit price.
  const slack = Math.max(1, Math.ceil(Math.abs(quantity) / 2))
  const total = signed(line.total, quantity)
  const paid = signed(net, quantity)
  const discount = returnedDiscount(line.discount, { gross: total ?? computed, paid, slack })
  if (total !== undefined) {
    const off = discount ?? (percent === undefined ? total - (paid ?? total) : percentOf(total, percent))
    if (computed !== undefined && Math.abs(computed - total) > slack)
      return { gross: total, discount: off, contradicts: computed }
    const differs = paid !== undefined && Math.abs(total - off - paid) > slack
    return { gross: total, discount: off, ...(differs && { contradicts: total - off, isNet: true }) }
  }
  if (paid !== undefined) return afterDiscount(paid, computed, slack, { ...line, discount })
  if (computed === undefined) return undefined
  return { gross: computed, discount: discount ?? (percent === undefined ? 0 : percentOf(computed, percent)) }
}

/** Negative on what came back, unless its own net took it off once more. */
function returnedDiscount(
  discount: number | undefined,
  { gross, paid, slack }: { gross: number | undefined; paid: number | undefined; slack: number },
): number | undefined {
  const amount = gross ?? paid
  if (discount === undefined || amount === undefined || amount >= 0) return discount
  const isOnTop = gross !== undefined && paid !== undefined && Math.abs(gross - discount - paid) <= slack
  return isOnTop ? discount : -discount
}

/** An amount without sign beside a negative quantity came back. */
const signed = (amount: number | undefined, quantity: number): number | undefined =>
  amount !== undefined && amount > 0 && quantity < 0 ? -amount : amount

function afterDiscount(
  net: number,
  computed: number | undefined,
  slack: number,
  { discount, percent }: LineNumbers,
): LineResult {
  if (computed === undefined) {
    if (percent !== undefined && percent < 100) {
      const gross = Math.round(net / (1 - percent / 100))
      return { gross, discount: gross - net }
    }
    return { gross: net + (discount ?? 0), discount: discount ?? 0 }
  }
  const off = discount ?? (percent === undefined ? computed - net : percentOf(computed, percent))
  if (Math.abs(computed - off - net) <= slack && (computed - net >= 0 || computed < 0))
    return { gross: computed, discount: computed - net }
  const given =
    discount ?? (percent === undefined || percent >= 100 ? 0 : Math.round(net / (1 - percent / 100)) - net)
  return { gross: net + given, discount: given, contradicts: computed - off }
}
