// Random questions to random shops: rows, totals, rest and order equal those of a plain model, on both engines, for roles
// with all, some and no distributors, from rollups and from rows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { MEASURE_KEYS, type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { orderKeys, PLAIN_QUESTION, type Question, questionParams } from '#contract/questions/question.ts'
import { addsUp, fits } from '#contract/questions/rules.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { type Answer, answer } from '#server/figures/answer.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { writeProducts } from '#server/ingest/write-catalog.ts'
import { writeCustomers } from '#server/ingest/write-customers.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { SCOPE, type TestApp, testApp } from './app.ts'
import { comparedDays } from './calendar-model.ts'
import { describeEngines, type TestEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { CLOCK, type Days, type ModelShop, modelOf, timeOf, windowOf } from './questions-model.ts'
import {
  COSTS,
  MONTHS,
  NOW,
  PRODUCTS,
  type Random,
  randomCustomers,
  randomNumbers,
  randomOrder,
} from './questions-shop.ts'

const QUESTIONS = 300
/** By day PostgreSQL answers an eighth of them; DuckDB, whose answers cost several times as much, another sixteenth. */
const isAskedByDay = ({ name }: TestEngine, index: number) =>
  name === 'duckdb' ? index % 16 === 0 : index % 8 === 4
const SEED = 20261122
/** Each seed gives the same number of questions. */
const SEEDS = Array.from({ length: NIGHTLY ? 10 : 1 }, (_, index) => SEED + index)
const ORDERS = 150

function randomShop(random: Random): ModelShop {
  return {
    orders: Array.from({ length: ORDERS }, (_, index) => randomOrder(random, index + 1)),
    customers: randomCustomers(random),
    products: PRODUCTS,
    costs: COSTS,
  }
}

const randomFilter = (random: Random, dimension: DimensionKey, { orders }: ModelShop): Filter => {
  const facts = random.one(orders) as OrderFacts
  const line = facts.lines[0]
  const values: Partial<Record<DimensionKey, readonly string[]>> = {
    distributor: ['101', '102', '0'],
    province: ['CÓRDOBA', 'SALTA'],
    city: ['Córdoba', ''],
    status: ['wc-completed', 'wc-processing', 'wc-cancelled'],
    payment_method: ['mercadopago', ''],
    company: ['', 'customer', 'empleado_arcor'],
    buyer_kind: ['new'],
    weekday: ['1', '3', '7'],
    hour: ['0', '9', '23', String(Number(facts.order.created_at.slice(11, 13)))],
    business: ['Golosinas', 'sin negocio'],
    segment: ['sin segmento', 'Bombones'],
    product: ['11', '14.141', 'name:Turrón', 'name:Caramelo, de antes'],
    parent_product: ['14', `${line?.product_id ?? 11}`],
    benefit_group: ['BANCARIOS', ''],
    benefit_sub_group: ['Banco Galicia', 'promo10'],
    promotion: ['Promo 10', ''],
    benefit_code: ['empleado-arcor', 'Banco Nación'],
    customer: ['1', '2', 'order-7'],
  }
  const chosen = random.some(values[dimension] ?? [], random.one([1, 2]))
  return { dimension, isExcluded: random.next() < 0.4, values: [...new Set(chosen)] }
}

function randomPeriod(random: Random): Days {
  const [one, other] = [random.below(MONTHS.length), random.below(MONTHS.length)]
  const [first, last] = [MONTHS[Math.min(one, other)] ?? '', MONTHS[Math.max(one, other)] ?? '']
  const lastDay = new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)), 0)).getUTCDate()
  if (random.next() < 0.6) return { from: `${first}-01`, to: `${last}-${lastDay}`, until: null }
  const [from, to] = [`${first}-${random.one(['03', '11'])}`, `${last}-${random.one(['12', '25'])}`]
  return { from, to, until: null }
}

function randomQuestion(random: Random, shop: ModelShop): Question {
  const by = [...new Set(random.some(DIMENSION_KEYS, random.one([0, 1, 1, 2])))]
  const where = random
    .some(DIMENSION_KEYS, random.one([0, 0, 1, 2]))
    .map((key) => randomFilter(random, key, shop))
  const used = [...by, ...where.map(({ dimension }) => dimension)]
  const fitting = MEASURE_KEYS.filter((measure) => used.every((dimension) => fits(measure, dimension)))
  const measures = [...new Set(random.some<MeasureKey>(fitting, random.one([1, 2, 4])))]
  const { from, to } = randomPeriod(random)
  const question: Question = {
    ...{ measures, by, where, period: { from, to }, order: null },
    grain: random.one([null, null, 'day', 'week', 'month']),
    compare: random.one(['none', 'none', 'previous', 'year', 'same_days', 'same_days_year']),
    limit: random.one([null, null, 1, 3]),
  }
  const isAsked = random.next() < 0.5
  const key = random.one(orderKeys(question))
  return { ...question, order: isAsked ? { key, direction: random.one(['ASC', 'DESC']) } : null }
}

type Values = Record<string, number | null>

interface Expected {
  readonly rows: ReadonlyMap<string, Values>
  readonly totals: Values
  rest(shown: ReadonlySet<string>): Values
}

const difference = (now: number | null, before: number | null) =>
  now === null || before === null ? null : Math.round((now - before) * 1000) / 1000

/** In percent with two decimals, half away from zero: exact, since a change may lie halfway. */
function changeOf(now: number, before: number): number {
  const [above, under] = [now - before, before].map((value) => BigInt(Math.round(Math.abs(value) * 1000)))
  const hundredths = (20_000n * (above ?? 0n) + (under ?? 1n)) / (2n * (under ?? 1n))
  return (Math.sign(now - before) * Number(hundredths)) / 100
}

function compared(measure: string, now: number | null, before: number | null): Values {
  return {
    [measure]: now,
    [`${measure}_compared`]: before,
    [`${measure}_difference`]: difference(now, before),
    [`${measure}_change`]: now === null || before === null || before === 0 ? null : changeOf(now, before),
  }
}

interface Windows {
  readonly current: Days
  readonly compared: Days | null
  /** How far the running days have come, where they are compared only as far. */
  readonly reached: string | null
  readonly now: string
}

/** Rows of the period with what each is compared with; what pairs with no row is in the totals alone. */
function expected(
  shop: ModelShop,
  scope: readonly string[] | null,
  question: Question,
  { current, compared: before, reached }: Windows,
): Expected {
  const model = modelOf(shop, scope)
  const { grain, compare } = question
  const now = windowOf(model, question, current)
  const other = before && windowOf(model, question, before)
  const pairs = grain && before ? comparedDays(grain, compare, current, before, reached) : null
  const timeIn = (key: string): string => (JSON.parse(key) as string[]).at(-1) ?? ''
  const shifted = (key: string, days: Days) =>
    grain === null
      ? key
      : JSON.stringify([...(JSON.parse(key) as string[]).slice(0, -1), timeOf(grain, days.from)])
  /** One window per step, since a step may be compared with days beyond the compared period. */
  const windows = new Map(
    [...(pairs ?? [])].flatMap(([time, days]) =>
      days ? [[time, { days, window: windowOf(model, question, days) }] as const] : [],
    ),
  )
  const pairedWith = (key: string) =>
    pairs ? windows.get(timeIn(key)) : before && other ? { days: before, window: other } : undefined
  const valuesOf = (value: (measure: MeasureKey) => [number | null, number | null]) =>
    Object.assign(
      {},
      ...question.measures.map((measure) => {
        const [value_, before_] = value(measure)
        return compare === 'none' ? { [measure]: value_ } : compared(measure, value_, before_)
      }),
    ) as Values
  const rowOf = (key: string) => {
    const pair = pairedWith(key)
    return valuesOf((measure) => [
      now.row(measure, key),
      pair ? pair.window.row(measure, shifted(key, pair.days)) : null,
    ])
  }
  const onlyBefore = pairs
    ? [...windows].flatMap(([time, { window }]) =>
        window.keys.map((key) => JSON.stringify([...(JSON.parse(key) as string[]).slice(0, -1), time])),
      )
    : (other?.keys ?? [])
  const whole = question.by.length === 0 && grain === null ? [JSON.stringify([null])] : []
  const keys = [...new Set([...now.keys, ...onlyBefore, ...whole])]
  const sumOf = (of: (side: typeof now) => number | null): [number | null, number | null] => [
    of(now),
    other ? of(other) : null,
  ]
  return {
    rows: new Map(keys.map((key) => [key, rowOf(key)])),
    totals: valuesOf((measure) => sumOf((side) => side.total(measure))),
    rest: (shown) =>
      valuesOf((measure) => {
        const without = now.without(measure, shown)
        if (!other) return [without, null]
        // What adds up is what the shown rows leave of the total.
        const follows = (each: MeasureKey) => addsUp(each, question) && !measureOf(each).mayBeUnknown
        if (question.measures.every(follows)) {
          const left = [...shown].reduce(
            (sum, key) => sum - Math.round((rowOf(key)[`${measure}_compared`] ?? 0) * 1000),
            Math.round((other.total(measure) ?? 0) * 1000),
          )
          return [without, left / 1000]
        }
        const comparedKeys = [...shown].flatMap((key) => {
          const pair = pairedWith(key)
          return pair ? [shifted(key, pair.days)] : []
        })
        return [without, other.without(measure, new Set(comparedKeys))]
      }),
  }
}

/** Rows without any value are omitted on both sides. */
const isEmpty = (values: Values) => Object.values(values).every((value) => value === null || value === 0)

function checkAnswer(question: Question, told: Answer, model: Expected) {
  const idOf = (row: Answer['rows'][number]) => JSON.stringify([...row.keys, row.time])
  const shown = told.rows.map(idOf)
  expect(told.totals).toEqual(model.totals)
  for (const row of told.rows) expect([idOf(row), row.values]).toEqual([idOf(row), model.rows.get(idOf(row))])
  const isOneRow = question.by.length === 0 && question.grain === null
  const wanted = [...model.rows].filter(([, values]) => isOneRow || !isEmpty(values)).map(([id]) => id)
  expect(new Set(shown).size).toBe(shown.length)
  if (told.rest === null) expect(wanted.filter((id) => !shown.includes(id))).toEqual([])
  else {
    expect(shown).toHaveLength(question.limit ?? 0)
    expect(told.rest).toEqual(model.rest(new Set(shown)))
  }
  checkOrder(question, told, model)
}

/** Rows are sorted by their column, and no row that `limit` cut belongs before them. */
function checkOrder(question: Question, told: Answer, model: Expected) {
  const { key, direction } = question.order ?? { key: question.measures[0] ?? '', direction: 'DESC' }
  const isByMeasure = question.measures.some((measure) => key.startsWith(measure))
  const hasOwn = question.by.some((dimension) => dimensionOf(dimension).isOrdered)
  if (!isByMeasure || (!question.order && (question.grain || hasOwn))) return
  const values = told.rows.map((row) => row.values[key] ?? null)
  const sorted = values.toSorted((one, other) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return direction === 'ASC' ? one - other : other - one
  })
  expect(values).toEqual(sorted)
  const last = values.at(-1)
  if (told.rest === null || last === null || last === undefined || direction === 'ASC') return
  const above = [...model.rows.values()].filter((row) => (row[key] ?? Number.NEGATIVE_INFINITY) > last)
  expect(above.length).toBeLessThanOrEqual(told.rows.length)
}

describeEngines('random questions', (engine) => {
  let store: Store
  let app: TestApp
  const shop = randomShop(randomNumbers(SEED))
  const scopes: Record<string, readonly string[] | null> = { superAdmin: null, scoped: SCOPE, nobody: [] }
  beforeAll(async () => {
    store = await engine.open()
    await store.transaction(async (tx) => {
      await writeProducts(tx, shop.products)
      await writeCustomers(tx, shop.customers)
      await writeOrders(tx, shop.orders)
      for (const { product_id, variation_id, since, cost } of COSTS)
        await tx.run(sql`
          insert into product_costs (product_id, variation_id, since, cost)
          values (${product_id}, ${variation_id}, cast(${since} as date), cast(${cost} as decimal(18, 4)))`)
    })
    await rebuildDirtyMonths(store)
    app = await testApp(store, { now: () => NOW })
  })
  afterAll(() => app.close())

  /** By day DuckDB gives a fifth of the answers: since their variants are pairs and fours, each of them comes up. */
  let answered = 0
  const isGiven = () => NIGHTLY || engine.name === 'postgres' || answered++ % 5 === 0

  const LATE = { from: '2026-03-03', to: '2026-05-20' }
  test.each<[string, Days]>([
    ['days', { ...LATE, until: null }],
    ['days until a moment of the last one', { ...LATE, until: '2026-05-20 11:30:00' }],
    ['a month until a moment', { from: '2026-02-01', to: '2026-02-18', until: '2026-02-18 09:59:59' }],
  ])('buyers, and what they bought, of %s equal the model', async (_, current) => {
    const splits: DimensionKey[][] = [
      ...[[], ['distributor'], ['province'], ['weekday', 'distributor']],
      ...[['customer'], ['company'], ['buyer_kind'], ['customer', 'buyer_kind']],
    ] as DimensionKey[][]
    for (const by of splits)
      for (const grain of [null, 'day', 'week', 'month'] as const) {
        const measures = (['buyers', 'new_buyers', 'net_sale', 'orders'] as const).filter((measure) =>
          by.every((dimension) => fits(measure, dimension)),
        )
        const question: Question = { ...PLAIN_QUESTION, measures, by, grain, period: current }
        const windows = { current, compared: null, reached: null, now: CLOCK }
        for (const scope of [null, SCOPE]) {
          const asked = [false, true].filter(isGiven)
          if (asked.length === 0) continue
          const model = expected(shop, scope, question, windows)
          expect(model.totals.net_sale).toBeGreaterThan(0)
          if (by.length === 0) expect(model.totals.new_buyers).toBeGreaterThan(0)
          for (const onlyRows of asked)
            checkAnswer(
              question,
              await answer(question, { store: app.store, scope, windows, onlyRows }),
              model,
            )
        }
      }
  })

  test.each(SEEDS)('questions of seed %i equal the model', { timeout: 600_000 }, async (seed) => {
    const random = randomNumbers(seed)
    const asked = Array.from({ length: QUESTIONS }, () => randomQuestion(random, shop)).filter(
      ({ measures }) => measures.length > 0,
    )
    expect(asked.length).toBeGreaterThan(QUESTIONS * 0.9)
    for (const [index, question] of asked.entries()) {
      if (!NIGHTLY && !isAskedByDay(engine, index)) continue
      const [who, scope] = Object.entries(scopes)[index % 3] ?? ['superAdmin', null]
      const query = questionParams(question).toString()
      const windows = await windowsOf(app, query, newestOrder(shop))
      const model = expected(shop, scope ?? null, question, windows)
      for (const onlyRows of [false, true]) {
        try {
          checkAnswer(
            question,
            await answer(question, { store: app.store, scope: scope ?? null, windows, onlyRows }),
            model,
          )
        } catch (error) {
          if (error instanceof Error)
            error.message = `${who}, ${onlyRows ? 'rows' : 'rollups'}: ${query}\n${error.message}`
          throw error
        }
      }
    }
  })
})

/** The newest counted order until now; the running month is compared as far. */
function newestOrder({ orders }: ModelShop): string {
  const now = NOW.toISOString().slice(0, 10)
  const times = orders.flatMap(({ order }) => (order.counted ? [order.created_at] : []))
  return (
    times
      .filter((at) => at < now)
      .sort()
      .at(-1) ?? ''
  )
}

/** The period of a question, as the call reports it; server/figures/windows.test.ts has a table of cases made by hand. */
async function windowsOf(app: TestApp, query: string, newest: string): Promise<Windows> {
  const response = await app.get(`/api/questions/answer?${query}`, 'superAdmin')
  expect(response.statusCode, `${query}\n${response.body.slice(0, 300)}`).toBe(200)
  const { period, compared_period } = response.json().meta
  const reached = compared_period?.until ? newest : null
  return { current: period, compared: compared_period, reached, now: CLOCK }
}
