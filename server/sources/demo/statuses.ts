import type { OrderStatus } from '#contract/statuses.ts'
import { type Random, Weighted } from './random.ts'

/** Orders of each status in a thousand: older than two months, than one, than nine days, newer. */
const SHARES: Record<OrderStatus, readonly [settled: number, old: number, recent: number, fresh: number]> = {
  'wc-completed': [885, 842, 760, 470],
  'wc-cancelled': [62, 62, 62, 62],
  'wc-failed': [24, 24, 24, 24],
  'wc-refunded': [18, 18, 18, 6],
  'wc-returned': [9, 9, 9, 9],
  'wc-ready-to-delivery': [0, 9, 40, 110],
  'wc-processing': [0, 7, 32, 150],
  'wc-in-assembly': [0, 6, 25, 100],
  'wc-in-progress': [0, 7, 7, 40],
  'wc-on-hold': [0, 5, 5, 30],
  'wc-pending': [0, 6, 6, 35],
  'wc-cancel-request': [0, 3, 3, 8],
  'wc-return-request': [2, 2, 2, 4],
}

const STATUSES = Object.keys(SHARES) as OrderStatus[]
/** Days, in the order of the shares. */
const OLDER_THAN = [60, 30, 9, -1]
const BY_AGE = OLDER_THAN.map((_, at) => new Weighted(Object.values(SHARES).map((shares) => shares[at]!)))

/** `age`: days before the end of the history. */
export function statusOf(random: Random, age: number): OrderStatus {
  const table = BY_AGE[OLDER_THAN.findIndex((days) => age > days)]!
  return STATUSES[table.pick(random)]!
}
