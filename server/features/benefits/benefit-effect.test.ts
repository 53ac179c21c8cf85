// What a benefit brought, against the purchases of a generated shop, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BenefitEffect, BenefitEffects, EffectBuyer } from '#contract/benefit-effect.ts'
import { addDays } from '#contract/month.ts'
import { chosen } from '#server/figures/benefit-effect/compared.ts'
import { effectOf } from '#server/figures/benefit-effect/effect.ts'
import { segmentOf, type Trial } from '#server/figures/benefit-effect/trials.ts'
import { removeOrders } from '#server/ingest/write.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { CHANGES, type PromotedShop, shopOf } from '#test/benefit-effect/buyers-shop.ts'
import {
  customersOf,
  distId,
  distributorsOf,
  factsOf,
  PROMOTED_MONTH,
  PROMOTION,
} from '#test/benefit-effect/facts.ts'
import { SHOPS } from '#test/benefit-effect/shops.ts'
import { trialsOf } from '#test/benefit-effect/trials.ts'
import { describeEngines } from '#test/engines.ts'
import { addNewcomer, callWithToken } from '#test/newcomers.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const SHOP = shopOf({ ...SHOPS.companies, size: 700 }, CHANGES.strongGain, 42)
/** Of the last first use, 60 days later. */
const UNTIL = addDays(
  `${PROMOTED_MONTH}-01`,
  Math.max(...chosen(trialsOf(SHOP)).users.map(({ day }) => day)) + 60,
)
const NOW = '2026-11-20T15:00:00Z'
const CALL = `/api/benefits/effect?start_date=${PROMOTED_MONTH}`

const within = (shop: PromotedShop, provinces: readonly string[]): PromotedShop => ({
  ...shop,
  purchases: shop.purchases.filter(({ buyer }) => provinces.includes(shop.buyers[buyer]?.province ?? '')),
})

const mean = (values: readonly number[]) =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100
const sum = (values: readonly (number | null)[]) =>
  Math.round(values.reduce<number>((total, value) => total + (value ?? 0), 0) * 100) / 100

async function effectIn(shop: PromotedShop) {
  const { users, controls } = chosen(trialsOf(shop))
  return { users, controls, ...(await effectOf(controls, users)) }
}

const answers = new Map<string, unknown>()

describeEngines('what a benefit brought', (engine) => {
  let store: Store
  let app: TestApp
  let now = NOW
  beforeAll(async () => {
    store = await openSmallShop(engine, { products: [], customers: customersOf(SHOP), orders: factsOf(SHOP) })
    app = await testApp(store, { now: () => new Date(now) })
  })
  afterAll(() => app.close())

  const asked = async <T = BenefitEffect>(url: string, token?: string): Promise<T> => {
    const answer = token ? await callWithToken(app, token, 'GET', url) : await app.get(url, 'admin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  test('a strong effect is found, from the purchases of the plain model', async () => {
    const model = await effectIn(SHOP)
    const effect = await asked(`${CALL}&promotion=${encodeURIComponent(PROMOTION.promo_name)}`)
    expect(effect.verdict).toBe('rindió')
    expect(effect.users).toBe(model.users.length)
    expect(effect.estimate).toBeCloseTo(model.estimate ?? 0, 1)
    expect(effect.low).toBeCloseTo(model.low ?? 0, 1)
    expect(effect.high).toBeCloseTo(model.high ?? 0, 1)
    expect(effect.bought).toBe(sum(model.users.map(({ netAfter }) => netAfter)))
    expect(effect.until).toBe(UNTIL)
    expect(await asked(`${CALL}&sub_group=${PROMOTION.sub_group}`)).toEqual(effect)
    expect(await asked(CALL)).toEqual(effect)
    expect(effect).toEqual(answers.get('effect') ?? effect)
    answers.set('effect', effect)
  })

  test('its groups add up, and open to the means of the plain model', async () => {
    const { users, controls } = await effectIn(SHOP)
    const effect = await asked(CALL)
    const named = new Set(users.map(({ buyer }) => buyer))
    expect(sum(effect.groups.map(({ gained }) => gained))).toBe(effect.estimate)
    expect(sum([effect.estimate, effect.expected])).toBe(effect.bought)
    expect(sum(effect.groups.map((group) => group.users))).toBe(effect.users)
    for (const group of effect.groups) {
      const isIn = (trial: Trial) =>
        segmentOf(trial) === group.segment &&
        trial.province === group.province &&
        trial.company === group.company
      const [own, others] = [users.filter(isIn), controls.filter(isIn)]
      expect(group.users_before).toBe(mean(own.map(({ netBefore }) => netBefore)))
      expect(group.users_after).toBe(mean(own.map(({ netAfter }) => netAfter)))
      expect(group.controls_before).toBe(
        others.length ? mean(others.map(({ netBefore }) => netBefore)) : null,
      )
      const buyers = new Set(others.map(({ buyer }) => buyer).filter((buyer) => !named.has(buyer)))
      expect(group.controls).toBe(buyers.size)
    }
    const uses = SHOP.purchases.filter(({ buyer, day, uses }) => {
      const user = users.find((trial) => trial.buyer === String(buyer))
      return uses && user && day <= user.day + 60
    })
    expect(effect.discount).toBe(10 * uses.length)
  })

  test('its numbers of buyers open the buyers, whole and of a group', async () => {
    const model = await effectIn(SHOP)
    const listed = (query: string) =>
      asked<EffectBuyer[]>(`${CALL.replace('effect?', 'effect/buyers?')}&per_page=1000&${query}`)
    const effect = await asked(CALL)
    const users = await listed('side=users')
    expect(users.map(({ order_id }) => order_id).toSorted((one, other) => one - other)).toEqual(
      model.users.map(({ order_id }) => order_id).toSorted((one, other) => one - other),
    )
    expect(sum(users.map(({ gained }) => gained))).toBe(effect.estimate)
    expect(sum(users.map(({ net_after }) => net_after))).toBe(effect.bought)
    const named = new Set(model.users.map(({ buyer }) => buyer))
    const others = Map.groupBy(
      model.controls.filter(({ buyer }) => !named.has(buyer)),
      ({ buyer }) => buyer,
    )
    const controls = await listed('side=controls')
    expect(controls).toHaveLength(effect.controls)
    for (const row of controls) {
      const own = [...others.values()].find((orders) => orders[0]?.order_id === row.order_id) ?? []
      expect(row).toMatchObject({
        ...{ orders: own.length, expected_after: null, gained: null },
        ...{
          net_after: mean(own.map(({ netAfter }) => netAfter)),
          date: addDays(`${PROMOTED_MONTH}-01`, own[0]!.day),
        },
      })
    }
    for (const group of effect.groups.slice(0, 5)) {
      const { segment, province, company } = group
      const query = `${new URLSearchParams({ segment, province, company })}`
      const own = await listed(`side=users&${query}`)
      expect(own).toHaveLength(group.users)
      expect(sum(own.map(({ gained }) => gained))).toBe(group.gained)
      expect(await listed(`side=controls&${query}`)).toHaveLength(group.controls)
    }
  })

  test('the list of benefits says the same of each', async () => {
    const { estimate, low, high, users, controls, verdict } = await asked(CALL)
    for (const by of ['sub_group', 'promotion']) {
      const key = by === 'promotion' ? PROMOTION.promo_name : PROMOTION.sub_group
      const rows = [{ key, label: key, estimate, low, high, users, controls, verdict }]
      const listed = (month: string) =>
        asked<BenefitEffects>(`/api/benefits/effects?start_date=${month}&by=${by}`)
      expect(await listed(PROMOTED_MONTH)).toEqual({ month: PROMOTED_MONTH, until: null, rows })
      // Orders of August are known, those of the 60 days after July are not.
      expect(await listed('2026-11')).toEqual({ month: PROMOTED_MONTH, until: '2027-01-29', rows })
    }
    const file = await app.get(
      `/api/benefits/effects?start_date=${PROMOTED_MONTH}&export=1&csv=standard`,
      'admin',
    )
    expect(file.body).toContain('GALICIA,rindió,')
  })

  test('a limited role is answered as if its distributors were the whole shop', async () => {
    const provinces = distributorsOf(SHOP).slice(0, 3)
    const ids = provinces.map((province) => distId(SHOP, province))
    const { session } = await addNewcomer(app, store, 'tres', ['view:benefits'], ids)
    const own = await effectIn(within(SHOP, provinces))
    const effect = await asked(CALL, session)
    expect(effect.users).toBe(own.users.length)
    expect(effect.estimate).toBeCloseTo(own.estimate ?? 0, 1)
  })

  test('says that it lacks cases or days instead of guessing', async () => {
    const few = await asked('/api/benefits/effect?start_date=2026-07&promotion=otra')
    expect(few).toMatchObject({
      verdict: 'muy pocos casos',
      estimate: null,
      users: 0,
      until: null,
      groups: [],
    })
    now = `${UNTIL}T15:00:00Z`
    const early = await asked(CALL)
    expect(early).toMatchObject({ verdict: 'faltan datos', estimate: null, until: UNTIL, groups: [] })
    expect(early.users).toBeGreaterThan(15)
    now = '2026-06-20T15:00:00Z'
    expect(await asked(CALL)).toMatchObject({ verdict: 'faltan datos', until: '2026-08-29' })
    now = NOW
  })

  test('a change in any month that counts changes the list', async () => {
    const { users } = await effectIn(SHOP)
    const ofUsers = SHOP.purchases.filter(({ buyer }) => users.some((user) => user.buyer === String(buyer)))
    const gone = [
      ofUsers.find(({ day }) => day < 0 && day > -30),
      ofUsers.find(({ uses, day }) => uses && day >= 0 && day < 30),
      ofUsers.find(({ day }) => day > 61),
    ]
    for (let count = 1; count <= gone.length; count++) {
      const without = gone.slice(0, count)
      const ids = without.flatMap((purchase) => (purchase ? SHOP.purchases.indexOf(purchase) + 1 : []))
      expect(ids).toHaveLength(count)
      await store.transaction((tx) => removeOrders(tx, ids, 'now'))
      const purchases = SHOP.purchases.filter((purchase) => !without.includes(purchase))
      const model = await effectIn({ ...SHOP, purchases })
      const list = await asked<BenefitEffects>(`/api/benefits/effects?start_date=${PROMOTED_MONTH}`)
      expect(list.rows[0]?.users).toBe(model.users.length)
      expect(list.rows[0]?.estimate).toBeCloseTo(model.estimate ?? 0, 1)
    }
  })
})
