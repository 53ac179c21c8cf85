import { expect, test } from 'vitest'
import { lastMonths } from '#contract/month.ts'
import { rfmOf } from '#server/features/buyers/rfm.ts'
import { sellersByProduct } from '#server/features/distributors/profile-rows.ts'
import type { Store } from '#server/store/store.ts'
import { testApp } from '#test/app.ts'
import { CHANGES, shopOf } from '#test/benefit-effect/buyers-shop.ts'
import { customersOf, factsOf, PROMOTED_MONTH, PROMOTION } from '#test/benefit-effect/facts.ts'
import { SHOPS } from '#test/benefit-effect/shops.ts'
import { describeOneEngine } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'
import { preparations } from './prepared-answers.ts'

const SHOP = shopOf({ ...SHOPS.companies, size: 700 }, CHANGES.strongGain, 42)

/** Counts the statements that read. */
function counting(store: Store) {
  let count = 0
  const all: Store['all'] = (query) => {
    count++
    return store.all(query)
  }
  const counted = new Proxy(store, { get: (target, key) => (key === 'all' ? all : Reflect.get(target, key)) })
  return { store: counted, read: () => count }
}

describeOneEngine('answers prepared ahead', (engine) => {
  test.each([
    '/api/distributors/opportunities?start_date=',
    '/api/benefits/effects?by=promotion&start_date=',
    '/api/benefits/effect?start_date=',
    '/api/customers/rfm?start_date=',
  ])('read no more than those that were asked before: %s', async (call) => {
    const { store, read } = counting(await openSmallShop(engine))
    const app = await testApp(store, { now: () => new Date('2026-08-10T15:00:00Z') })
    const statementsOf = async (month: string) => {
      const before = read()
      expect((await app.get(`${call}${month}`, 'admin')).statusCode).toBe(200)
      return read() - before
    }
    await app.get('/api/summary/main-page', 'admin')
    for await (const _ of preparations(app));
    const known = await statementsOf('2026-08')
    for (const month of ['2026-07', '2026-05', '2025-08']) expect(await statementsOf(month)).toBe(known)
    expect(await statementsOf('2025-03')).toBeGreaterThan(known)
    await app.close()
  })

  test('stay while limited roles ask for theirs', async () => {
    const { store, read } = counting(await openSmallShop(engine))
    const app = await testApp(store, { now: () => new Date('2026-08-10T15:00:00Z') })
    for await (const _ of preparations(app));
    for (const month of lastMonths('2026-08', 36))
      await app.get(`/api/customers/rfm?start_date=${month}`, 'scoped')
    const before = read()
    await rfmOf(store, { month: '2026-07', today: '2026-08-10', scope: null }, await app.versions())
    expect(read()).toBe(before)
    await app.close()
  })

  test('hold who sells each product', async () => {
    const { store, read } = counting(await openSmallShop(engine))
    const app = await testApp(store, { now: () => new Date('2026-08-10T15:00:00Z') })
    for await (const _ of preparations(app));
    const [before, versions] = [read(), await app.versions()]
    for (const month of ['2026-08', '2025-08'] as const)
      await sellersByProduct(store, { month, scope: null }, versions)
    expect(read()).toBe(before)
    await app.close()
  })

  test('are those of a shop that prepares none: what each benefit brought', async () => {
    const shop = { products: [], customers: customersOf(SHOP), orders: factsOf(SHOP) }
    const now = () => new Date('2026-11-20T15:00:00Z')
    const [plain, prepared] = [
      await testApp(await openSmallShop(engine, shop), { now }),
      await testApp(await openSmallShop(engine, shop), { now }),
    ]
    for await (const _ of preparations(prepared));
    const { promo_name, sub_group } = PROMOTION
    const benefits = [{}, { promotion: promo_name }, { sub_group }, { promotion: promo_name, sub_group }]
    const verdicts: string[] = []
    for (const benefit of [...benefits, { promotion: 'Otra' }]) {
      const query = new URLSearchParams({ start_date: PROMOTED_MONTH, ...benefit })
      const url = `/api/benefits/effect?${query}`
      const [expected, told] = [await plain.get(url, 'admin'), await prepared.get(url, 'admin')]
      expect(told.statusCode, told.body).toBe(200)
      expect(told.json().data).toEqual(expected.json().data)
      verdicts.push(told.json().data.verdict)
    }
    expect(verdicts).toEqual([...benefits.map(() => 'rindió'), 'muy pocos casos'])
    await Promise.all([plain.close(), prepared.close()])
  })
})
