// What the benefits of a month brought, with the groups behind the comparison.
import type { BenefitEffect, BenefitEffects, EffectBy, EffectGroup } from '#contract/benefit-effect.ts'
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import { addDays, addMonths, type Month, monthBounds, monthOf } from '#contract/month.ts'
import { compareKeys } from '#contract/row-order.ts'
import { roundAmount } from '#server/domain/money.ts'
import type { Reads } from '#server/store/store.ts'
import { newestDay } from '../data-end.ts'
import { labelsOf } from '../labels.ts'
import { sumOf } from '../linear-algebra.ts'
import { buyersOf, type Compared, comparedOf } from './compared.ts'
import { type Effect, effectOf } from './effect.ts'
import { type Asked, type Benefit, type Placed, placedOf, type Uses, usesOf } from './read.ts'
import { segmentOf, type Trial } from './trials.ts'

export interface AskedEffect extends Asked {
  /** Of the store's clock. */
  readonly today: string
}

const NO_USES: Uses = { firsts: [], later: new Map() }

const centsOrNull = (amount: number | null): number | null => (amount === null ? null : roundAmount(amount))

/** Orders lack so many days before today: the shop was not read since. */
const STALE_DAYS = 14

/** Whether orders until a day are known. */
async function knownUntil(store: Reads, { today }: AskedEffect): Promise<(day: string) => boolean> {
  const newest = await newestDay(store, today)
  return (day) => day < today && newest !== null && addDays(newest, STALE_DAYS) >= day
}

/** The last day of the comparison; while the month runs, of uses until its end. */
function endOf({ month, today }: AskedEffect, { lastDay }: Compared): string | null {
  const { from_date, to_date } = monthBounds(month)
  if (to_date >= today) return addDays(to_date, EFFECT_DAYS)
  return lastDay === null ? null : addDays(from_date, lastDay + EFFECT_DAYS)
}

export async function benefitEffectOf(
  store: Reads,
  asked: AskedEffect,
  benefit: Benefit,
): Promise<BenefitEffect> {
  const [placed, uses, isKnown] = await Promise.all([
    placedOf(store, asked),
    usesOf(store, asked, benefit, null),
    knownUntil(store, asked),
  ])
  const own = uses.get('') ?? NO_USES
  const compared = comparedOf(placed, own)
  const until = endOf(asked, compared)
  const isPending = until !== null && !isKnown(until)
  const effect = isPending ? null : await judged(compared)
  const users = buyersOf(compared.users)
  const discounts = own.firsts.filter(({ buyer }) => users.has(buyer)).map(({ discount }) => discount)
  const expected = effect?.expected ?? null
  return {
    ...figuresOf(compared, effect),
    ...{ left_out: compared.leftOut, discount: roundAmount(sumOf(discounts)) },
    bought: roundAmount(sumOf(compared.users.map(({ netAfter }) => netAfter))),
    expected: expected && roundAmount(sumOf(expected)),
    ...{ until, groups: isPending ? [] : groupsOf(compared, expected) },
  }
}

/** More orders say hardly more; every one of so many is taken. */
const MOST_CONTROLS = 3000

function judged({ users, controls }: Compared): Promise<Effect> {
  const every = Math.max(1, Math.ceil(controls.length / MOST_CONTROLS))
  return effectOf(
    controls.filter((_, index) => index % every === 0),
    users,
  )
}

const otherBuyers = (controls: readonly Trial[], users: ReadonlySet<string>): number =>
  [...buyersOf(controls)].filter((buyer) => !users.has(buyer)).length

/** `effect`: null while data are missing. */
function figuresOf({ users, controls }: Compared, effect: Effect | null) {
  return {
    verdict: effect?.verdict ?? 'faltan datos',
    estimate: centsOrNull(effect?.estimate ?? null),
    ...{ low: centsOrNull(effect?.low ?? null), high: centsOrNull(effect?.high ?? null) },
    ...{ users: users.length, controls: otherBuyers(controls, buyersOf(users)) },
  }
}

const groupOf = (trial: Trial) => JSON.stringify([segmentOf(trial), trial.province, trial.company])

function groupsOf({ users, controls }: Compared, expected: Float64Array | null): EffectGroup[] {
  const controlsOf = Map.groupBy(controls, groupOf)
  const all = buyersOf(users)
  const placed = users.map((user, index) => ({ user, expected: expected ? (expected[index] ?? 0) : null }))
  const groups = [...Map.groupBy(placed, ({ user }) => groupOf(user))].map(([key, own]) => {
    const trials = own.map(({ user }) => user)
    return { key, group: groupRow(trials, own, controlsOf.get(key) ?? [], all) }
  })
  return groups
    .sort((one, other) => other.group.users - one.group.users || compareKeys(one.key, other.key, 'ASC'))
    .map(({ group }) => group)
}

function groupRow(
  users: readonly Trial[],
  own: readonly { readonly expected: number | null }[],
  controls: readonly Trial[],
  all: ReadonlySet<string>,
): EffectGroup {
  const [first] = users
  if (!first) throw new RangeError('A group has users')
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : roundAmount(sumOf(values) / values.length)
  const before = ({ netBefore }: Trial) => netBefore
  const after = ({ netAfter }: Trial) => netAfter
  const expected = own.flatMap((each) => each.expected ?? [])
  const { province, company } = first
  return {
    ...{ segment: segmentOf(first), province, company },
    ...{ users: users.length, controls: otherBuyers(controls, all) },
    ...{ users_before: mean(users.map(before)) ?? 0, users_after: mean(users.map(after)) ?? 0 },
    ...{ controls_before: mean(controls.map(before)), controls_after: mean(controls.map(after)) },
    expected_after: mean(expected),
    gained: expected.length === 0 ? null : roundAmount(sumOf(users.map(after)) - sumOf(expected)),
  }
}

/** The newest month until the asked one whose users can be followed for 60 days. */
export function judgedMonth(month: Month, today: string): Month {
  const newest = addMonths(monthOf(addDays(today, -EFFECT_DAYS)), -1)
  return month < newest ? month : newest
}

export async function benefitEffectsOf(
  store: Reads,
  { month, today, ...rest }: AskedEffect,
  by: EffectBy,
): Promise<BenefitEffects> {
  const asked = { ...rest, month: judgedMonth(month, today), today }
  const [placed, uses, isKnown] = await Promise.all([
    placedOf(store, asked),
    usesOf(store, asked, {}, by),
    knownUntil(store, asked),
  ])
  const labels = await labelsOf(
    store,
    by === 'promotion' ? 'promotion' : 'benefit_sub_group',
    [...uses.keys()],
    asked.scope,
  )
  const rows: BenefitEffects['rows'] = []
  for (const [key, own] of uses) {
    const row = await effectRow(asked, placed, own, isKnown)
    if (row) rows.push({ key, label: labels.get(key) ?? key, ...row })
  }
  return {
    month: asked.month,
    until: asked.month === month ? null : addDays(monthBounds(month).to_date, EFFECT_DAYS),
    rows: rows.sort((one, other) => other.users - one.users || compareKeys(one.key, other.key, 'ASC')),
  }
}

async function effectRow(
  asked: AskedEffect,
  placed: readonly Placed[],
  own: Uses,
  isKnown: (day: string) => boolean,
) {
  const compared = comparedOf(placed, own)
  const until = endOf(asked, compared)
  if (until === null) return null
  return figuresOf(compared, isKnown(until) ? await judged(compared) : null)
}
