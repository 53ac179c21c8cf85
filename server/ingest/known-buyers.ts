// A shop that erases a person gives the order customer 0 and a placeholder e-mail, the same for everybody. Such an order keeps the
// buyer, city and province that are stored, without name and e-mail; an order never seen before counts as a buyer of its own.
import type { OrderFacts } from '#server/domain/facts.ts'
import { isPlaceholder, placeholderOf } from '#server/domain/placeholder-email.ts'
import { guestHash } from '#server/figures/buyers.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

interface KnownBuyer {
  readonly order_id: number
  readonly customer_id: number
  readonly email: string
  readonly city: string
  readonly province: string
  readonly hash: string
}

export async function withKnownBuyers(
  tx: Queries,
  facts: readonly OrderFacts[],
): Promise<readonly OrderFacts[]> {
  const ids = facts.flatMap(({ order, erased }) => (erased ? order.order_id : []))
  if (ids.length === 0) return facts
  const rows = await tx.all<KnownBuyer>(sql`
    select order_id, customer_id, email, city, province, ${guestHash(sql`email`)} as hash
    from orders where order_id in (${ids})`)
  const guests = rows.flatMap(({ customer_id, email }) => (customer_id === 0 && email !== '' ? email : []))
  const accounts = await accountsOf(tx, guests)
  const known = new Map(rows.map((row) => [row.order_id, row]))
  return facts.map((one) => {
    const row = one.erased ? known.get(one.order.order_id) : undefined
    if (!row) return one
    const { city, province } = row
    const customer_id = one.order.customer_id || row.customer_id || (accounts.get(row.email) ?? 0)
    return {
      ...one,
      order: { ...one.order, customer_id, email: emailOf(row, one.order.email), city, province },
    }
  })
}

/** `own`: the placeholder that no other order has. */
function emailOf({ email, hash }: KnownBuyer, own: string): string {
  if (isPlaceholder(email)) return email
  return email === '' || email.endsWith('.invalid') ? own : placeholderOf(hash)
}

/** The first account with each e-mail, which owns the orders of guests. */
async function accountsOf(tx: Queries, emails: readonly string[]): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map()
  const rows = await tx.all<{ email: string; customer_id: number }>(sql`
    select email, min(customer_id) as customer_id from customers where email in (${emails}) group by email`)
  return new Map(rows.map(({ email, customer_id }) => [email, customer_id]))
}
