import { addSeconds } from './date-time.ts'
import { NEVER, type OrderFact } from './facts.ts'

/** `modified_at` is UTC and `created_at` is not: they may differ by less than this. */
const DAY_S = 24 * 3600

/** When an order told something: at its creation, or at its last change if it is dated later, as by a typing error. */
export function toldAt({ created_at, modified_at }: Pick<OrderFact, 'created_at' | 'modified_at'>): string {
  // Files do not say when an order was changed.
  if (modified_at === NEVER || created_at <= modified_at) return created_at
  return created_at > addSeconds(modified_at, DAY_S).replace('T', ' ') ? modified_at : created_at
}
