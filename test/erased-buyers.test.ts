// Orders whose person the shop erases, as WooCommerce's retention does: customer 0, one placeholder e-mail and no address for all.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { TIME_ZONE } from './app.ts'
import { describeEngines } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import type { Json } from './shop-server/recordings.ts'
import { folderOf, importSmallFiles, lineJson, NOW, orderJson, type SmallShopApp } from './small-files.ts'

let shop: SmallShopApp | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

/** Nightly runs erase a shop of 10,000 orders in ten steps. */
const [COUNT, STEPS] = NIGHTLY ? [10_000, 10] : [40, 3]
const BUYERS = (COUNT * 11) / 40
const LONG = { timeout: NIGHTLY ? 3_600_000 : 120_000 }
const ACCOUNTS = 4
const STATES = ['X', 'S', 'B']
const customers: Json[] = Array.from({ length: ACCOUNTS }, (_, index) => ({
  id: index + 1,
  email: `cuenta${index + 1}@ejemplo.test`,
  role: index % 2 === 0 ? 'empleado_arcor' : 'customer',
  date_created_gmt: '2026-01-02T12:00:00',
  ...{ first_name: 'Ana', last_name: `Cuenta ${index + 1}`, billing: { state: 'X', city: 'Villa María' } },
}))

/** Accounts, guests with and without e-mail, and guests with the e-mail of an account, over five months. */
const orders: Json[] = Array.from({ length: COUNT }, (_, index) => {
  const buyer = (index * 7) % BUYERS
  const month = `2026-${String((index % 5) + 6).padStart(2, '0')}`
  const account = buyer < ACCOUNTS && index % 3 > 0 ? buyer + 1 : 0
  const email =
    buyer < ACCOUNTS
      ? `cuenta${buyer + 1}@ejemplo.test`
      : buyer < BUYERS - 2
        ? `visita${buyer}@ejemplo.test`
        : ''
  const at = `${month}-${String((index % 27) + 1).padStart(2, '0')}T12:00:00`
  return orderJson(index + 1, [lineJson(1 + (index % 3), 1 + (index % 2), `${100 + index * 10}.00`)], {
    ...{
      date_created: at,
      date_created_gmt: at,
      date_modified: at,
      date_modified_gmt: at,
      customer_id: account,
    },
    billing: {
      first_name: 'Ana',
      last_name: `Persona ${buyer}`,
      email,
      city: 'Rosario',
      state: STATES[buyer % 3],
      country: 'AR',
    },
  })
})

const erased = (order: Json): Json => ({
  ...order,
  ...{ customer_id: 0, date_modified_gmt: '2026-11-19T12:00:00', date_modified: '2026-11-19T09:00:00' },
  billing: { first_name: '', last_name: '', email: 'deleted@site.invalid', city: '', state: '', country: '' },
  meta_data: [{ key: '_anonymized', value: 'yes' }],
})

const QUESTIONS = ['company', 'province', 'city', 'buyer_kind', 'distributor'].map(
  (by) =>
    `/api/questions/answer?measures=net_sale,orders,buyers,new_buyers&by=${by}&grain=month&from=2026-06-01&to=2026-10-31`,
)
const FIGURES = [
  ...['06', '07', '08', '09', '10'].map((month) => `/api/summary/main-page?start_date=2026-${month}`),
  '/api/customers/cohorts?start_date=2026-10&months=6',
  '/api/customers/repurchase?start_date=2026-10&months=6&by=company',
  '/api/customers/rfm?start_date=2026-10',
  '/api/orders/group-by-states-and-period?start_date=2026-10',
  ...QUESTIONS,
]
const figuresOf = async ({ getData }: SmallShopApp, paths: readonly string[]) =>
  Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await getData(path)] as const)))

describeEngines('orders of erased people', (engine) => {
  test('keep their buyer, company and place in every figure, without name and e-mail', LONG, async () => {
    const folder = folderOf({ customers, orders })
    shop = await importSmallFiles(engine, folder)
    const before = await figuresOf(shop, FIGURES)
    for (let step = 1; step <= STEPS; step++) {
      const upTo = Math.floor((COUNT * step) / STEPS)
      const now = orders.map((order, index) => (index < upTo ? erased(order) : order))
      writeFileSync(join(folder, 'orders_full.jsonl'), now.map((order) => JSON.stringify(order)).join('\n'))
      await importShop({
        ...{ store: shop.store, timeZone: TIME_ZONE, progress: silentProgress, now: () => new Date(NOW) },
        source: wooCommerceSource(await filesShop(folder)),
      })
      expect(await figuresOf(shop, FIGURES), `${upTo} erased`).toEqual(before)
    }
    const people = await shop.getData<{ name: string; surname: string; email: string }[]>(
      '/api/customers/cohorts/people?start_date=2026-06&per_page=100',
    )
    const listed = JSON.stringify(people.filter(({ email }) => !email.startsWith('cuenta')))
    expect(listed).not.toMatch(/Persona|visita|deleted@/)
  })

  test('count one by one where they were never known, and are told', LONG, async () => {
    shop = await importSmallFiles(engine, folderOf({ customers, orders: orders.map(erased) }))
    expect(await shop.getData('/api/summary/main-page?start_date=2026-10')).toMatchObject({
      main_month: { total_orders: COUNT / 5, distinct_customers: COUNT / 5 },
    })
    const runs = await shop.getData<{ unplaced: { erased_buyers: number } }[]>('/api/config/reconciliation')
    expect(runs[0]?.unplaced.erased_buyers).toBe(COUNT)
  })
})
