// Writing accounts, products, categories, coupons and rejects on both engines.
import { beforeEach, expect, test } from 'vitest'
import type { CustomerFact, ProductFact } from '#server/domain/facts.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dirtyMonths, readVersions } from '#server/store/versions.ts'
import { describeEngines } from '#test/engines.ts'
import { smallShop } from '../../fixtures/small-shop.ts'
import { rebuildDirtyMonths } from '../rollups/rebuild.ts'
import { writeOrders } from './write.ts'
import { writeCategories, writeCoupons, writeProducts } from './write-catalog.ts'
import { removeCustomers, writeCustomers } from './write-customers.ts'
import { clearRejects, writeRejects } from './write-rejects.ts'

const [ana, beto, carla] = smallShop.customers as [CustomerFact, CustomerFact, CustomerFact]
const [alfajor] = smallShop.products as [ProductFact]
const LATER = '2026-07-01 00:00:00'

describeEngines('writing what is not an order', (engine) => {
  let store: Store
  beforeEach(async () => {
    store = await engine.open()
    await store.transaction(async (tx) => {
      await writeProducts(tx, smallShop.products)
      await writeCustomers(tx, [ana, carla])
      await writeOrders(tx, smallShop.orders)
    })
    await rebuildDirtyMonths(store)
  })
  const within = <T>(work: (tx: Queries) => Promise<T>) => store.transaction(work)
  const dimensions = async () => (await readVersions(store)).get('dimensions')?.version

  test('a new account makes its month dirty, and months in which its e-mail bought as a guest', async () => {
    const june = { ...beto, registered_at: '2026-06-03 10:00:00', month: '2026-06' }
    expect(await within((tx) => writeCustomers(tx, [june]))).toEqual({
      written: 1,
      unchanged: 0,
      months: ['2026-05', '2026-06'],
    })
    expect(await dirtyMonths(store)).toEqual(['2026-05', '2026-06'])
  })

  test('ignores an equal or older account', async () => {
    const before = await dimensions()
    expect(await within((tx) => writeCustomers(tx, [ana]))).toMatchObject({ written: 0, unchanged: 1 })
    expect(await dimensions()).toBe(before)
    await within((tx) => writeCustomers(tx, [{ ...ana, modified_at: LATER, city: 'Rosario' }]))
    await within((tx) => writeCustomers(tx, [ana]))
    expect(await store.all(sql`select city from customers where customer_id = 1`)).toEqual([
      { city: 'Rosario' },
    ])
  })

  test('a new name changes no month; a new role changes its month and those of its orders', async () => {
    const before = await dimensions()
    await within((tx) => writeCustomers(tx, [{ ...ana, modified_at: LATER, first_name: 'Anita' }]))
    expect(await dirtyMonths(store)).toEqual([])
    expect(await dimensions()).toBeGreaterThan(before ?? 0)
    await within((tx) => writeCustomers(tx, [{ ...ana, modified_at: LATER, role: 'mayorista' }]))
    expect(await dirtyMonths(store)).toEqual(['2026-04', '2026-05'])
  })

  test('deleting an account removes its registration and its orders from its role', async () => {
    expect(await within((tx) => removeCustomers(tx, [carla.customer_id, 99]))).toEqual(['2026-05'])
    expect(await store.all(sql`select customer_id from customers`)).toEqual([{ customer_id: 1 }])
  })

  test('a new class of a product only marks months that sold it dirty', async () => {
    const moved = { ...alfajor, modified_at: LATER, segment: 'Alfajores triples' }
    expect((await within((tx) => writeProducts(tx, [moved]))).months).toEqual(['2026-04', '2026-05'])
    expect(await dirtyMonths(store)).toEqual(['2026-04', '2026-05'])
  })

  test('a product’s price and categories change no month', async () => {
    const dearer = { ...alfajor, modified_at: LATER, price: '12.50', category_ids: [7, 8] }
    expect(await within((tx) => writeProducts(tx, [dearer]))).toEqual({
      written: 1,
      unchanged: 0,
      months: [],
    })
    expect(
      await store.all(sql`select category_id from product_categories where product_id = 11 order by 1`),
    ).toEqual([{ category_id: 7 }, { category_id: 8 }])
    expect(await within((tx) => writeProducts(tx, [{ ...dearer, category_ids: [8, 7] }]))).toMatchObject({
      written: 0,
    })
  })

  test('categories and coupons are replaced by their id', async () => {
    const category = { category_id: 5, parent_id: 0, name: 'Golosinas', slug: 'golosinas' }
    await within((tx) => writeCategories(tx, [category]))
    await within((tx) => writeCategories(tx, [{ ...category, name: 'Golosinas y más' }]))
    expect(await store.all(sql`select name from categories`)).toEqual([{ name: 'Golosinas y más' }])
    const coupon = {
      coupon_id: 9,
      code: 'promo10',
      discount_type: 'percent',
      amount: '10.00',
      description: '',
      modified_at: '2026-05-01 00:00:00',
    }
    expect(await within((tx) => writeCoupons(tx, [coupon]))).toMatchObject({ written: 1 })
    expect(await within((tx) => writeCoupons(tx, [coupon]))).toMatchObject({ written: 0, unchanged: 1 })
  })

  test('lists a reject once with its latest reason, and removes it when the record is accepted', async () => {
    const reject = { id: '77', reason: 'no date' }
    const day = (text: string) => new Date(`${text}T10:00:00Z`)
    await within((tx) => writeRejects(tx, 'orders', [reject], day('2026-05-01')))
    await within((tx) => writeRejects(tx, 'orders', [reject], day('2026-05-02')))
    expect(await store.all(sql`select * from rejects`)).toEqual([
      { source: 'orders', record_id: '77', reason: 'no date', rejected_at: '2026-05-01 10:00:00' },
    ])
    await within((tx) => writeRejects(tx, 'orders', [{ ...reject, reason: 'no total' }], day('2026-05-03')))
    expect(await store.all(sql`select reason from rejects`)).toEqual([{ reason: 'no total' }])
    await within((tx) => clearRejects(tx, 'orders', ['77', '78']))
    expect(await store.all(sql`select * from rejects`)).toEqual([])
  })
})
