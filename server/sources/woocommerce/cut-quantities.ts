// A plug-in may sell fractions of a unit. Without it the REST API cuts them off: 1.25 units are listed as 1, 0.5 as 0.
import { roundUnits } from '#server/domain/money.ts'
import type { Notes } from '#server/ingest/notes.ts'
import type { LinePayload, OrderPayload } from './payloads.ts'
import { RECORD_TEXT } from './text.ts'

/** The order with the quantities that its lines' totals say where the listed ones cannot be; counts lines with an amount and no units. */
export function withWholeQuantities(order: OrderPayload, notes: Notes): OrderPayload {
  const lines = order.line_items.map((line) => {
    const quantity = quantityOf(line)
    if (quantity === 0 && Number(line.subtotal) !== 0)
      notes.count('quantity', RECORD_TEXT.noUnits(order.id, line.id))
    return quantity === line.quantity ? line : { ...line, quantity }
  })
  return lines.every((line, index) => line === order.line_items[index])
    ? order
    : { ...order, line_items: lines }
}

function quantityOf({ quantity, price, total, total_tax }: LinePayload): number {
  const paid = Number(total)
  if (price <= 0 || paid <= 0) return quantity
  const isPaid = (amount: number) => Math.abs(quantity * price - amount) <= 0.01 * Math.max(quantity, 1)
  // Some programs list prices with tax.
  if (isPaid(paid) || isPaid(paid + Number(total_tax))) return quantity
  const units = roundUnits(paid / price)
  return Math.trunc(units) === quantity ? units : quantity
}
