// Two people edit one thing: the later save of an older dialog is refused, and what the first took away stays away.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountByEmail } from '#server/features/account/accounts.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, PASSWORD, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { openSmallShop } from '../fixtures/open-small-shop.ts'

describeOneEngine('changes from two dialogs', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store, { now: () => new Date('2026-06-01T12:00:00Z') })
  })
  afterAll(() => app.close())

  const rows = async (path: string) => (await app.get(path, 'superAdmin')).json().data
  const named = async (path: string, name: string) =>
    (await rows(path)).find((row: { name?: string; text?: string }) => (row.name ?? row.text) === name)
  const post = (path: string, body: object) => app.post(path, body, 'superAdmin')
  const QUESTION = 'measures=net_sale'

  interface Thing {
    readonly thing: string
    readonly path: string
    /** Where a change is sent, if not to `path`. */
    readonly changes?: (id: number) => string
    readonly made: object
    readonly field: string
    readonly taken: unknown
    readonly read?: () => Promise<{ id: number; revision: number } & Record<string, unknown>>
  }

  const THINGS: readonly Thing[] = [
    {
      ...{ thing: 'role', path: '/api/roles-permissions', field: 'permissions' },
      made: { name: 'Ventas zona 1', permissions: ['view:scorecard', 'export'], dist_ids: null },
      taken: ['view:scorecard'],
    },
    {
      ...{ thing: 'account', path: '/api/users', field: 'role', taken: 'viewer' },
      made: { name: 'Nora', email: 'nora@example.com', role: 'admin', password: PASSWORD },
    },
    {
      ...{ thing: 'view', path: '/api/views', field: 'address' },
      made: { name: 'Mayo', address: `/analysis/explore?${QUESTION}`, role_ids: [] },
      taken: `/analysis/explore?${QUESTION}&by=distributor`,
    },
    {
      ...{ thing: 'note', path: '/api/notes', field: 'to_date', taken: '2026-05-06' },
      made: { text: 'Paro', from_date: '2026-05-04', to_date: '2026-05-05', dist_id: null },
    },
    {
      ...{ thing: 'alert', path: '/api/alerts', field: 'question', taken: 'measures=orders' },
      made: { name: 'Caídas', question: QUESTION, condition: { kind: 'below', value: 1, over: 7 }, least: 0 },
      changes: (id) => `/api/alerts/${id}`,
    },
  ]

  test.each(THINGS)('of a $thing: the older one is refused', async (given) => {
    const { thing, path, changes, made, field, taken } = given
    const name = 'text' in made ? String(made.text) : 'name' in made ? String(made.name) : ''
    await post(path, made)
    const opened = await named(path, name)
    const target = changes ? changes(opened.id) : path
    const { password: _, ...base } = { password: '', ...made }
    const ofAlert = changes ? {} : { id: opened.id }
    const body = { ...base, ...ofAlert, revision: opened.revision }
    const first = await post(target, { ...body, [field]: taken })
    expect([first.statusCode, first.body]).toEqual([200, expect.anything()])
    const label = 'text' in made ? 'text' : 'name'
    const older = await post(target, { ...body, [label]: 'Otro nombre' })
    expect([older.statusCode, older.json().message]).toEqual([409, `The ${thing} was changed meanwhile.`])
    const now = await named(path, name)
    expect(now[field]).toEqual(taken)
    const again = await post(target, {
      ...body,
      [field]: taken,
      revision: now.revision,
      [label]: 'Otro nombre',
    })
    expect(again.statusCode).toBe(200)
    expect((await named(path, 'Otro nombre'))[field]).toEqual(taken)
    // Programs that know no revisions save as before.
    const { revision } = await named(path, 'Otro nombre')
    expect((await post(target, { ...base, ...ofAlert, [label]: 'Otro nombre' })).statusCode).toBe(200)
    expect((await named(path, 'Otro nombre')).revision).toBe(revision + 1)
  })

  test('of a delivery: the older one is refused', async () => {
    const own = await accountByEmail(store, ACCOUNTS.superAdmin)
    const made = {
      name: 'Semana',
      question: QUESTION,
      every: 'day',
      at_time: '08:00',
      recipients: [own?.user_id],
    }
    const { id } = (await post('/api/deliveries', made)).json().data
    const body = { ...made, id, revision: 1 }
    expect((await post('/api/deliveries', { ...body, paused: true })).statusCode).toBe(200)
    expect((await post('/api/deliveries', body)).statusCode).toBe(409)
    expect((await rows('/api/deliveries')).own).toMatchObject([{ id, paused: true, revision: 2 }])
  })

  test('of goals: the cell that somebody else changed is named', async () => {
    const cell = { key: '', month: '2026-06' }
    const save = (amount: number, before?: number | null) =>
      post('/api/goals', { measure: 'net_sale', by: 'all', cells: [{ ...cell, amount, before }] })
    expect((await save(100, null)).statusCode).toBe(200)
    expect((await save(200, 100)).statusCode).toBe(200)
    const older = await save(150, 100)
    expect([older.statusCode, older.json().message]).toEqual([409, 'The goals were changed meanwhile.'])
    expect(older.json().errors).toEqual([{ path: 'cells.0.before', message: 'is 200 meanwhile' }])
    const [row] = await rows('/api/goals?by=all&year=2026')
    expect(row.goals[5]).toBe(200)
  })

  test('of the mapping: the older one is refused', async () => {
    const { revision } = await rows('/api/config/store/mapping')
    const save = (mapping: object | null, seen: string) =>
      post('/api/config/store/mapping', { mapping, revision: seen })
    const first = await save({ distributor: { id_keys: ['_zona'] } }, revision)
    expect([first.statusCode, first.body]).toEqual([200, expect.anything()])
    expect((await save(null, revision)).statusCode).toBe(409)
    const now = await rows('/api/config/store/mapping')
    expect([now.source, now.revision === revision]).toEqual(['stored', false])
    expect((await save(null, now.revision)).statusCode).toBe(200)
  })
})
