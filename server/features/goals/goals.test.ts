// Goals and forecasts of the small shop through the app, on both engines. Completed orders of May: 101 with 192.97, 102 with
// 154.45, none with 36.00; see fixtures/small-shop.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, createRole } from '#server/features/account/accounts.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { PASSWORD, signIn, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const NET_BY_DISTRIBUTOR = { measure: 'net_sale', by: 'distributor' } as const

describeEngines('goals', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store, { now: () => new Date('2026-06-10T15:00:00Z') })
  })
  afterAll(() => app.close())

  const set = (body: object, who: Who = 'admin') => app.post('/api/goals', body, who)
  const table = async (query = 'by=distributor', who: Who = 'admin') => {
    const response = await app.get(`/api/goals?year=2026&${query}`, who)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  const may = async (query?: string, who?: Who): Promise<(string | number | null)[][]> =>
    (await table(query, who)).data.map((row: { label: string; goals: number[] }) => [row.label, row.goals[4]])

  test('sets, removes and undoes goals to the cent', async () => {
    const cells = [
      { key: '101', month: '2026-05', amount: 200.07 },
      { key: '102', month: '2026-05', amount: 150.1 },
      { key: '102', month: '2026-06', amount: 99_999_999_999.99 },
    ]
    expect((await set({ ...NET_BY_DISTRIBUTOR, cells })).json().data).toEqual({ changed: 3 })
    expect(await may()).toEqual([
      ['Distribuidora Sur', 150.1],
      ['Norte Hermanos', 200.07],
    ])
    expect((await table()).data[0].goals[5]).toBe(99_999_999_999.99)
    const removed = { key: '101', month: '2026-05', amount: null }
    const same = { key: '102', month: '2026-05', amount: 150.1 }
    expect((await set({ ...NET_BY_DISTRIBUTOR, cells: [removed, same] })).json().data).toEqual({ changed: 1 })
    expect(await may()).toEqual([
      ['Distribuidora Sur', 150.1],
      ['Norte Hermanos', null],
    ])
    expect((await app.post('/api/goals/undo', {}, 'admin')).json().data).toEqual({ changed: 1 })
    expect(await may()).toEqual([
      ['Distribuidora Sur', 150.1],
      ['Norte Hermanos', 200.07],
    ])
    const trail = await app.get('/api/config/audit?per_page=3', 'superAdmin')
    expect(trail.json().data.map(({ action }: { action: string }) => action)).toEqual([
      'goals.undo',
      'goals.set',
      'goals.set',
    ])
  })

  test('names every wrong cell and stores none', async () => {
    const before = await table()
    const refused = await set({
      ...NET_BY_DISTRIBUTOR,
      cells: [
        { key: '101', month: '2026-05', amount: 1 },
        { key: '999', month: '2026-05', amount: 1 },
        { key: '101', month: '2026-07', amount: 1.005 },
      ],
    })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [
        { path: 'cells.1.key', message: 'is not known' },
        { path: 'cells.2.amount', message: 'must have at most 2 decimals' },
      ],
    ])
    const path = async (body: object) =>
      (await set(body)).json().errors.map((error: { path: string }) => error.path)
    const cell = { key: '101', month: '2026-05', amount: 1 }
    expect(await path({ ...NET_BY_DISTRIBUTOR, cells: [cell, { ...cell, month: '2026-13' }] })).toEqual([
      'cells.1.month',
    ])
    expect(await path({ ...NET_BY_DISTRIBUTOR, cells: [{ ...cell, amount: -1 }] })).toEqual([
      'cells.0.amount',
    ])
    expect(await path({ measure: 'buyers', by: 'distributor', cells: [cell] })).toEqual(['measure'])
    expect(await path({ measure: 'registered', by: 'segment', cells: [cell] })).toEqual(['by'])
    expect(await table()).toEqual(before)
  })

  test('limits a role of one distributor to its own goals', async () => {
    await store.transaction((tx) =>
      createRole(tx, {
        name: 'norte',
        permissions: ['view:scorecard', 'view:distributors', 'goals'],
        dist_ids: ['101'],
      }),
    )
    await addAccount(
      store,
      { email: 'norte@example.com', name: 'N', role: 'norte', password: PASSWORD },
      new Date(),
    )
    const headers = { authorization: `Bearer ${await signIn(app, 'norte@example.com')}` }
    const post = (url: string, payload: object) =>
      app.server.inject({ method: 'POST', url, headers, payload })
    const get = async (url: string) => (await app.server.inject({ url, headers })).json()
    const own = { key: '101', month: '2026-05', amount: 210 }
    expect((await post('/api/goals', { ...NET_BY_DISTRIBUTOR, cells: [own] })).statusCode).toBe(200)
    const other = await post('/api/goals', { ...NET_BY_DISTRIBUTOR, cells: [{ ...own, key: '102' }] })
    expect(other.json().errors).toEqual([{ path: 'cells.0.key', message: 'is not known' }])
    const whole = await post('/api/goals', { measure: 'net_sale', by: 'all', cells: [{ ...own, key: '' }] })
    expect(whole.statusCode).toBe(400)
    expect(
      (await get('/api/goals?by=distributor&year=2026')).data.map(({ key }: { key: string }) => key),
    ).toEqual(['101'])
    const reached = await get('/api/goals/progress?month=2026-05&by=distributor')
    expect(reached.data.map(({ key, so_far, goal }: Record<string, unknown>) => [key, so_far, goal])).toEqual(
      [['101', 192.97, 210]],
    )
    expect(reached.meta.measures).toEqual(['net_sale'])
    expect((await get('/api/goals/progress?month=2026-05&by=distributor&key=102')).data).toEqual([])
    const every = await get('/api/goals/progress?month=2026-05')
    expect(every.data.map(({ measure, goal }: Record<string, unknown>) => [measure, goal])).toEqual([
      ['net_sale', 210],
    ])
    const own101 = await get('/api/goals/forecast?month=2026-05')
    const figures = [own101.data.so_far, own101.data.goal]
    expect([own101.meta.label, ...figures]).toEqual(['Mis distribuidores', 192.97, 210])
    const { data } = await get('/api/goals/forecast?month=2026-05&scope=distributor:102')
    expect([data.so_far, data.goal]).toEqual([0, null])
    expect((await set({ ...NET_BY_DISTRIBUTOR, cells: [own] }, 'viewer')).statusCode).toBe(403)
    expect((await app.get('/api/goals?by=distributor', 'viewer')).statusCode).toBe(403)
    // Another account has changed it since the admin did.
    await set({ ...NET_BY_DISTRIBUTOR, cells: [{ ...own, amount: 220 }] })
    await post('/api/goals', { ...NET_BY_DISTRIBUTOR, cells: [{ ...own, amount: 230 }] })
    expect((await app.post('/api/goals/undo', {}, 'admin')).statusCode).toBe(409)
    expect((await app.post('/api/goals/undo', {}, 'superAdmin')).statusCode).toBe(404)
  })

  test('exports the year of a measure', async () => {
    await set({
      measure: 'orders',
      by: 'business',
      cells: [{ key: 'Chocolates', month: '2026-02', amount: 12 }],
    })
    const response = await app.get('/api/goals?measure=orders&by=business&year=2026&export=1', 'admin')
    expect(response.headers['content-disposition']).toContain('metas_orders_2026.csv')
    expect(response.body.split('\r\n').slice(0, 3)).toMatchInlineSnapshot(`
      [
        "﻿"Negocio";"Ene 2026";"Feb 2026";"Mar 2026";"Abr 2026";"May 2026";"Jun 2026";"Jul 2026";"Ago 2026";"Sep 2026";"Oct 2026";"Nov 2026";"Dic 2026"",
        "Chocolates;;12;;;;;;;;;;",
        "Golosinas;;;;;;;;;;;;",
      ]
    `)
  })

  test('a finished month forecasts its sum and the 18 still in preparation', async () => {
    await set({ measure: 'net_sale', by: 'all', cells: [{ key: '', month: '2026-05', amount: 400 }] })
    const { data } = (await app.get('/api/goals/forecast?month=2026-05&as_of=2026-06-02', 'admin')).json()
    const { course, ...figures } = data
    expect(figures).toEqual({
      ...{
        so_far: 383.42,
        in_preparation: 18,
        expected_by_now: 400,
        forecast: 401.42,
        low: 401.42,
        high: 401.42,
      },
      ...{ goal: 400, days_left: 0, needed_per_day: null, past_errors: [] },
    })
    expect(course).toHaveLength(31)
    expect(course.at(-1)).toEqual({
      ...{
        day: '2026-05-31',
        actual: 383.42,
        usual: 400,
        forecast: null,
        low: null,
        high: null,
        holiday: null,
      },
    })
  })

  test('the course, the pace and the forecast of a running month say the same', async () => {
    const { data } = (await app.get('/api/goals/forecast?month=2026-05&as_of=2026-05-12', 'admin')).json()
    const { so_far, in_preparation, expected_by_now, forecast, goal, course } = data
    expect(course.at(-1).usual).toBe(goal)
    const ahead = so_far + in_preparation - expected_by_now
    expect(expected_by_now > 0 ? Math.abs(ahead - (forecast - goal)) : 0).toBeLessThan(0.03)
    expect([course[11].actual, course[11].forecast]).toEqual([so_far, so_far])
    expect(course.at(-1).forecast).toBe(forecast)
    const preparing = (await app.get('/api/distributors/resume?start_date=2026-05', 'admin')).json().data
    const whole = (await app.get('/api/goals/forecast?month=2026-05&as_of=2026-06-02', 'admin')).json().data
    expect(whole.in_preparation).toBe(preparing.billing.preparing_amount)
  })

  test('a note about the whole shop says that a day is a holiday, or that it is none', async () => {
    const nameOf = async (day: string) => {
      const { data } = (await app.get('/api/goals/forecast?month=2026-05&as_of=2026-05-12', 'viewer')).json()
      return data.course.find((one: { day: string }) => one.day === day).holiday
    }
    const note = (text: string, day: string, dist_id: string | null) =>
      app.post('/api/notes', { text, from_date: day, to_date: day, dist_id }, 'superAdmin')
    expect([await nameOf('2026-05-13'), await nameOf('2026-05-25')]).toEqual([
      null,
      'Día de la Revolución de Mayo',
    ])
    const ids = []
    for (const answer of [
      await note('Feriado provincial', '2026-05-13', null),
      await note('Sin feriado: abrimos', '2026-05-25', null),
      await note('Feriado de su ciudad', '2026-05-14', '101'),
    ])
      ids.push(answer.json().data.id)
    expect([await nameOf('2026-05-13'), await nameOf('2026-05-25')]).toEqual(['Feriado provincial', null])
    expect(await nameOf('2026-05-14')).toBeNull()
    const token = await app.tokenOf('superAdmin')
    for (const id of ids)
      await app.server.inject({
        method: 'DELETE',
        url: `/api/notes/${id}`,
        headers: { authorization: `Bearer ${token}` },
      })
    expect(await nameOf('2026-05-13')).toBeNull()
  })

  test('ignores orders after the day of a forecast', async () => {
    const ask = async () =>
      (await app.get('/api/goals/forecast?month=2026-05&as_of=2026-05-12', 'admin')).json().data
    const before = await ask()
    expect(before.goal).toBe(400)
    expect(before.days_left).toBe(19)
    expect(before.needed_per_day).toBeCloseTo((400 - before.so_far - before.in_preparation) / 19, 2)
    expect(before.low).toBeLessThanOrEqual(before.forecast)
    await store.run(sql`
      update orders set net = net * 100 where order_date > cast('2026-05-12' as date)`)
    await store.run(
      sql`update rollup_orders set net = net * 100 where order_date > cast('2026-05-12' as date)`,
    )
    await store.run(sql`update data_versions set version = version + 1`)
    expect(await ask()).toEqual(before)
  })

  test('refuses future days and unknown scopes', async () => {
    const refused = async (query: string) => {
      const response = await app.get(`/api/goals/forecast?${query}`, 'admin')
      return [response.statusCode, response.json().errors?.[0].path]
    }
    expect(await refused('as_of=2026-06-11')).toEqual([400, 'as_of'])
    expect(await refused('as_of=2026-02-30')).toEqual([400, 'as_of'])
    expect(await refused('scope=province:SALTA')).toEqual([400, 'scope'])
    expect(await refused('measure=registered&scope=segment:Alfajores')).toEqual([400, 'scope'])
    expect(await refused('measure=average_ticket')).toEqual([400, 'measure'])
    const { data } = (await app.get('/api/goals/forecast?month=2026-07', 'admin')).json()
    expect([data.so_far, data.forecast, data.days_left]).toEqual([0, null, 31])
  })
})
