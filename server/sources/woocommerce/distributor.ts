// The distributor of an order, besides its name: e-mail, payment methods and delivery calendar.
import { type DistributorFact, NEVER, NO_DISTRIBUTOR, type OrderFacts } from '#server/domain/facts.ts'
import { foldedEmail, storable } from '#server/domain/folded.ts'
import { toldAt } from '#server/domain/told-at.ts'
import type { OrderPayload } from './payloads.ts'
import { metaText, type TranslateContext } from './translate.ts'

/** Merges the order's data into `known`. */
export function distributorOf(
  order: OrderPayload,
  { order: fact }: OrderFacts,
  known: Map<string, DistributorFact>,
  context: TranslateContext,
): void {
  const { dist_id } = fact
  if (dist_id === NO_DISTRIBUTOR.dist_id) return
  const { distributor } = context.mapping
  const email = storable(foldedEmail(metaText(order.meta_data, distributor.email_keys)))
  const { mp, lyra } = context.paymentOf(order.payment_method, order.payment_method_title)
  const calendar = metaText(order.meta_data, distributor.calendar_keys) !== ''
  if (!email && !mp && !lyra && !calendar) return
  const before = known.get(dist_id)
  const told = { email, emailed_at: email ? toldAt(fact) : NEVER }
  const newest = before && before.emailed_at > told.emailed_at ? before : told
  known.set(dist_id, {
    dist_id,
    name: dist_id,
    named_at: NEVER,
    email: newest.email,
    emailed_at: newest.emailed_at,
    mp_enabled: Math.max(Number(mp), before?.mp_enabled ?? 0),
    lyra_enabled: Math.max(Number(lyra), before?.lyra_enabled ?? 0),
    calendar_enabled: Math.max(Number(calendar), before?.calendar_enabled ?? 0),
  })
}
