// In which status an order of the demo shop stands, by its age; touches only the contract.
import { ORDER_STATUSES, type OrderStatus } from '#contract/statuses.ts'
import { type Random, Weighted } from './random.ts'

type Shares = Record<OrderStatus, number>

const OLD: Shares = {
  'wc-completed': 842,
  'wc-cancelled': 62,
  'wc-failed': 24,
  'wc-refunded': 18,
  'wc-returned': 9,
  'wc-ready-to-delivery': 9,
  'wc-processing': 7,
  'wc-in-assembly': 6,
  'wc-in-progress': 7,
  'wc-on-hold': 5,
  'wc-pending': 6,
  'wc-cancel-request': 3,
  'wc-return-request': 2,
}
const MONTH_OLD: Shares = {
  ...OLD,
  'wc-completed': 760,
  'wc-ready-to-delivery': 40,
  'wc-processing': 32,
  'wc-in-assembly': 25,
}
const FRESH: Shares = {
  ...OLD,
  'wc-completed': 470,
  'wc-processing': 150,
  'wc-in-assembly': 100,
  'wc-ready-to-delivery': 110,
  'wc-in-progress': 40,
  'wc-on-hold': 30,
  'wc-pending': 35,
  'wc-cancel-request': 8,
  'wc-return-request': 4,
  'wc-refunded': 6,
}

const table = (shares: Shares) => new Weighted(ORDER_STATUSES.map((status) => shares[status]))
const [old, monthOld, fresh] = [table(OLD), table(MONTH_OLD), table(FRESH)]

/** `age` in days before the end of the history. */
export function statusOf(random: Random, age: number): OrderStatus {
  const by = age > 30 ? old : age > 9 ? monthOld : fresh
  return ORDER_STATUSES[by.pick(random)]!
}
