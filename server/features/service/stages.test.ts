// Times in each status, from changes that are seen one after the other, against a plain model on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowOf } from '#contract/endpoint.ts'
import type { ServiceStages, serviceCalls } from '#contract/service.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { purgeStatusChanges } from '#server/ingest/status-changes.ts'
import { removeOrders, restoreOrders, writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { SCOPE, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { NOW, randomNumbers, randomOrder } from '#test/questions-shop.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

type StageOrder = RowOf<typeof serviceCalls.stageOrders>
type StageRow = RowOf<typeof serviceCalls.distributorStages>
type ProvinceStage = RowOf<typeof serviceCalls.provinceStages>

const MONTH = '2026-04'
const COURSE = ['wc-on-hold', 'wc-processing', 'wc-in-assembly', 'wc-ready-to-delivery', 'wc-completed']
const HOUR = 3600
/** The store's clock is three hours behind UTC. */
const AHEAD = -3 * HOUR
const random = randomNumbers(387)
const PROVINCES = ['CÓRDOBA', 'SALTA', 'SIN PROVINCIA']

const secondsOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000
const textOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

interface Seen {
  readonly status: string
  /** UTC. */
  readonly at: number
}

interface Watched {
  readonly id: number
  readonly dist_id: string
  readonly province: string
  readonly counted: boolean
  /** On the store's clock. */
  readonly created: number
  /** States in which the shop had it, each read once. */
  readonly seen: readonly Seen[]
}

/** First read before the date of its creation, at it, hours later, or after the shop changed it; some states are read again without a new status. */
function watched(id: number): Watched {
  const created = secondsOf(`${MONTH}-01 00:30:00`) + random.below(28 * 24 * HOUR)
  let at = created - AHEAD + random.one([-50 * HOUR, 0, HOUR, HOUR + 1, 30 * HOUR])
  const seen: Seen[] = []
  for (let place = random.below(2); place < COURSE.length && random.below(10) > 0; place++) {
    seen.push({ status: COURSE[place]!, at })
    if (random.below(4) === 0) {
      at += random.below(9 * HOUR) + 1
      seen.push({ status: COURSE[place]!, at })
    }
    if (random.below(6) === 0 && place > 0) place -= 2
    at += random.below(60 * HOUR) + 1
  }
  const place = { dist_id: random.one(['101', '102', '103', '0']), province: random.one(PROVINCES) }
  return { id, ...place, counted: id % 9 > 0, created, seen }
}

const orders = Array.from({ length: 120 }, (_, index) => watched(3000 + index))

function factsOf({ id, dist_id, province, counted, created }: Watched, { status, at }: Seen): OrderFacts {
  const facts = randomOrder(randomNumbers(id), id)
  const created_at = textOf(created)
  const of = { month: MONTH, status, dist_id, counted }
  const { distributor: _, ...rest } = facts
  return {
    ...rest,
    ...(dist_id !== '0' && { distributor: { dist_id, name: `Distribuidor ${dist_id}` } }),
    order: {
      ...{ ...facts.order, ...of, province, created_at, order_date: created_at.slice(0, 10) },
      ...{ paid_at: null, completed_at: null, modified_at: textOf(at) },
    },
    lines: facts.lines.map((line) => ({ ...line, ...of })),
    discounts: facts.discounts.map((discount) => ({ ...discount, ...of })),
    refunds: facts.refunds.map((refund) => ({ ...refund, month: of.month })),
  }
}

/** Seconds in each status that was left, where its beginning is known. */
function stagesOf({ counted, created, seen }: Watched): { status: string; seconds: number }[] {
  if (!counted) return []
  const found: { status: string; seconds: number }[] = []
  let began: number | null = null
  seen.forEach(({ status, at }, index) => {
    const before = seen[index - 1]
    if (!before || before.status === status) return
    const untouched = before.at - (created - AHEAD) <= HOUR
    if (began !== null) found.push({ status: before.status, seconds: at - began })
    else if (untouched && at >= created - AHEAD)
      found.push({ status: before.status, seconds: at - (created - AHEAD) })
    began = at
  })
  return found
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const at = part * (sorted.length - 1)
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return Math.round(((low + (high - low) * (at - Math.floor(at))) / 86_400) * 100 + 1e-7) / 100
}

function model(ids: readonly string[], status: string, where?: string) {
  const times = orders
    .filter(({ dist_id, province }) => ids.includes(dist_id) && (where ?? province) === province)
    .flatMap(stagesOf)
    .flatMap((stage) => (stage.status === status ? [stage.seconds] : []))
  if (times.length === 0) return []
  return [
    { status, orders: times.length, median_days: percentile(times, 0.5), p90_days: percentile(times, 0.9) },
  ]
}

/** When changes of an order were seen. */
const changesOf = ({ counted, seen }: Watched): number[] =>
  seen.flatMap(({ status, at }, index) =>
    index > 0 && seen[index - 1]?.status !== status && counted ? [at] : [],
  )

const sinceOf = (of: readonly Watched[]) => ({
  since: textOf(Math.min(...of.flatMap(changesOf)) + AHEAD).slice(0, 10),
})

const ALL = ['101', '102', '103', '0']

describeEngines('stages of orders', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await openSmallShop(engine, { products: [], customers: [], orders: [] })
    app = await testApp(store, { now: () => NOW })
    const rounds = Math.max(...orders.map(({ seen }) => seen.length))
    for (let round = 0; round < rounds; round++) {
      const facts = orders.flatMap((order) =>
        order.seen.slice(round, round + 1).map((seen) => factsOf(order, seen)),
      )
      await store.transaction((tx) => writeOrders(tx, facts, { rollups: round % 2 === 0 ? 'later' : 'now' }))
      // What arrives late changes nothing.
      const [late] = orders.filter(({ seen }) => seen.length > round && round > 0)
      if (late) await store.transaction((tx) => writeOrders(tx, [factsOf(late, late.seen[0]!)]))
    }
    await rebuildDirtyMonths(store)
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(`/api/distributors/service${path}`, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const inGeneral = (more = '', who: Who = 'admin') =>
    ask<ServiceStages>(`/stages?start_date=${MONTH}${more}`, who)

  test('medians and percentiles in general, of one distributor, of each and of each province are those of the plain model', async () => {
    const expected = COURSE.flatMap((status) => model(ALL, status))
    expect(expected.length).toBeGreaterThan(3)
    expect(await inGeneral()).toEqual(expected)
    expect(await inGeneral('&only_dist_id=102')).toEqual(COURSE.flatMap((status) => model(['102'], status)))
    const rows = await ask<StageRow[]>(`/distributor-stages?start_date=${MONTH}&per_page=1000`)
    for (const id of ALL)
      for (const status of COURSE)
        expect(
          rows.flatMap(({ dist_id, dist_name: _, ...row }) =>
            dist_id === id && row.status === status ? [row] : [],
          ),
          `${id} ${status}`,
        ).toEqual(model([id], status))
    expect(rows.find(({ dist_id }) => dist_id === '0')?.dist_name).toBe('Sin distribuidor')
    const placed = await ask<ProvinceStage[]>(`/province-stages?start_date=${MONTH}&per_page=1000`)
    for (const place of PROVINCES)
      for (const status of COURSE)
        expect(
          placed.flatMap(({ province, ...row }) =>
            province === place && row.status === status ? [row] : [],
          ),
          `${place} ${status}`,
        ).toEqual(model(ALL, status, place))
  })

  test('the orders behind a stage are those that it counts, with their days', async () => {
    const behind = (more: string, who: Who = 'admin') =>
      ask<StageOrder[]>(`/stage-orders?start_date=${MONTH}&per_page=1000${more}`, who)
    for (const [ids, more, who, where] of [
      [ALL, '', 'admin'],
      [['102'] as readonly string[], '&only_dist_id=102', 'admin'],
      [ALL, '&province=SALTA', 'admin', 'SALTA'],
      [SCOPE, '', 'scoped'],
    ] as const)
      for (const status of COURSE) {
        const rows = await behind(`&status=${status}${more}`, who)
        const expected = orders
          .filter(({ dist_id, province }) => ids.includes(dist_id) && (where ?? province) === province)
          .flatMap((order) =>
            stagesOf(order).flatMap((stage) =>
              stage.status === status ? [`${order.id} ${percentile([stage.seconds], 0.5)}`] : [],
            ),
          )
        expect(rows.map(({ order_id, days_in }) => `${order_id} ${days_in}`).sort()).toEqual(expected.sort())
      }
  })

  test('a limited role has only its distributors, also in since when', async () => {
    const own = COURSE.flatMap((status) => model(SCOPE, status))
    const ofScope = orders.filter(({ dist_id }) => SCOPE.includes(dist_id))
    expect(await inGeneral('', 'scoped')).toEqual(own)
    const rows = await ask<StageRow[]>(`/distributor-stages?start_date=${MONTH}&per_page=1000`, 'scoped')
    expect(rows.map(({ dist_id }) => dist_id).every((id) => SCOPE.includes(id))).toBe(true)
    expect(await ask('/stages/since')).toEqual(sinceOf(orders))
    expect(await ask('/stages/since', 'scoped')).toEqual(sinceOf(ofScope))
  })

  test('an order that is removed counts no more, and comes back with its stages', async () => {
    const before = await inGeneral()
    const firstChange = (order: Watched) => Math.min(...changesOf(order))
    const [gone] = orders
      .filter((order) => stagesOf(order).length > 0)
      .sort((one, other) => firstChange(one) - firstChange(other)) as [Watched]
    const facts = factsOf(gone, gone.seen.at(-1)!)
    await store.transaction((tx) => removeOrders(tx, [gone.id], 'now'))
    const without = await inGeneral()
    const count = (rows: ServiceStages) => rows.reduce((sum, row) => sum + row.orders, 0)
    expect(count(without)).toBe(count(before) - stagesOf(gone).length)
    const left = sinceOf(orders.filter((order) => order !== gone))
    expect(left).not.toEqual(sinceOf(orders))
    expect(await ask('/stages/since')).toEqual(left)
    await store.transaction((tx) => restoreOrders(tx, [facts], 'now'))
    expect(await inGeneral()).toEqual(before)
    expect(await ask('/stages/since')).toEqual(sinceOf(orders))
  })

  test('an order that moves to another month takes its stages along', async () => {
    const order = orders.find((each) => stagesOf(each).length > 1)!
    const last = order.seen.at(-1)!
    const moved = (month: string, at: number) => {
      const facts = factsOf(order, { status: last.status, at })
      const created_at = facts.order.created_at.replace(MONTH, month)
      const day = { month, created_at, order_date: created_at.slice(0, 10) }
      const parts = <T>(rows: readonly T[]) => rows.map((row) => ({ ...row, month }))
      return {
        ...facts,
        order: { ...facts.order, ...day },
        lines: parts(facts.lines),
        discounts: parts(facts.discounts),
        refunds: parts(facts.refunds),
      }
    }
    const before = await inGeneral()
    await store.transaction((tx) => writeOrders(tx, [moved('2026-03', last.at + 60)], { rollups: 'now' }))
    const there = await ask<ServiceStages>('/stages?start_date=2026-03')
    expect(there.length).toBeGreaterThan(0)
    await store.transaction((tx) => writeOrders(tx, [moved(MONTH, last.at + 120)], { rollups: 'now' }))
    expect(await inGeneral()).toEqual(before)
  })

  test('an older state that is brought back is no change', async () => {
    const kept = () => store.all(sql`select * from order_status_changes order by order_id, changed_at`)
    const before = await kept()
    const order = orders.find((each) => stagesOf(each).length > 1)!
    const older = factsOf(order, order.seen[0]!)
    await store.transaction((tx) => writeOrders(tx, [older], { authoritative: true }))
    expect(await store.one(sql`select status from orders where order_id = ${order.id}`)).toEqual({
      status: older.order.status,
    })
    expect(await kept()).toEqual(before)
  })

  test('exports, and keeps three years', async () => {
    const file = await app.get(
      `/api/distributors/service/stages?start_date=${MONTH}&export=1&csv=standard`,
      'admin',
    )
    expect(file.body.split('\r\n')[0]).toContain('Mediana de días')
    await store.transaction((tx) => purgeStatusChanges(tx, new Date('2029-04-01T00:00:00Z')))
    expect(await store.all(sql`select 1 from order_status_changes`)).not.toEqual([])
    await store.transaction((tx) => purgeStatusChanges(tx, new Date('2029-12-01T00:00:00Z')))
    expect(await store.all(sql`select 1 from order_status_changes`)).toEqual([])
    expect(await ask('/stages/since')).toEqual({ since: null })
  })
})
