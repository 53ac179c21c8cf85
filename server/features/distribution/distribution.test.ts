// Distribution against a plain model of random shops, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { distributionCalls } from '#contract/distribution.ts'
import type { RowOf } from '#contract/endpoint.ts'
import type { DistributionBy } from '#contract/lists/distribution.ts'
import { SCOPE, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { NOW, PRODUCTS, randomNumbers, randomOrder } from '#test/questions-shop.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

type Row = RowOf<typeof distributionCalls.distribution>
type Seller = RowOf<typeof distributionCalls.distributionSellers>

const [MONTH, BEFORE] = ['2026-04', '2026-03']
const random = randomNumbers(5)
const orders = Array.from({ length: 260 }, (_, index) => randomOrder(random, 1000 + index))

interface Sold {
  readonly month: string
  readonly dist_id: string
  readonly names: Readonly<Record<DistributionBy, string>>
  readonly units: number
  readonly cents: number
}

const WEIGHED_BY = { product: 'segment', segment: 'business', business: null } as const
const BY = ['product', 'segment', 'business'] as const

const classOf = (product_id: number) => {
  const product = PRODUCTS.find((each) => each.product_id === product_id)
  return { business: product?.business || 'sin negocio', segment: product?.segment || 'sin segmento' }
}

/** The shop as a caller sees it: which distributors were active when, and what each sold. */
function modelOf(scope: readonly string[] | null, province: string | undefined) {
  const seen = orders.filter(
    ({ order }) =>
      order.counted &&
      order.status === 'wc-completed' &&
      order.dist_id !== '0' &&
      (scope?.includes(order.dist_id) ?? true) &&
      (province === undefined || order.province === province),
  )
  const active = (month: string) =>
    new Set(seen.flatMap(({ order }) => (order.month === month ? order.dist_id : [])))
  const sold = seen.flatMap(({ order: { month, dist_id }, lines }) =>
    lines.map((line): Sold => {
      const product =
        line.product_id === 0
          ? `name:${line.name}`
          : `${line.product_id}${line.variation_id === 0 ? '' : `.${line.variation_id}`}`
      return {
        ...{
          month,
          dist_id,
          units: line.quantity - line.refunded_units,
          cents: Math.round(Number(line.net) * 100),
        },
        names: { product, ...classOf(line.product_id) },
      }
    }),
  )
  return { active, sold }
}

type Model = ReturnType<typeof modelOf>

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const percent = (part: number, of: number) =>
  of === 0 ? null : Math.round((10_000 * part) / of + 1e-7) / 100

function sellersIn({ sold }: Model, by: DistributionBy, key: string, month: string): Set<string> {
  const own = sold.filter((line) => line.names[by] === key && line.month === month)
  const ids = new Set(own.map(({ dist_id }) => dist_id))
  return new Set(
    [...ids].filter((id) => sum(own.filter((line) => line.dist_id === id).map(({ units }) => units)) > 1e-9),
  )
}

function measuresOf(model: Model, by: DistributionBy, key: string, month: string) {
  const sellers = sellersIn(model, by, key, month)
  const weighedBy = WEIGHED_BY[by]
  const classes = new Set(
    model.sold.flatMap(({ names }) => (names[by] === key && weighedBy ? names[weighedBy] : [])),
  )
  const weights = model.sold.filter(
    (line) => line.month === month && (weighedBy === null || classes.has(line.names[weighedBy])),
  )
  const reached = weights.filter(({ dist_id }) => sellers.has(dist_id))
  return {
    sellers: sellers.size,
    active: model.active(month).size,
    numeric: percent(sellers.size, model.active(month).size),
    weighted: percent(sum(reached.map(({ cents }) => cents)), sum(weights.map(({ cents }) => cents))),
  }
}

const points = (now: number | null, before: number | null) =>
  now === null || before === null ? null : Math.round((now - before) * 100) / 100 + 0

function rowsOf(model: Model, by: DistributionBy) {
  const recent = model.sold.filter(({ month }) => month === MONTH || month === BEFORE)
  return [...new Set(recent.map(({ names }) => names[by]))].sort().map((key) => {
    const [now, before] = [measuresOf(model, by, key, MONTH), measuresOf(model, by, key, BEFORE)]
    return {
      ...{ key, numeric_distribution: now.numeric, numeric_points: points(now.numeric, before.numeric) },
      ...{ weighted_distribution: now.weighted, weighted_points: points(now.weighted, before.weighted) },
      ...{ distributors: now.sellers, active_distributors: now.active, prev_distributors: before.sellers },
    }
  })
}

const PROVINCES = [undefined, ...new Set(orders.map(({ order }) => order.province))].slice(0, 4)
const ROLES: readonly (readonly [Who, readonly string[] | null])[] = [
  ['admin', null],
  ['scoped', SCOPE],
]

describeEngines('distribution', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine, { products: [...PRODUCTS], customers: [], orders })
    app = await testApp(store, { now: () => NOW })
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, who: Who): Promise<T> => {
    const answer = await app.get(`/api/products/distribution${path}`, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const query = ({ province, ...more }: Readonly<Record<string, string | undefined>>) =>
    new URLSearchParams({
      start_date: MONTH,
      per_page: '1000',
      ...more,
      ...(province && { province }),
    } as Record<string, string>)

  test.each(ROLES)('%s: numeric and weighted are those of the plain model', async (who, scope) => {
    for (const province of PROVINCES)
      for (const by of BY) {
        const rows = await ask<Row[]>(`?${query({ by, province })}`, who)
        const shown = rows.map(
          ({ name: _, sku: _sku, segment: _segment, business: _business, ...row }) => row,
        )
        const expected = rowsOf(modelOf(scope, province), by)
        expect(
          shown.sort((one, other) => (one.key < other.key ? -1 : 1)),
          `${by} ${province}`,
        ).toEqual(expected)
      }
  })

  test.each(ROLES)('%s: each row opens who sells it, who stopped and who never did', async (who, scope) => {
    for (const province of [undefined, PROVINCES[1]])
      for (const by of BY) {
        const model = modelOf(scope, province)
        for (const { key } of rowsOf(model, by)) {
          const rows = await ask<Seller[]>(
            `/${encodeURIComponent(key)}/distributors?${query({ by, province })}`,
            who,
          )
          const months = [...new Set(model.sold.map(({ month }) => month))].filter((month) => month <= MONTH)
          const expected = [...model.active(MONTH)].sort().map((dist_id) => {
            const sells = months.filter((month) => sellersIn(model, by, key, month).has(dist_id)).sort()
            const last_sold = sells.at(-1) ?? null
            const state = last_sold === MONTH ? 'sells' : last_sold === null ? 'never' : 'stopped'
            return { dist_id, last_sold, state }
          })
          expect(
            rows
              .map(({ dist_id, last_sold, state }) => ({ dist_id, last_sold, state }))
              .sort((one, other) => (one.dist_id < other.dist_id ? -1 : 1)),
            `${by} ${key} ${province}`,
          ).toEqual(expected)
        }
      }
  })
})
