// Who is compared: the users of a benefit, or the buyers beside them, as its comparison counts them.
import type { EffectBuyer } from '#contract/benefit-effect.ts'
import type { EffectSegment, EffectSide } from '#contract/lists/benefit-effect.ts'
import { addDays, monthBounds } from '#contract/month.ts'
import { roundAmount } from '#server/domain/money.ts'
import type { Reads } from '#server/store/store.ts'
import type { Versions } from '../kept.ts'
import { labelsOf } from '../labels.ts'
import { type AskedEffect, comparisonOf, judged, meanOf } from './benefits.ts'
import { buyersOf, type Compared } from './compared.ts'
import type { Effect } from './effect.ts'
import type { Placed } from './placed.ts'
import { segmentOf, type Trial } from './trials.ts'
import type { Benefit } from './uses.ts'

export interface AskedSide extends Benefit {
  readonly side: EffectSide
  readonly segment?: EffectSegment | undefined
  /** Of the distributor. */
  readonly province?: string | undefined
  /** '': none. */
  readonly company?: string | undefined
}

export async function comparedBuyers(
  store: Reads,
  asked: AskedEffect,
  side: AskedSide,
  versions: Versions,
): Promise<EffectBuyer[]> {
  const { compared, isPending } = await comparisonOf(store, asked, side, versions)
  const { from_date } = monthBounds(asked.month)
  const rows =
    side.side === 'users'
      ? usersIn(compared, side, isPending ? null : await judged(compared))
      : othersIn(compared, side)
  const ids = [...new Set(rows.map(({ named }) => named.dist_id))]
  const names = await labelsOf(store, 'distributor', ids, asked.scope)
  return rows.map(({ named, ...figures }) => {
    const { order_id, dist_id, province, company } = named
    return {
      ...{ order_id, dist_id, province, company, segment: segmentOf(named) },
      ...figures,
      ...{ date: addDays(from_date, named.day), dist_name: names.get(dist_id) ?? dist_id },
    }
  })
}

const isOf = ({ segment, province, company }: AskedSide, trial: Trial): boolean =>
  (segment ?? segmentOf(trial)) === segmentOf(trial) &&
  (province ?? trial.province) === trial.province &&
  (company ?? trial.company) === trial.company

/** `effect`: null while data are missing. */
const usersIn = ({ users }: Compared<Placed>, side: AskedSide, effect: Effect | null) =>
  users
    .map((named, index) => {
      const expected = effect?.expected ? (effect.expected[index] ?? 0) : null
      return {
        ...{ named, orders: 1, net_before: named.netBefore, net_after: named.netAfter },
        ...{
          expected_after: expected,
          gained: expected === null ? null : roundAmount(named.netAfter - expected),
        },
      }
    })
    .filter(({ named }) => isOf(side, named))

/** Buyers are counted in each group in which they ordered, and once in all. */
function othersIn({ users, controls }: Compared<Placed>, side: AskedSide) {
  const using = buyersOf(users)
  const others = controls.every(1).filter((trial) => !using.has(trial.buyer) && isOf(side, trial))
  return [...Map.groupBy(others, ({ buyer }) => buyer).values()].map((own) => ({
    ...{ named: own[0]!, orders: own.length, expected_after: null, gained: null },
    net_before: meanOf(own.map(({ netBefore }) => netBefore)) ?? 0,
    net_after: meanOf(own.map(({ netAfter }) => netAfter)) ?? 0,
  }))
}
