// What the benefits of a month brought, with the groups behind the comparison.
import type { BenefitEffect, BenefitEffects, EffectBy, EffectGroup } from '#contract/benefit-effect.ts'
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import { addDays, addMonths, type Month, monthBounds, monthOf } from '#contract/month.ts'
import { compareKeys } from '#contract/row-order.ts'
import { roundAmount } from '#server/domain/money.ts'
import type { Reads } from '#server/store/store.ts'
import { newestDay } from '../data-end.ts'
import { keeper, type Versions } from '../kept.ts'
import { labelsOf } from '../labels.ts'
import { sumOf } from '../linear-algebra.ts'
import { buyersOf, type Compared, comparedOf } from './compared.ts'
import { type Effect, effectOf } from './effect.ts'
import { placedOf } from './placed.ts'
import { type Asked, lastMonth } from './read.ts'
import { segmentOf, type Trial } from './trials.ts'
import { type Benefit, type Uses, usesBy, usesOf } from './uses.ts'

export interface AskedEffect extends Asked {
  /** Of the store's clock. */
  readonly today: string
}

const centsOrNull = (amount: number | null): number | null => (amount === null ? null : roundAmount(amount))

/** Orders lack so many days before today: the shop was not read since. */
const STALE_DAYS = 14

/** The last day until which orders are known; '' without any. */
async function lastKnownDay(store: Reads, today: string): Promise<string> {
  const newest = await newestDay(store, today)
  if (newest === null) return ''
  const [yesterday, read] = [addDays(today, -1), addDays(newest, STALE_DAYS)]
  return read < yesterday ? read : yesterday
}

/** The last day of the comparison; while the month runs, of uses until its end. */
function endOf({ month, today }: AskedEffect, { lastDay }: Compared): string | null {
  const { from_date, to_date } = monthBounds(month)
  if (to_date >= today) return addDays(to_date, EFFECT_DAYS)
  return lastDay === null ? null : addDays(from_date, lastDay + EFFECT_DAYS)
}

interface Comparison {
  readonly own: Uses
  readonly compared: ReturnType<typeof comparedOf>
}

/** A screen asks for the comparison and the buyers behind it. */
const comparisons = keeper<Comparison>(
  2,
  ({ compared: { users, controls } }) => users.length + controls.count <= MOST_COMPARED,
)
const MOST_COMPARED = 60_000

/** What a benefit is judged by. */
export async function comparisonOf(store: Reads, asked: AskedEffect, benefit: Benefit, versions: Versions) {
  const { month, scope } = asked
  const { promotion, sub_group } = benefit
  const key = { versions, until: lastMonth(asked), scope, key: [month, promotion, sub_group] }
  const [{ own, compared }, known] = await Promise.all([
    comparisons(store, key, async () => {
      const [placed, uses] = await Promise.all([
        placedOf(store, asked, versions),
        usesOf(store, asked, benefit, versions),
      ])
      return { own: uses, compared: comparedOf(placed, uses) }
    }),
    lastKnownDay(store, asked.today),
  ])
  const until = endOf(asked, compared)
  return { own, compared, until, isPending: until !== null && until > known }
}

export async function benefitEffectOf(
  store: Reads,
  asked: AskedEffect,
  benefit: Benefit,
  versions: Versions,
): Promise<BenefitEffect> {
  const { own, compared, until, isPending } = await comparisonOf(store, asked, benefit, versions)
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

/** Of comparisons that are kept. */
const effects = new WeakMap<Compared, Effect>()

export async function judged(compared: Compared): Promise<Effect> {
  const known = effects.get(compared)
  if (known) return known
  const { users, controls } = compared
  const effect = await effectOf(controls.every(Math.max(1, Math.ceil(controls.count / MOST_CONTROLS))), users)
  // Not before it is found: a caller who leaves must not end it for the next one.
  effects.set(compared, effect)
  return effect
}

/** `effect`: null while data are missing. */
function figuresOf({ users, others }: Compared, effect: Effect | null) {
  return {
    verdict: effect?.verdict ?? 'faltan datos',
    estimate: centsOrNull(effect?.estimate ?? null),
    ...{ low: centsOrNull(effect?.low ?? null), high: centsOrNull(effect?.high ?? null) },
    ...{ users: users.length, controls: others },
  }
}

const groupOf = (trial: Trial) => `${segmentOf(trial)}\0${trial.province}\0${trial.company}`

function groupsOf({ users, controls }: Compared, expected: Float64Array | null): EffectGroup[] {
  const controlsOf = Map.groupBy(controls.every(1), groupOf)
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

/** Null: of none. */
export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : roundAmount(sumOf(values) / values.length)

function groupRow(
  users: readonly Trial[],
  own: readonly { readonly expected: number | null }[],
  controls: readonly Trial[],
  all: ReadonlySet<string>,
): EffectGroup {
  const [first] = users
  if (!first) throw new RangeError('A group has users')
  const before = ({ netBefore }: Trial) => netBefore
  const after = ({ netAfter }: Trial) => netAfter
  const expected = own.flatMap((each) => each.expected ?? [])
  const { province, company } = first
  return {
    ...{ segment: segmentOf(first), province, company },
    ...{ users: users.length, controls: [...buyersOf(controls)].filter((buyer) => !all.has(buyer)).length },
    ...{ users_before: meanOf(users.map(before)) ?? 0, users_after: meanOf(users.map(after)) ?? 0 },
    ...{ controls_before: meanOf(controls.map(before)), controls_after: meanOf(controls.map(after)) },
    expected_after: meanOf(expected),
    gained: expected.length === 0 ? null : roundAmount(sumOf(users.map(after)) - sumOf(expected)),
  }
}

/** The newest month until the asked one whose users are followed for 60 days until this day. */
function judgedMonth(month: Month, until: string): Month {
  const newest = addMonths(monthOf(addDays(until, 1 - EFFECT_DAYS)), -1)
  return month < newest ? month : newest
}

type EffectRow = Omit<BenefitEffects['rows'][number], 'label'>

const kept = keeper<readonly EffectRow[]>(60)

export async function benefitEffectsOf(
  store: Reads,
  { month, today, scope }: AskedEffect,
  by: EffectBy,
  versions: Versions,
): Promise<BenefitEffects> {
  const known = await lastKnownDay(store, today)
  const asked = { month: judgedMonth(month, known || addDays(today, -1)), today, scope }
  const until = lastMonth(asked)
  const { to_date: end } = monthBounds(until)
  const rows = await kept(
    store,
    { versions, until, scope, key: [asked.month, by, known < end ? known : end] },
    () => effectRows(store, asked, { by, known, versions }),
  )
  const dimension = by === 'promotion' ? 'promotion' : 'benefit_sub_group'
  const keys = rows.map(({ key }) => key)
  const labels = await labelsOf(store, dimension, keys, scope)
  return {
    month: asked.month,
    until: asked.month === month ? null : addDays(monthBounds(month).to_date, EFFECT_DAYS),
    rows: rows.map((row) => ({ ...row, label: labels.get(row.key) ?? row.key })),
  }
}

/** Of each benefit with users, the most users first. */
async function effectRows(
  store: Reads,
  asked: AskedEffect,
  { by, known, versions }: { readonly by: EffectBy; readonly known: string; readonly versions: Versions },
): Promise<EffectRow[]> {
  const [placed, uses] = await Promise.all([
    placedOf(store, asked, versions),
    usesBy(store, asked, by, versions),
  ])
  const rows: EffectRow[] = []
  for (const [key, own] of uses) {
    const compared = comparedOf(placed, own)
    const until = endOf(asked, compared)
    if (until !== null)
      rows.push({ key, ...figuresOf(compared, until > known ? null : await judged(compared)) })
  }
  return rows.sort((one, other) => other.users - one.users || compareKeys(one.key, other.key, 'ASC'))
}
