import type { OrderStatus } from '#contract/statuses.ts'
import type { BasketLine } from './basket.ts'
import type { Random } from './random.ts'

export interface Refunds {
  readonly refunds: readonly { readonly amount: number; readonly reason: string }[]
  /** Cents and units of each line; empty for refunds that name no lines. */
  readonly lines: readonly { readonly amount: number; readonly units: number }[]
  /** The refunded amount without shipping and positive fees. */
  readonly goods: number
}

export interface Refundable {
  readonly status: OrderStatus
  readonly lines: readonly BasketLine[]
  /** Cents paid for the goods. */
  readonly paid: number
  /** Cents paid for shipping and positive fees. */
  readonly extras: number
}

const REASONS = ['Producto dañado', 'Faltante en la entrega', 'Error de carga', 'Acuerdo comercial', '']
const NONE: Refunds = { refunds: [], lines: [], goods: 0 }

export function refundsOf(random: Random, order: Refundable): Refunds {
  const { status, paid, extras } = order
  if (status === 'wc-refunded') return refundAll(random, order)
  if (status === 'wc-returned') return random.chance(0.7) ? refundAll(random, order) : NONE
  if (status !== 'wc-completed' || paid === 0) return NONE
  const dice = random.unit()
  if (dice < 0.014) return refundLine(random, order)
  if (dice < 0.024) {
    const goods = Math.max(1, Math.round(paid * (0.05 + random.unit() * 0.3)))
    return { refunds: [{ amount: goods, reason: random.of(REASONS) }], lines: [], goods }
  }
  if (dice < 0.028 && extras > 0)
    return { refunds: [{ amount: extras, reason: 'Bonificación de envío' }], lines: [], goods: 0 }
  return NONE
}

function refundAll(random: Random, { lines, paid, extras }: Refundable): Refunds {
  const amount = paid + extras
  const part = amount > 1 && random.chance(0.12) ? Math.floor(amount / 3) : 0
  const rest = { amount: amount - part, reason: random.of(REASONS) }
  return {
    refunds: part > 0 ? [{ amount: part, reason: 'Pago parcial' }, rest] : [rest],
    lines: random.chance(0.5)
      ? lines.map(({ gross, discount, quantity }) => ({ amount: gross - discount, units: quantity }))
      : [],
    goods: paid,
  }
}

function refundLine(random: Random, { lines, paid }: Refundable): Refunds {
  const chosen = random.of(lines)
  const units = random.between(1, chosen.quantity)
  const amount = Math.min(Math.floor(((chosen.gross - chosen.discount) * units) / chosen.quantity), paid)
  if (amount === 0) return NONE
  return {
    refunds: [{ amount, reason: random.of(REASONS) }],
    lines: lines.map((line) => (line === chosen ? { amount, units } : { amount: 0, units: 0 })),
    goods: amount,
  }
}
