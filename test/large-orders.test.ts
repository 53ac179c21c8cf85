// Orders of a size that no shop sells, as bots and typing errors place them: in no sum until a person accepts them, and no sum of
// them ends a call.
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { migrate } from '#server/store/migrate.ts'
import { sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'
import { dirtyMonths } from '#server/store/versions.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine } from './engines.ts'
import type { Json } from './shop-server/recordings.ts'
import { folderOf, importSmallFiles, lineJson, NOW, orderJson, type SmallShopApp } from './small-files.ts'

let shop: SmallShopApp | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

/** Each just below 2^53 cents, so that two of them pass it. */
const ENORMOUS = '90000000000000.25'
const plain = (id: number) =>
  orderJson(id, [lineJson(10 + id, 2, '100.00')], {
    meta_data: [{ key: '_dist_id', value: '101' }],
    coupon_lines: [],
  })
const enormous = (id: number, fields: Json = {}) =>
  orderJson(id, [lineJson(20 + id, 1, ENORMOUS)], {
    meta_data: [{ key: '_dist_id', value: '101' }],
    ...fields,
  })
const manyUnits = orderJson(6, [lineJson(26, 10_000_001, '50.00')])
const opposite = orderJson(7, [lineJson(27, 1, '20000000000.00'), lineJson(28, -1, '-20000000000.00')])
const orders = [plain(1), enormous(2), enormous(3), plain(4), enormous(5, { status: 'pending' })]
const all = [...orders, manyUnits, opposite]

const PARAMETERS: Readonly<Record<string, string>> = {
  ...{ dist_id: '101', role: 'customer', role_name: 'customer', category_id: '1', order_id: '2' },
}
const reads = endpoints.filter(
  ({ method, path, access }) =>
    method === 'GET' && access !== 'public' && !path.startsWith('/api/data/') && !path.includes('crones/run'),
)
const QUESTIONS = ['product', 'distributor', 'province', 'status', 'day', 'buyer_kind'].map(
  (by) => `/api/questions/answer?measures=net_sale,orders,units,average_ticket,gross&by=${by}&period=month`,
)
const urls = [
  ...reads.map(({ path }) => path.replace(/\{(\w+)\}/g, (_, name) => PARAMETERS[name] ?? '1')),
  ...QUESTIONS,
].map((path) => `${path}${path.includes('?') ? '&' : '?'}start_date=2026-10`)

const month = async ({ getData }: SmallShopApp) => {
  const { main_month } = await getData<{ main_month: Record<string, number> }>(
    '/api/summary/main-page?start_date=2026-10',
  )
  return [main_month.net_sale, main_month.total_orders, main_month.total_units_sold]
}

async function failedCalls({ get }: SmallShopApp): Promise<string[]> {
  const failed: string[] = []
  for (const url of urls) {
    const { statusCode, body } = await get(url, 'superAdmin')
    if (statusCode >= 500) failed.push(`${statusCode} ${url} ${body.slice(0, 200)}`)
    if (statusCode === 409 && url.includes('/api/')) expect(body, url).toMatch(/se puede calcular|already/)
  }
  return failed
}

const waiting = async ({ getData }: SmallShopApp, state = 'waiting') =>
  (await getData<{ order_id: number; amount: number }[]>(`/api/config/large-orders?state=${state}`)).map(
    ({ order_id, amount }) => [order_id, amount],
  )

const decide = async ({ post }: SmallShopApp, action: string, ids: number[]) => {
  const answer = await post('/api/config/large-orders', { action, ids }, 'superAdmin')
  return answer.statusCode === 200 ? answer.json().data.count : `${answer.statusCode} ${answer.body}`
}

describeOneEngine('orders of an implausible size', (engine) => {
  test('are listed and in no sum until a person accepts them', { timeout: 120_000 }, async () => {
    shop = await importSmallFiles(engine, folderOf({ orders: all }))
    expect(await month(shop)).toEqual([200, 2, 4])
    const listed = await shop.getData<{ order_id: number }[]>(
      '/api/orders?start_date=2026-10&status=COMPLETADO',
    )
    expect(listed).toHaveLength(6)
    expect(await waiting(shop)).toEqual([
      [2, 90_000_000_000_000.25],
      [3, 90_000_000_000_000.25],
      [5, 90_000_000_000_000.25],
      [7, 2e10],
      [6, 50],
    ])
    const order = await shop.getData<{ counted: boolean; counts: { reason: string }[] }>('/api/orders/2')
    expect(order).toMatchObject({ counted: false, counts: [{ reason: 'implausible' }, {}, {}, {}, {}, {}] })
    const runs = await shop.getData<{ unplaced: { large_orders: object[]; currencies: object[] } }[]>(
      '/api/config/reconciliation',
    )
    expect(runs[0]?.unplaced).toMatchObject({ currencies: [] })
    expect(runs[0]?.unplaced.large_orders).toHaveLength(5)

    expect(
      (await shop.post('/api/config/large-orders', { action: 'accept', ids: [6] }, 'admin')).statusCode,
    ).toBe(403)
    expect(await decide(shop, 'accept', [6, 99])).toBe(1)
    expect(await month(shop)).toEqual([250, 3, 10_000_005])
    expect(await decide(shop, 'withdraw', [6])).toBe(1)
    expect(await month(shop)).toEqual([200, 2, 4])
    const [entry] =
      await shop.getData<{ action: string; who: string; changes: string }[]>('/api/config/audit')
    expect(entry).toMatchObject({ action: 'orders.withdraw', who: 'super@example.com' })
    expect(entry?.changes).toContain('[6]')
  })

  test('answer every call with figures or a sentence once they are accepted', {
    timeout: 240_000,
  }, async () => {
    shop = await importSmallFiles(engine, folderOf({ orders: all }))
    expect(await decide(shop, 'accept', [2])).toBe(1)
    expect(await month(shop)).toEqual([90_000_000_000_200.25, 3, 5])
    expect(await failedCalls(shop)).toEqual([])
    expect(await decide(shop, 'accept', [3, 5, 6, 7])).toBe(4)
    expect((await shop.get('/api/summary/main-page?start_date=2026-10', 'superAdmin')).statusCode).toBe(409)
    expect(await failedCalls(shop)).toEqual([])
    await decide(shop, 'withdraw', [2, 3, 5, 6, 7])
    expect(await month(shop)).toEqual([200, 2, 4])
  })

  test('stay accepted when they are read again, and wait when they grow', async () => {
    const small = enormous(2, {})
    const grown = (amount: string) => [orderJson(2, [lineJson(22, 1, amount)])]
    const importOf = async (some: Json[]) =>
      importShop({
        ...{ store: shop!.store, timeZone: TIME_ZONE, progress: silentProgress, now: () => new Date(NOW) },
        source: wooCommerceSource(await filesShop(folderOf({ orders: [plain(1), ...some] }))),
      })
    shop = await importSmallFiles(engine, folderOf({ orders: [plain(1), ...grown('20000000000.00')] }))
    await decide(shop, 'accept', [2])
    await importOf(grown('20000000000.00'))
    expect(await month(shop)).toEqual([20_000_000_100, 2, 3])
    await importOf([small])
    expect(await month(shop)).toEqual([100, 1, 2])
    await importOf(grown('30.00'))
    expect(await month(shop)).toEqual([130, 2, 3])
    expect([await waiting(shop), await waiting(shop, 'accepted')]).toEqual([[], []])
  })

  test('leave every sum of an older version with its upgrade, which loses no row and needs no import', {
    timeout: 120_000,
  }, async () => {
    shop = await importSmallFiles(engine, folderOf({ orders: all }))
    const { store } = shop
    const rows = () =>
      store.all(sql`select order_id, gross, net, total, counted from orders order by order_id`)
    const before = await rows()
    for (const table of ['orders', 'order_lines', 'order_discounts'])
      await store.run(sql`update ${sql.identifier(table)} set counted = true`)
    for (const column of ['number', 'paid_at', 'completed_at', 'gap'])
      await store.run(sql`alter table orders drop column ${sql.identifier(column)}`)
    await store.run(sql`drop table large_orders`)
    await store.run(sql`delete from migrations where name between '300' and '359'`)
    await migrate(store)
    expect(await dirtyMonths(store)).toEqual(['2026-10'])
    await rebuildDirtyMonths(store)
    // What is large only in its parts waits when it is read again.
    const sold = (row: Row) => (row.order_id === 7 ? { ...row, counted: true } : row)
    expect(await rows()).toEqual(before.map(sold))
    expect((await waiting(shop)).map(([id]) => id)).toEqual([2, 3, 5, 6])
    expect(await month(shop)).toEqual([200, 3, 4])
    expect(await failedCalls(shop)).toEqual([])
    const listed = await shop.getData<{ number: string }[]>('/api/orders?start_date=2026-10&order=ASC')
    expect(listed.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '6', '7'])
    expect(await decide(shop, 'accept', [6])).toBe(1)
    expect(await month(shop)).toEqual([250, 4, 10_000_005])
  })

  test('are rejected with a reason where the sum of their lines cannot be stored', async () => {
    const beyond = orderJson(8, [lineJson(31, 1, ENORMOUS), lineJson(32, 1, ENORMOUS)], { total: '0.00' })
    shop = await importSmallFiles(engine, folderOf({ orders: [plain(1), beyond] }))
    expect(await month(shop)).toEqual([100, 1, 2])
    expect(await shop.store.all(sql`select record_id, reason from rejects where source = 'orders'`)).toEqual([
      { record_id: '8', reason: 'la suma de sus importes o unidades es demasiado grande para guardarla' },
    ])
  })
})
