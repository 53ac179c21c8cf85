// What is known of an order that used the benefit for the first time of its buyer, or that did not use it.
import { EFFECT_DAYS, type EffectSegment } from '#contract/lists/benefit-effect.ts'

export interface Trial {
  readonly order_id: number
  readonly buyer: string
  /** From the first of the month. */
  readonly day: number
  readonly uses: boolean
  /** Of the distributor. */
  readonly province: string
  /** '' for none. */
  readonly company: string
  /** Days since the order before; null: there is none. */
  readonly recency: number | null
  /** Days since the first order, at most a year; 0: it is the first. */
  readonly known: number
  /** In the 60 days before. */
  readonly ordersBefore: number
  readonly netBefore: number
  /** In the 365 days before. */
  readonly ordersYear: number
  readonly netYear: number
  /** Of the day of the order and the 60 days after it. */
  readonly netAfter: number
  /** The part of it since the buyer used the benefit, where that was later. */
  readonly netLater: number
}

/** As in the groups of customers; docs/metrics.md explains them. */
const COOLING = 180
const FREQUENT = 4
const REPEATED = 2

export function segmentOf({ recency, ordersYear }: Pick<Trial, 'recency' | 'ordersYear'>): EffectSegment {
  if (recency === null) return 'first'
  if (recency > COOLING) return 'asleep'
  if (recency > EFFECT_DAYS) return ordersYear >= REPEATED ? 'cooling_2' : 'cooling_1'
  return ordersYear >= FREQUENT ? 'recent_4' : ordersYear >= REPEATED ? 'recent_2' : 'recent_1'
}
