// Times and open orders against a plain model of a random shop, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowOf } from '#contract/endpoint.ts'
import type { OpenAges, serviceCalls } from '#contract/service.ts'
import type { OrderFact, OrderFacts } from '#server/domain/facts.ts'
import { SCOPE, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { NOW, type Random, randomNumbers, randomOrder } from '#test/questions-shop.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

type ServiceRow = RowOf<typeof serviceCalls.service>
type OpenRow = RowOf<typeof serviceCalls.openOrders>
type ProvinceRow = RowOf<typeof serviceCalls.serviceProvinces>
type EndedRow = RowOf<typeof serviceCalls.endedOrders>

const MONTH = '2026-05'
/** On the store's clock, at NOW. */
const CLOCK = '2026-05-20 12:00:00'
const STATUSES = [
  ...['wc-completed', 'wc-completed', 'wc-completed', 'wc-cancelled', 'wc-on-hold', 'wc-processing'],
  ...['wc-in-assembly', 'wc-in-progress', 'wc-ready-to-delivery', 'wc-pending', 'wc-returned'],
]
const OPEN = ['wc-on-hold', 'wc-processing', 'wc-in-assembly', 'wc-in-progress', 'wc-ready-to-delivery']

const secondsOf = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`) / 1000
const localOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** Created in the three weeks around the clock or in other months, completed some seconds to three weeks later. */
function timed(random: Random, id: number): OrderFacts {
  const facts = randomOrder(random, id)
  const created = secondsOf(CLOCK) - random.below(40 * 86_400) + random.below(3 * 86_400)
  const status = random.one(STATUSES)
  const completed = created + random.one([0, 432, 1296, 7 * 86_400, random.below(21 * 86_400)])
  const created_at = localOf(created)
  const of = { month: created_at.slice(0, 7), status, dist_id: random.one(['101', '102', '103', '0']) }
  const completed_at = status === 'wc-completed' && random.below(8) > 0 ? localOf(completed) : null
  const order = { ...facts.order, ...of, created_at, order_date: created_at.slice(0, 10), completed_at }
  const { distributor: _, ...rest } = facts
  return {
    ...rest,
    ...(of.dist_id !== '0' && { distributor: { dist_id: of.dist_id, name: `Distribuidor ${of.dist_id}` } }),
    order,
    lines: facts.lines.map((line) => ({ ...line, ...of })),
    discounts: facts.discounts.map((discount) => ({ ...discount, ...of })),
    refunds: facts.refunds.map((refund) => ({ ...refund, month: of.month })),
  }
}

const random = randomNumbers(38)
const orders = Array.from({ length: 400 }, (_, index) => timed(random, 1000 + index))

/** Linear between the neighbours. */
function percentile(values: readonly number[], part: number): number | null {
  const sorted = [...values].sort((one, other) => one - other)
  const at = part * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low === undefined || high === undefined ? null : low + (high - low) * (at - Math.floor(at))
}

const twoDecimals = (value: number) => Math.round(value * 100 + 1e-7) / 100
const inDays = (seconds: number | null) => (seconds === null ? null : twoDecimals(seconds / 86_400))
const percentOf = (part: number, of: number) => (of === 0 ? null : twoDecimals((100 * part) / of))

const ageOf = ({ created_at }: OrderFact) => secondsOf(CLOCK) - secondsOf(created_at)

const daysOf = ({ status, created_at, completed_at }: OrderFact) =>
  status !== 'wc-completed' || completed_at === null || created_at > CLOCK || completed_at > CLOCK
    ? null
    : secondsOf(completed_at) - secondsOf(created_at)

function figuresOf(
  all: readonly OrderFact[],
  promise: number,
): Omit<ServiceRow, 'dist_id' | 'dist_name'> | null {
  const own = all.filter((order) => order.counted)
  const ended = own.filter(({ month, status }) => month === MONTH && /completed|cancelled/.test(status))
  const completed = ended.filter(({ status }) => status === 'wc-completed')
  const times = completed.flatMap((order) => daysOf(order) ?? [])
  const open = own.filter(({ status }) => OPEN.includes(status))
  const ages = open.map(ageOf).filter((age) => age >= 0)
  if (ended.length + open.length === 0) return null
  return {
    completed: completed.length,
    median_days: inDays(percentile(times, 0.5)),
    p90_days: inDays(percentile(times, 0.9)),
    on_time_rate: percentOf(times.filter((time) => time <= promise * 86_400).length, times.length),
    open_orders: open.length,
    oldest_days: ages.length === 0 ? null : inDays(Math.max(...ages)),
    cancel_rate: percentOf(ended.length - completed.length, ended.length),
  }
}

function modelOf(all: readonly OrderFact[], dist_id: string, promise = 7) {
  const figures = figuresOf(
    all.filter((order) => order.dist_id === dist_id),
    promise,
  )
  return figures && { dist_id, ...figures }
}

describeEngines('service', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine, { products: [], customers: [], orders })
    app = await testApp(store, { now: () => NOW })
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(`/api/distributors/service${path}`, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  const facts = orders.map(({ order }) => order)
  const models = (ids: readonly string[]) => ids.flatMap((id) => modelOf(facts, id) ?? [])

  test('medians, percentiles, promises and open orders are those of the plain model', async () => {
    const rows = await ask<ServiceRow[]>(`?start_date=${MONTH}&orderBy=dist_id&order=ASC`)
    expect(rows.map(({ dist_name: _, ...row }) => row)).toEqual(models(['0', '101', '102', '103']))
    expect(rows[0]?.dist_name).toBe('Sin distribuidor')
  })

  test('provinces have those of their orders', async () => {
    const rows = await ask<ProvinceRow[]>(`/provinces?start_date=${MONTH}&per_page=1000`)
    const provinces = [...new Set(facts.map(({ province }) => province))]
    const expected = provinces.flatMap((province) => {
      const figures = figuresOf(
        facts.filter((order) => order.province === province),
        7,
      )
      return figures ? [{ province, ...figures }] : []
    })
    expect(expected.length).toBeGreaterThan(1)
    expect(new Map(rows.map((row) => [row.province, row]))).toEqual(
      new Map(expected.map((row) => [row.province, row])),
    )
    const [{ province, open_orders }] = expected as [ProvinceRow]
    const open = await ask<OpenRow[]>(`/open-orders?province=${encodeURIComponent(province)}&per_page=1000`)
    expect(open.map((order) => order.province)).toEqual(Array(open_orders).fill(province))
  })

  test('the numbers of the month open exactly the orders that they count, with their days', async () => {
    const ended = facts.filter(
      ({ counted, month, status }) => counted && month === MONTH && /completed|cancelled/.test(status),
    )
    const province = ended[0]?.province ?? ''
    for (const [more, who, isAsked] of [
      ['', 'admin', () => true],
      ['', 'scoped', ({ dist_id }) => SCOPE.includes(dist_id)],
      [
        '&only_dist_id=102&status=wc-completed',
        'admin',
        (o) => o.dist_id === '102' && o.status === 'wc-completed',
      ],
      [
        '&only_dist_id=102&status=wc-cancelled',
        'admin',
        (o) => o.dist_id === '102' && o.status === 'wc-cancelled',
      ],
      [`&province=${encodeURIComponent(province)}`, 'admin', (o) => o.province === province],
    ] satisfies [string, Who, (order: OrderFact) => boolean][]) {
      const rows = await ask<EndedRow[]>(`/ended-orders?start_date=${MONTH}&per_page=1000${more}`, who)
      const expected = ended.filter(isAsked).map((order) => {
        const seconds = daysOf(order)
        const { order_id, status, dist_id } = order
        const on_time = seconds === null ? null : seconds <= 7 * 86_400
        return { order_id, status, dist_id, province: order.province, days_taken: inDays(seconds), on_time }
      })
      expect(rows).toHaveLength(expected.length)
      expect(new Map(rows.map((row) => [row.order_id, row]))).toMatchObject(
        new Map(expected.map((row) => [row.order_id, expect.objectContaining(row)])),
      )
    }
  })

  test('a question has the figures of the list', async () => {
    const rows = await ask<ServiceRow[]>(`?start_date=${MONTH}&orderBy=dist_id&order=ASC`)
    const asked = await app.get(
      '/api/questions/answer?measures=days_to_complete,on_time_rate&by=distributor&from=2026-05-01&to=2026-05-31&order=distributor',
      'admin',
    )
    const figures = asked
      .json()
      .data.map((row: Record<string, unknown>) => [
        (row.distributor as { key: string }).key,
        row.days_to_complete,
        row.on_time_rate,
      ])
      .sort()
    expect(figures).toEqual(
      rows.map(({ dist_id, median_days, on_time_rate }) => [dist_id, median_days, on_time_rate]),
    )
    const byStatus = await app.get('/api/questions/answer?measures=on_time_rate&by=status', 'admin')
    expect(byStatus.json().errors[0].message).toContain('«Órdenes a tiempo» no se puede ver por Estado')
  })

  test('a limited role has only its distributors', async () => {
    const rows = await ask<ServiceRow[]>(`?start_date=${MONTH}&orderBy=dist_id&order=ASC`, 'scoped')
    expect(rows.map(({ dist_name: _, ...row }) => row)).toEqual(models(SCOPE))
    const open = await ask<OpenRow[]>('/open-orders?per_page=1000', 'scoped')
    expect(new Set(open.map(({ dist_id }) => dist_id))).toEqual(new Set(SCOPE))
    const ages = await ask<OpenAges>('/open-ages', 'scoped')
    expect(ages.reduce((sum, { open_orders }) => sum + open_orders, 0)).toBe(open.length)
  })

  test('each number of the ages opens exactly its orders, oldest first, future ones apart', async () => {
    const ages = await ask<OpenAges>('/open-ages')
    const columns = [
      ['age_0_2', '0-2', (age: number) => age >= 0 && age <= 2],
      ['age_3_5', '3-5', (age: number) => age >= 3 && age <= 5],
      ['age_6_10', '6-10', (age: number) => age >= 6 && age <= 10],
      ['age_over_10', 'over', (age: number) => age > 10],
      ['dated_later', 'later', (age: number) => age < 0],
    ] as const
    expect(ages.map(({ status }) => status)).toEqual(OPEN)
    for (const row of ages) {
      const open = facts.filter(({ counted, status }) => counted && status === row.status)
      expect(row.open_orders).toBe(open.length)
      for (const [column, age, holds] of columns) {
        const own = open.filter((order) => holds(Math.floor(ageOf(order) / 86_400)))
        expect(row[column], `${row.status} ${age}`).toBe(own.length)
        const listed = await ask<OpenRow[]>(`/open-orders?status=${row.status}&age=${age}&per_page=1000`)
        expect(listed.map(({ order_id }) => order_id).sort()).toEqual(
          own.map(({ order_id }) => order_id).sort(),
        )
        const days = listed.map(({ days_open }) => days_open)
        expect(days).toEqual([...days].sort((one, other) => Number(other) - Number(one)))
        if (age === 'later') expect(new Set(days)).toEqual(new Set(own.length > 0 ? [null] : []))
      }
    }
  })

  test('promises are set in general and per distributor, audited, and decide what is on time', async () => {
    const path = '/api/distributors/service/promises'
    const save = (body: object, who: Who = 'superAdmin') => app.post(path, body, who)
    const onTime = async (query: string) => (await app.get(`/api/questions/answer?${query}`, 'admin')).json()
    const question = 'measures=on_time_rate&by=distributor&from=2026-05-01&to=2026-05-31&order=distributor'
    const ratesOf = async () => {
      const rows = await ask<ServiceRow[]>(`?start_date=${MONTH}&orderBy=dist_id&order=ASC`)
      const { data } = await onTime(question)
      const rates = new Map(rows.map(({ dist_id, on_time_rate }) => [dist_id, on_time_rate]))
      for (const { distributor, on_time_rate } of data) expect(on_time_rate).toBe(rates.get(distributor.key))
      return rates
    }
    const expected = (days: (id: string) => number) =>
      new Map(
        ['0', '101', '102', '103'].map((id) => [id, modelOf(facts, id, days(id))?.on_time_rate ?? null]),
      )
    expect(await ratesOf()).toEqual(expected(() => 7))
    expect((await save({ days: 3 })).statusCode).toBe(200)
    expect((await save({ dist_id: '102', days: 14 })).statusCode).toBe(200)
    expect(await ratesOf()).toEqual(expected((id) => (id === '102' ? 14 : 3)))
    const { data } = (await app.get(path, 'admin')).json()
    expect([
      data.general,
      data.own.map(({ dist_id, days }: { dist_id: string; days: number }) => [dist_id, days]),
    ]).toEqual([3, [['102', 14]]])
    const trail = (await app.get('/api/config/audit', 'superAdmin')).json().data
    expect(trail.filter(({ action }: { action: string }) => action === 'promise.set')).toHaveLength(2)
    expect((await save({ days: 0 })).statusCode).toBe(400)
    expect((await save({ dist_id: 'nobody', days: 2 })).statusCode).toBe(400)
    expect((await save({ days: 9 }, 'admin')).statusCode).toBe(403)
    await save({ days: null })
    await save({ dist_id: '102', days: null })
    expect(await ratesOf()).toEqual(expected(() => 7))
  })

  test('a month without orders shows open orders and no times', async () => {
    const rows = await ask<ServiceRow[]>('?start_date=2020-06')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row.completed === 0 && row.median_days === null)).toBe(true)
  })
})
