// Plug-ins make store credit and gift cards as coupons, which lower the lines of an order like a discount: these are raised again.
import { centsText, parseCents, shareOut } from '#server/domain/cents.ts'
import type { Mapping } from './mapping.ts'
import { patternOf } from './pattern.ts'
import type { LinePayload, OrderPayload } from './payloads.ts'

/** The order without the coupons that the mapping names as payments. `paid`: what they took off its lines, without tax, in cents. */
export function withoutPayingCoupons(
  order: OrderPayload,
  { voucher_payments: { coupons } }: Mapping,
): { order: OrderPayload; paid: number } {
  if (coupons.length === 0) return { order, paid: 0 }
  const patterns = coupons.map(patternOf)
  const pays = ({ code }: OrderPayload['coupon_lines'][number]) =>
    patterns.some((pattern) => pattern.test(code.trim().toLowerCase()))
  const paying = order.coupon_lines.filter(pays)
  if (paying.length === 0) return { order, paid: 0 }
  const sum = (amounts: readonly string[]) => amounts.reduce((cents, one) => cents + parseCents(one), 0)
  const lines = order.line_items
  const totals = raised(lines, 'subtotal', 'total', sum(paying.map(({ discount }) => discount)))
  const taxes = raised(
    lines,
    'subtotal_tax',
    'total_tax',
    sum(paying.map(({ discount_tax }) => discount_tax)),
  )
  return {
    order: {
      ...order,
      coupon_lines: order.coupon_lines.filter((line) => !pays(line)),
      line_items: lines.map((line, index) => ({
        ...line,
        ...{ total: totals[index] ?? line.total, total_tax: taxes[index] ?? line.total_tax },
      })),
    },
    paid: sum(totals) - sum(lines.map(({ total }) => total)),
  }
}

type Amounts = readonly ['subtotal', 'total'] | readonly ['subtotal_tax', 'total_tax']

/** The lines' amounts with `cents` more, by what each was lowered; applied after tax, coupons lower no line. */
function raised(lines: readonly LinePayload[], ...[before, after, cents]: [...Amounts, number]): string[] {
  const lowered = lines.map((line) => Math.max(parseCents(line[before]) - parseCents(line[after]), 0))
  const most = lowered.reduce((sum, one) => sum + one, 0)
  // A cent of rounding per line is no other coupon's.
  const isAll = cents >= most - lines.length
  const shares = isAll ? lowered : shareOut(cents, lowered)
  return lines.map((line, index) => {
    if (lowered[index] === 0) return line[after]
    return isAll ? line[before] : centsText(parseCents(line[after]) + (shares[index] ?? 0))
  })
}
