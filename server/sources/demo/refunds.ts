// What was given back of an order: all of it, a line, an amount alone, the shipping; touches only this room.
import type { OrderStatus } from '#contract/statuses.ts'
import type { BasketLine } from './basket.ts'
import type { Random } from './random.ts'

export interface Refund {
  /** All of it, shipping and fees included. */
  readonly amount: number
  readonly reason: string
}

export interface Refunds {
  readonly refunds: readonly Refund[]
  /** Of each line: cents and units. */
  readonly lines: readonly { readonly amount: number; readonly units: number }[]
  /** All refunds less the shipping and positive fees in them. */
  readonly goods: number
}

const REASONS = ['Producto dañado', 'Faltante en la entrega', 'Error de carga', 'Acuerdo comercial', '']

export interface Refundable {
  readonly status: OrderStatus
  readonly lines: readonly BasketLine[]
  /** What was paid for the goods, and for shipping and positive fees. */
  readonly paid: number
  readonly extras: number
}

const NONE: Refunds = { refunds: [], lines: [], goods: 0 }

export function refundsOf(random: Random, order: Refundable): Refunds {
  const { status, paid, extras } = order
  if (status === 'wc-refunded') return everything(random, order)
  if (status === 'wc-returned') return random.chance(0.7) ? everything(random, order) : NONE
  if (status !== 'wc-completed' || paid === 0) return NONE
  const dice = random.unit()
  if (dice < 0.014) return oneLine(random, order)
  if (dice < 0.024) {
    const goods = Math.max(1, Math.round(paid * (0.05 + random.unit() * 0.3)))
    return { refunds: [{ amount: goods, reason: random.of(REASONS) }], lines: [], goods }
  }
  if (dice < 0.028 && extras > 0)
    return { refunds: [{ amount: extras, reason: 'Bonificación de envío' }], lines: [], goods: 0 }
  return NONE
}

function everything(random: Random, { lines, paid, extras }: Refundable): Refunds {
  const amount = paid + extras
  const reason = random.of(REASONS)
  const split = amount > 1 && random.chance(0.12)
  const first = Math.floor(amount / 3)
  return {
    refunds: split
      ? [
          { amount: first, reason: 'Pago parcial' },
          { amount: amount - first, reason },
        ]
      : [{ amount, reason }],
    // Half of the shops' people refund the total alone, without naming lines.
    lines: random.chance(0.5)
      ? lines.map(({ gross, discount, quantity }) => ({ amount: gross - discount, units: quantity }))
      : [],
    goods: paid,
  }
}

function oneLine(random: Random, { lines, paid }: Refundable): Refunds {
  const chosen = random.below(lines.length)
  const line = lines[chosen]!
  const units = random.between(1, line.quantity)
  const amount = Math.min(Math.floor(((line.gross - line.discount) * units) / line.quantity), paid)
  if (amount === 0) return NONE
  return {
    refunds: [{ amount, reason: random.of(REASONS) }],
    lines: lines.map((_, index) => (index === chosen ? { amount, units } : { amount: 0, units: 0 })),
    goods: amount,
  }
}
