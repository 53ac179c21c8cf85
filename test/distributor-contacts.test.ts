// The name and e-mail of a distributor, which gets its ficha by mail, are those of its newest order, in whatever order the shop's
// orders change.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { DAY, dated, FaultyShop, NOW, order, shopRecords } from './faulty-shop.ts'
import type { Json } from './shop-server/recordings.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'

interface Contact {
  readonly name?: string
  readonly email?: string
}
const metaOf = ({ name, email }: Contact): Json[] => [
  { key: '_dist_id', value: '101' },
  ...(name === undefined ? [] : [{ key: '_dist_name', value: name }]),
  ...(email === undefined ? [] : [{ key: '_dist_email', value: email }]),
]
const sold = (id: number, at: number, contact: Contact): Json => ({
  ...order(id, at),
  meta_data: metaOf(contact),
})
/** A change leaves the date of creation. */
const changed = (one: Json | undefined, at: number, change: Json) => {
  const { date_modified, date_modified_gmt } = dated(at)
  Object.assign(one ?? {}, change, { date_modified, date_modified_gmt })
}

describeOneEngine('a distributor', (engine) => {
  let server: StoreServer
  let store: Store
  let shop: FaultyShop
  let app: TestApp
  const listed = async () => {
    const answer = await app.get('/api/distributors/get-distributors-list?start_date=2026-11', 'superAdmin')
    const [{ dist_name, dist_email }] = answer.json().data
    return { dist_name, dist_email }
  }
  const start = async (orders: readonly Json[]) => {
    server.store.orders.push(...orders)
    await shop.importAll()
  }
  const later = async (days: number, change: (at: number) => void) => {
    shop.at += days * DAY
    change(shop.at)
    await shop.poll()
  }
  beforeEach(async () => {
    server = await startStoreServer(undefined, shopRecords(0))
    store = await engine.open()
    shop = new FaultyShop(store, server)
    app = await testApp(store, { now: () => new Date(NOW) })
  })
  afterEach(async () => {
    await app.close()
    await server.close()
  })

  test('keeps the e-mail of its newest order when an old one changes', async () => {
    const [former, present] = [{ email: 'antes@norte.example' }, { email: 'ahora@norte.example' }]
    const old = sold(1, NOW - 700 * DAY, { name: 'Norte', ...former })
    await start([old, sold(2, NOW - DAY, { name: 'Norte', ...present })])
    expect(await listed()).toMatchObject({ dist_email: present.email })
    await later(1, (at) => changed(old, at, { status: 'refunded' }))
    expect(await listed()).toMatchObject({ dist_email: present.email })
    await later(1, (at) => server.store.orders.push(sold(3, at, { email: 'nuevo@norte.example' })))
    expect(await listed()).toEqual({ dist_name: 'Norte', dist_email: 'nuevo@norte.example' })
  })

  test('takes the name and e-mail of new orders after one that was dated years ahead by mistake', async () => {
    const before = { name: 'Norte', email: 'antes@norte.example' }
    const after = { name: 'Norte Hermanos', email: 'ahora@norte.example' }
    const ahead = sold(1, NOW - DAY, before)
    const years = dated(NOW + 3650 * DAY)
    await start([
      Object.assign(ahead, { date_created: years.date_created, date_created_gmt: years.date_created_gmt }),
    ])
    const { date_created, date_created_gmt } = dated(NOW - DAY)
    await later(1, (at) => changed(ahead, at, { date_created, date_created_gmt }))
    await later(1, (at) => server.store.orders.push(sold(2, at, after)))
    expect(await listed()).toEqual({ dist_name: after.name, dist_email: after.email })
  })
})
