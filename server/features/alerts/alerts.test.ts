// Alerts through the API on both engines, over a shop in which distributors 101 and 102 sell 200 a day.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Alert, AlertIncident, AlertTrial } from '#contract/alerts/calls.ts'
import { addDays } from '#contract/month.ts'
import type { Notice } from '#contract/notices.ts'
import { allRoles, changeRole } from '#server/features/account/accounts.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { orderFacts, type PlainOrder } from '#test/alert-orders.ts'
import { ACCOUNTS, signIn, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines, describeOneEngine } from '#test/engines.ts'
import { startWebhookReceiver } from '#test/webhook-receiver.ts'

const SILENT_DAY = '2026-05-19'
/** 00:10 on the shop's clock. */
const AFTER = (day: string) => new Date(`${addDays(day, 1)}T03:10:00Z`)

const FALLS = {
  name: 'Distribuidores que caen',
  question: 'measures=net_sale&by=distributor',
  condition: { kind: 'falls', by: 30, unit: 'percent', over: 1, compare: 'usual' },
  least: 50,
}

let made = 0
const sale = (day: string, distributor: string, more: Partial<PlainOrder> = {}): PlainOrder[] =>
  ['10:15:00', '16:40:00'].map((time) => ({
    ...{ id: 1000 + made++, at: `${day} ${time}`, distributor, net: 100 },
    ...more,
  }))

/** April and May up to the silent day, on which distributor 101 sells nothing. */
function shop(): PlainOrder[] {
  const orders: PlainOrder[] = []
  for (let day = '2026-04-01'; day <= SILENT_DAY; day = addDays(day, 1))
    for (const distributor of ['101', '102', '103'])
      if (day !== SILENT_DAY || distributor === '102') orders.push(...sale(day, distributor))
  return orders
}

describeEngines('alerts', (engine) => {
  let store: Store
  let app: TestApp
  let now = AFTER(SILENT_DAY)
  const write = (orders: readonly PlainOrder[]) =>
    store.transaction((tx) => writeOrders(tx, orders.map(orderFacts), { rollups: 'now' }))
  beforeAll(async () => {
    store = await engine.open()
    await store.transaction(async (tx) => {
      await writeOrders(tx, shop().map(orderFacts))
    })
    await rebuildDirtyMonths(store)
    app = await testApp(store, { now: () => now })
  })
  afterAll(() => app.close())

  /** Sessions would end while the days of the test pass. */
  const sessions = new Map<string, Promise<string>>()
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, who: Who, payload?: object) => {
    const key = `${who} ${now.getTime()}`
    const session = sessions.get(key) ?? signIn(app, ACCOUNTS[who])
    sessions.set(key, session)
    const headers = { authorization: `Bearer ${await session}` }
    return app.server.inject({ method, url, headers, ...(payload && { payload }) })
  }
  const created = async (body: object, who: Who = 'superAdmin'): Promise<number> => {
    const answer = await call('POST', '/api/alerts', who, body)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json().data.id
  }
  const listed = async (who: Who): Promise<Alert[]> => (await call('GET', '/api/alerts', who)).json().data
  const told = async (who: Who): Promise<{ unread: number; notices: Notice[] }> =>
    (await call('GET', '/api/notices', who)).json().data
  const roleId = async (name: string) => (await allRoles(store)).find((role) => role.name === name)?.id ?? 0
  const historyOf = async (id: number, who: Who): Promise<AlertIncident[]> =>
    (await call('GET', `/api/alerts/${id}/incidents`, who)).json().data

  test('reports to each follower the incidents of their distributors once, and their ends', async () => {
    const id = await created({ ...FALLS, role_ids: [await roleId('scoped')] })
    expect((await call('POST', `/api/alerts/${id}/follow`, 'scoped', { follows: true })).statusCode).toBe(200)
    await Promise.all([app.alerts.evaluate(), app.alerts.evaluate()])
    // The limited role sees 101 and 102.
    expect((await listed('superAdmin'))[0]?.open.map(({ key }) => key)).toEqual(['103', '101'])
    const [shared] = await listed('scoped')
    expect(shared).toMatchObject({ is_own: false, follows: true, recent: 1 })
    expect(shared?.open).toMatchObject([
      {
        ...{ key: '101', label: 'Distribuidora 101', started_on: SILENT_DAY, ended_on: null },
        ...{ start_value: 0, start_compared: 200, notified: true },
      },
    ])
    const notices = await told('scoped')
    expect(notices).toMatchObject({ unread: 1 })
    expect(notices.notices[0]).toMatchObject({
      kind: 'alert-start',
      title: 'Distribuidora 101: Venta Neta bajó 100,0\u00a0%',
      body: '$\u00a00,00 en un día; lo habitual: $\u00a0200,00. Alerta «Distribuidores que caen», 19/05/2026.',
      links: [
        { href: `/analysis/alerts?alert=${id}` },
        { href: '/analysis/explore?measures=net_sale&where=distributor%3A101&grain=day' },
      ],
    })
    await write([...sale('2026-05-20', '101'), ...sale('2026-05-20', '102')])
    now = AFTER('2026-05-20')
    await app.alerts.evaluate()
    await app.alerts.evaluate()
    expect((await told('scoped')).notices.map(({ kind, title }) => [kind, title])).toEqual([
      ['alert-end', 'Terminó: Distribuidores que caen, Distribuidora 101'],
      ['alert-start', 'Distribuidora 101: Venta Neta bajó 100,0\u00a0%'],
    ])
    expect(await historyOf(id, 'scoped')).toMatchObject([
      { ended_on: '2026-05-20', end_value: 200, end_compared: 200 },
    ])
    expect((await told('superAdmin')).notices).toHaveLength(3)
    const read = await call('POST', '/api/notices/read', 'scoped', { up_to: notices.notices[0]?.id })
    expect(read.json().data).toEqual({ unread: 1 })
    expect((await call('POST', `/api/alerts/${id}`, 'scoped', FALLS)).statusCode).toBe(404)
    expect((await call('GET', `/api/alerts/${id}/incidents`, 'viewer')).statusCode).toBe(404)
  })

  test('lists in the try-out of the last 90 days what was reported', async () => {
    const tried = (await call('POST', '/api/alerts/try', 'scoped', FALLS)).json().data
    expect(tried).toEqual({
      from: '2026-02-20',
      to: '2026-05-20',
      times: 1,
      incidents: [
        {
          ...{ key: '101', label: 'Distribuidora 101', started_on: SILENT_DAY, start_value: 0 },
          ...{ start_compared: 200, ended_on: '2026-05-20', end_value: 200, end_compared: 200 },
        },
      ],
    })
    const whole = (await call('POST', '/api/alerts/try', 'superAdmin', FALLS)).json().data
    expect(whole.incidents.map(({ key, ended_on }: AlertIncident) => [key, ended_on])).toEqual([
      ['101', '2026-05-20'],
      ['103', null],
    ])
  })

  test('sends nothing while snoozed, and then reports what is still open', async () => {
    const id = await created({ ...FALLS, name: 'Pospuesta' }, 'admin')
    await call('POST', `/api/alerts/${id}/follow`, 'admin', {
      follows: true,
      snoozed_until: '2026-05-21 12:00:00',
    })
    await app.alerts.evaluate()
    expect((await told('admin')).notices).toEqual([])
    expect((await listed('admin'))[0]?.open).toMatchObject([{ key: '103', notified: false }])
    now = new Date('2026-05-21T12:01:00Z')
    await app.alerts.evaluate()
    await app.alerts.evaluate()
    expect((await told('admin')).notices.map(({ kind }) => kind)).toEqual(['alert-start'])
    expect((await call('DELETE', `/api/alerts/${id}`, 'admin')).statusCode).toBe(200)
    expect(await listed('admin')).toEqual([])
  })

  test('posts shared alerts of the whole shop to its webhooks once, and no others', async () => {
    const hooks = await startWebhookReceiver()
    const hook = { name: 'Canal #ventas', url: hooks.url, of_shop: true }
    const made = await call('POST', '/api/notice-channels/webhooks', 'superAdmin', hook)
    const few = { ...FALLS, question: 'measures=net_sale', condition: { kind: 'below', value: 1e6, over: 1 } }
    const role_ids = [await roleId('admin'), await roleId('scoped')]
    const limited = (await allRoles(store)).find(({ name }) => name === 'scoped')!
    await store.transaction((tx) =>
      changeRole(tx, limited, { ...limited, permissions: [...limited.permissions, 'share'] }),
    )
    const shared = await created({ ...few, name: 'Compartida', role_ids })
    for (const who of ['admin', 'scoped'] as const)
      await call('POST', `/api/alerts/${shared}/follow`, who, { follows: true })
    const others = [
      await created({ ...few, name: 'Privada' }),
      await created({ ...few, name: 'De algunos distribuidores', role_ids }, 'scoped'),
    ]
    await app.alerts.evaluate()
    await app.outbox.settled()
    expect((await told('admin')).notices[0]?.body).toContain('Compartida')
    expect(hooks.received.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { event: 'start', alert: shared },
    ])
    await hooks.close()
    await call('DELETE', `/api/notice-channels/webhooks/${made.json().data.id}`, 'superAdmin')
    for (const id of [shared, others[0]]) await call('DELETE', `/api/alerts/${id}`, 'superAdmin')
    await call('DELETE', `/api/alerts/${others[1]}`, 'scoped')
  })

  test('drops figures that wait for a webhook of the shop once their reader is limited', async () => {
    const hooks = await startWebhookReceiver()
    hooks.status = 503
    const hook = { name: 'Canal #ventas', url: hooks.url, of_shop: true }
    const made = await call('POST', '/api/notice-channels/webhooks', 'superAdmin', hook)
    const few = { ...FALLS, question: 'measures=net_sale', condition: { kind: 'below', value: 1e6, over: 1 } }
    const role_ids = [await roleId('scoped')]
    const id = await created({ ...few, name: 'Compartida', role_ids }, 'admin')
    await app.alerts.evaluate()
    await app.outbox.settled()
    expect(hooks.received).toHaveLength(1)
    hooks.status = 200
    const admin = (await call('GET', '/api/me', 'admin')).json().data
    const account = { id: admin.id, name: admin.name, email: admin.email }
    await call('POST', '/api/users', 'superAdmin', { ...account, revision: 1, role: 'scoped' })
    now = new Date(now.getTime() + 60_000)
    app.outbox.kick()
    await app.outbox.settled()
    expect(hooks.received).toHaveLength(1)
    const messages = (await call('GET', '/api/notice-channels', 'admin')).json().data.messages
    expect(messages.find(({ channel }: { channel: string }) => channel === 'webhook')).toMatchObject({
      state: 'dropped',
      reason: 'Sus permisos cambiaron desde que se preparó',
    })
    await hooks.close()
    await call('POST', '/api/users', 'superAdmin', { ...account, revision: 2, role: 'admin' })
    await call('DELETE', `/api/notice-channels/webhooks/${made.json().data.id}`, 'superAdmin')
    await call('DELETE', `/api/alerts/${id}`, 'admin')
  })

  /** On the shop's clock. Returns the incidents so far, without the fields that a try-out lacks. */
  const happenedBy = async (time: string, id: number) => {
    now = new Date(`${time.replace(' ', 'T')}-03:00`)
    await app.alerts.evaluate()
    return (await historyOf(id, 'admin')).map(
      ({ id: _, started_at, ended_at, notified, ...told }) => told as AlertTrial['incidents'][number],
    )
  }
  const triedBy = async (body: object): Promise<AlertTrial['incidents']> =>
    (await call('POST', '/api/alerts/try', 'admin', body)).json().data.incidents

  test('reports a silence within the hour and its end with the first order, like the try-out', async () => {
    // 102 has an order at 10 h and one at 16 h of every day, so a day without both lacks two.
    const silence = {
      ...{ name: 'Silencio', question: 'measures=orders&by=distributor&where=distributor:102', least: 2 },
      condition: { kind: 'no_orders', hours: 8 },
    }
    await write(sale('2026-05-21', '102'))
    now = new Date('2026-05-22T12:05:00-03:00')
    const id = await created(silence, 'admin')
    expect(await happenedBy('2026-05-22 12:05:00', id)).toEqual([])
    expect(await happenedBy('2026-05-22 16:50:00', id)).toEqual([])
    const begun = { key: '102', started_on: '2026-05-22 16', start_value: 24, start_compared: 2 }
    expect(await happenedBy('2026-05-22 17:05:00', id)).toMatchObject([{ ...begun, ended_on: null }])
    await write(sale('2026-05-22', '102', { at: '2026-05-22 18:20:00' }))
    expect(await happenedBy('2026-05-22 18:50:00', id)).toMatchObject([{ ...begun, ended_on: null }])
    const happened = await happenedBy('2026-05-22 19:05:00', id)
    expect(happened).toMatchObject([{ ...begun, ended_on: '2026-05-22 18', end_value: 0 }])
    expect(await triedBy(silence)).toEqual(happened)
  })

  test('reports orders that are stuck in a status and their next change, like the try-out', async () => {
    const stuck = {
      ...{ name: 'Trabadas', question: 'measures=orders&by=distributor' },
      condition: { kind: 'stuck', status: 'wc-processing', days: 2 },
    }
    const [order] = sale('2026-05-22', '101', { status: 'wc-processing', modified: '2026-05-22 14:00:00' })
    await write([order!])
    const id = await created(stuck, 'admin')
    // Two days old on the 24th at 11 h.
    expect(await happenedBy('2026-05-24 00:05:00', id)).toEqual([])
    const begun = { key: '101', started_on: '2026-05-24', start_value: 1 }
    expect(await happenedBy('2026-05-25 00:05:00', id)).toMatchObject([{ ...begun, ended_on: null }])
    await write([{ ...order!, status: 'wc-completed', modified: '2026-05-25 18:00:00' }])
    const happened = await happenedBy('2026-05-26 00:05:00', id)
    expect(happened).toMatchObject([{ ...begun, ended_on: '2026-05-25', end_value: 0 }])
    expect(await triedBy(stuck)).toEqual(happened)
  })

  test('names the field that is wrong, and refuses what the account may not ask', async () => {
    const wrong = async (change: object, who: Who = 'superAdmin') => {
      const answer = await call('POST', '/api/alerts/try', who, { ...FALLS, ...change })
      return answer.statusCode === 400
        ? answer.json().errors.map(({ path }: { path: string }) => path)
        : answer.statusCode
    }
    expect(await wrong({ question: 'measures=net_sale&by=customer' })).toEqual(['question'])
    expect(await wrong({ question: 'measures=net_sale,orders' })).toEqual(['question'])
    expect(await wrong({ question: 'measures=net_sale&period=all' })).toEqual(['question'])
    expect(await wrong({ condition: { kind: 'falls', by: 101 } })).toEqual(['condition.by'])
    expect(await wrong({ condition: { kind: 'below', over: 3 } })).toEqual(['condition.over'])
    expect(await wrong({ condition: { kind: 'no_orders', hours: 3 } })).toEqual(['question'])
    expect(
      await wrong({ question: 'measures=orders', condition: { kind: 'stuck', status: 'wc-no', days: 2 } }),
    ).toEqual(['condition.status'])
    expect(await wrong({}, 'viewer')).toBe(403)
    expect(await wrong({ question: 'measures=net_sale' }, 'viewer')).toBe(200)
  })
})

describeOneEngine('alerts of a shop whose files end ten days ago', (engine) => {
  test('look at the last day that they brought, and take the days since for no fall', async () => {
    const store = await engine.open()
    await store.transaction((tx) => writeOrders(tx, shop().map(orderFacts)))
    await rebuildDirtyMonths(store)
    const app = await testApp(store, { now: () => AFTER(addDays(SILENT_DAY, 10)) })
    const shared = { ...FALLS, role_ids: [] }
    const { data } = (await app.post('/api/alerts/try', shared, 'superAdmin')).json() as { data: AlertTrial }
    expect([data.to, data.incidents.map(({ key, started_on }) => [key, started_on])]).toEqual([
      SILENT_DAY,
      [
        ['101', SILENT_DAY],
        ['103', SILENT_DAY],
      ],
    ])
    expect((await app.post('/api/alerts', shared, 'superAdmin')).statusCode).toBe(200)
    await app.alerts.evaluate()
    const { notices } = (await app.get('/api/notices', 'superAdmin')).json().data as { notices: Notice[] }
    expect(notices).toHaveLength(2)
    await app.close()
  })
})

describeOneEngine('an alert that is changed while it is evaluated', (engine) => {
  test('reports nothing by the rule that it had', async () => {
    const store = await engine.open()
    await store.transaction((tx) => writeOrders(tx, shop().map(orderFacts)))
    await rebuildDirtyMonths(store)
    let change = async () => {}
    const all: Store['all'] = async <T>(query: Sql) => {
      const rows = await store.all<T>(query)
      if (query.texts.join('').includes('from alerts')) await change()
      return rows
    }
    const app = await testApp({ ...store, all }, { now: () => AFTER(SILENT_DAY) })
    const { data } = (await app.post('/api/alerts', { ...FALLS, role_ids: [] }, 'superAdmin')).json()
    const harmless = { kind: 'above', value: 1_000_000_000, over: 1 }
    change = async () => {
      change = async () => {}
      const body = { ...FALLS, condition: harmless, role_ids: [] }
      expect((await app.post(`/api/alerts/${data.id}`, body, 'superAdmin')).statusCode).toBe(200)
    }
    await app.alerts.evaluate()
    await app.alerts.evaluate()
    const told = (await app.get('/api/notices', 'superAdmin')).json().data as { notices: Notice[] }
    expect(told.notices).toEqual([])
    await app.close()
  })
})
