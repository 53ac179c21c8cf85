// Large losses wait for a person; what was removed is in no figure, returns whole within 30 days, and is deleted after them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { command } from '#server/commands/restore-removed.ts'
import { readConfig } from '#server/config/config.ts'
import { removalDecisions } from '#server/start/removal-decisions.ts'
import { openStore, type StoreOptions } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { ACCOUNTS, signIn, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { DAY, dated, FaultyShop, idsOf, NOW, shopRecords, stored } from './faulty-shop.ts'
import type { Recordings } from './shop-server/recordings.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'
import { refundJson } from './small-files.ts'
import { storeRows } from './store-rows.ts'
import { callCommand } from './terminal.ts'

/** Each test reads a shop several times. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

describeOneEngine('what left the shop', (engine) => {
  let server: StoreServer
  let place: StoreOptions
  let setting: FaultyShop
  const open = async () => {
    setting = new FaultyShop(await openStore(place), server, setting?.at ?? NOW)
  }
  const config = () =>
    readConfig(
      place.dataDir === undefined
        ? { GONDOLA_DATABASE_URL: place.databaseUrl }
        : { GONDOLA_DATA_DIR: place.dataDir },
    )
  /** The command opens the database by itself. */
  const restore = async (...argv: string[]) => {
    await setting.store.close()
    const ended = await callCommand(command, argv, config())
    await open()
    return ended
  }
  beforeEach(async () => {
    server = await startStoreServer(undefined, withParts(shopRecords(110)))
    place = await engine.place()
    await open()
    expect(await setting.importAll()).toMatchObject({ collections: { orders: { written: 110 } } })
  })
  afterEach(async () => {
    await setting.store.close()
    await server.close()
  })

  test('many trashed at once leave; many deleted wait for a person, who decides and restores', async () => {
    const { store } = setting
    for (const one of server.store.orders.slice(0, 30)) Object.assign(one, { status: 'trash', ...dated(NOW) })
    await setting.job('orders')
    expect((await stored(store)).orders).toEqual(idsOf(server.store.orders.slice(30)))
    setting.at += DAY
    const deleted = server.store.orders.splice(40, 25)
    await store.run(sql`update orders set number = 'PED-7' where order_id = ${Number(deleted[3]?.id)}`)
    const ending = await setting.job('reconciliation')
    expect(ending).toMatchObject({ state: 'warning', message: expect.stringContaining('25 registros') })
    expect((await stored(store)).orders).toContain(Number(deleted[0]?.id))

    const app = await testApp(store, { now: setting.now })
    try {
      const token = await signIn(app, ACCOUNTS.superAdmin)
      const inject = (method: 'GET' | 'POST', url: string, payload?: object) =>
        app.server.inject({
          method,
          url,
          headers: { authorization: `Bearer ${token}` },
          ...(payload && { payload }),
        })
      const waiting = (await inject('GET', '/api/config/removals')).json()
      // A plug-in's number finds an order that left, as in every list.
      const numbered = (await inject('GET', '/api/config/removals?number=ped-7')).json()
      expect(numbered.data).toMatchObject([{ record_id: deleted[3]?.id, number: 'PED-7' }])
      expect(waiting.meta.total).toBe(25)
      expect(waiting.data[0]).toMatchObject({
        collection: 'orders',
        evidence: 'gone',
        label: 'wc-completed',
      })
      const sums = async () =>
        store.one(sql`select sum(net) as net, sum(orders) as orders from rollup_months`)
      const before = await sums()
      const ids = idsOf(deleted)
      await inject('POST', '/api/config/removals', { action: 'keep', ids: [ids[0]] })
      expect((await inject('POST', '/api/config/removals', { action: 'accept' })).json().data.count).toBe(24)
      expect((await stored(store)).orders).not.toContain(ids[1])
      expect(await sums()).toEqual({ net: Number(before?.net) - 240, orders: Number(before?.orders) - 24 })
      const rows = await store.all(sql`select * from order_lines where order_id = ${Number(ids[1])}`)
      expect(rows).toEqual([])
      await inject('POST', '/api/config/removals', { action: 'restore', ids: ids.slice(1) })
      expect(await sums()).toEqual(before)
      // The same evidence removes neither the kept nor the restored ones again.
      setting.at += DAY
      const asked = server.asked.length
      // Nothing is left to look at.
      expect(await setting.job('reconciliation')).toMatchObject({
        state: 'success',
        message: expect.stringContaining('todo coincide'),
      })
      expect(server.asked.slice(asked).filter(({ path }) => /^orders\/\d+$/.test(path))).toEqual([])
      expect((await stored(store)).orders).toEqual(expect.arrayContaining(ids))
      const audit = await store.all<{ action: string; who: string }>(
        sql`select action, who from audit where action like 'records.%' order by audit_id`,
      )
      expect(audit.map(({ action }) => action)).toEqual([
        'records.remove',
        'records.keep',
        'records.remove',
        'records.restore',
      ])
      const admin = await signIn(app, ACCOUNTS.admin)
      const refused = await app.server.inject({
        ...{ method: 'POST', url: '/api/config/removals', payload: { action: 'accept' } },
        headers: { authorization: `Bearer ${admin}` },
      })
      expect(refused.statusCode).toBe(403)
    } finally {
      await app.jobs.stop()
      await app.close()
    }
  })

  test('returns whole within 30 days, by the command, and is deleted after them', async () => {
    const before = await storeRows(setting.store)
    const deleted = idsOf(server.store.orders.splice(0, 40))
    const accounts = idsOf(server.store.customers.splice(0, 22))
    const products = idsOf(server.store.products.splice(0, 14))
    setting.at += DAY
    await setting.job('customers')
    await setting.job('reconciliation')
    const by = { userId: 0, email: 'prueba' }
    const accepted = await removalDecisions(setting).decide('accept', {}, by)
    expect(accepted).toBeGreaterThan(70)
    expect((await stored(setting.store)).orders).toHaveLength(70)
    for (const table of ['order_lines', 'order_refunds', 'order_discounts'])
      expect(
        await setting.store.all(sql`select 1 from ${sql.identifier(table)} where order_id in (${deleted})`),
      ).toEqual([])
    expect(await storeRows(setting.store)).not.toEqual(before)

    const listed = await restore()
    expect(listed).toMatchObject({ code: 0, said: expect.stringMatching(/orders +40 +2026-/) })
    expect(listed.said.split('\n')).toHaveLength(deleted.length + accounts.length + products.length)
    expect((await restore('999999')).code).toBe(1)
    expect((await restore('1', '--all')).code).toBe(2)
    expect((await restore('--collection', 'nada', '1')).code).toBe(2)
    expect(await restore('--collection', 'orders', '1', '2')).toMatchObject({
      code: 0,
      said: 'Restaurados: 2.',
    })
    expect((await stored(setting.store)).orders).toHaveLength(72)
    expect((await restore('--all')).said).toBe(`Restaurados: ${accepted - 2}.`)
    expect(await storeRows(setting.store)).toEqual(before)
    const trail = await setting.store.all<{ changes: string }>(
      sql`select changes from audit where action = 'records.remove'`,
    )
    expect(trail.map(({ changes }) => JSON.parse(changes).evidence)).toEqual(trail.map(() => [null, 'gone']))

    // Listed again, and then deleted for good.
    server.store.orders.push(...shopRecords(1).orders)
    setting.at += DAY
    await setting.job('reconciliation')
    server.store.orders.pop()
    setting.at += DAY
    await setting.job('reconciliation')
    const removed = () => setting.store.all(sql`select record_id from removals where state = 'removed'`)
    expect(await removed()).toEqual([{ record_id: 1 }])
    setting.at += 29 * DAY
    await setting.job('reconciliation')
    expect(await removed()).toEqual([{ record_id: 1 }])
    setting.at += 2 * DAY
    await setting.job('reconciliation')
    expect(await removed()).toEqual([])
    expect((await restore()).said).toBe('No hay registros quitados en los últimos 30 días.')
    expect((await restore('1')).code).toBe(1)
  })
})

/** A few orders with everything that a removed order takes along. */
function withParts(shop: Recordings): Recordings {
  const [first, second, third] = shop.orders
  Object.assign(first ?? {}, {
    customer_id: 3,
    meta_data: [
      { key: '_dist_id', value: '7' },
      { key: '_dist_name', value: 'Norte' },
    ],
    coupon_lines: [{ id: 1, code: 'cupon1', discount: '1.00', discount_tax: '0.00', meta_data: [] }],
    fee_lines: [{ id: 2, name: 'Promo', total: '-2.00', total_tax: '0.00', meta_data: [] }],
    refunds: [{ id: 9001, reason: '', total: '-4.00' }],
  })
  // The second holds the lines of the third.
  Object.assign(third ?? {}, { parent_id: second?.id })
  return { ...shop, refunds: [refundJson(9001, 1, '4.00', { 10: '-4.00' })] }
}
