// An account is deleted: what others use stays or is handed over, and they are told; the rest ends.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, firstSignIn, PASSWORD, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { callWithToken } from '#test/newcomers.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { accountByEmail, addAccount } from './accounts.ts'

describeOneEngine('the things of a deleted account', (engine) => {
  let store: Store
  let app: TestApp
  let leaving: string
  let leavingId: number
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store, { now: () => new Date('2026-06-01T12:00:00Z') })
    const account = { email: 'lara@example.com', name: 'Lara', role: 'admin', password: PASSWORD }
    await addAccount(store, account, app.now())
    leavingId = (await accountByEmail(store, account.email))?.user_id ?? 0
    leaving = await firstSignIn(app, account.email)
  })
  afterAll(() => app.close())

  const idOf = async (email: string) => (await accountByEmail(store, email))?.user_id ?? 0
  const asLeaving = async (url: string, payload: object) => {
    const answer = await app.server.inject({
      ...{ method: 'POST', url, payload },
      headers: { authorization: `Bearer ${leaving}` },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
    return answer.json().data.id as number
  }
  const alerts = async (who: 'admin' | 'superAdmin') => (await app.get('/api/alerts', who)).json().data
  const noticesOf = async (who: 'admin' | 'superAdmin') =>
    (await app.get('/api/notices', who))
      .json()
      .data.notices.map(({ kind, title, body }: Record<string, string>) => [kind, title, body])

  test('stay, are handed over or end as the dialog said', async () => {
    const [adminRole] = await store.all<{ id: number }>(
      sql`select role_id as id from roles where name = 'admin'`,
    )
    const rule = { question: 'measures=net_sale', condition: { kind: 'below', value: 1, over: 7 }, least: 0 }
    const shared = await asLeaving('/api/alerts', { ...rule, name: 'Compartida', role_ids: [adminRole?.id] })
    await asLeaving('/api/alerts', { ...rule, name: 'Mía', role_ids: [] })
    const address = '/analysis/explore?measures=net_sale&by=distributor'
    const view = await asLeaving('/api/views', { name: 'Privada', address })
    const often = { every: 'day', at_time: '08:00', attachment: 'none' }
    const recipients = [leavingId, await idOf(ACCOUNTS.admin)]
    await asLeaving('/api/deliveries', { ...often, name: 'A otros', view_id: view, recipients })
    await asLeaving('/api/deliveries', {
      ...often,
      ...{ name: 'A mí', question: 'measures=net_sale', recipients: [leavingId] },
    })
    expect((await app.post(`/api/alerts/${shared}/follow`, { follows: true }, 'admin')).statusCode).toBe(200)

    const left = await app.get(`/api/users/${leavingId}/belongings`, 'superAdmin')
    expect(left.json().data).toEqual({
      stays: [{ kind: 'alert', name: 'Compartida' }],
      handed_over: [{ kind: 'delivery', name: 'A otros' }],
      ends: [
        { kind: 'view', name: 'Privada' },
        { kind: 'alert', name: 'Mía' },
        { kind: 'delivery', name: 'A mí' },
      ],
    })
    const gone = await app.server.inject({
      ...{ method: 'DELETE', url: `/api/users/${leavingId}` },
      headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
    })
    expect([gone.statusCode, gone.body]).toEqual([200, expect.anything()])

    // The follower keeps the alert; who administers Góndola sees it too and may change it.
    expect(await alerts('admin')).toMatchObject([
      { id: shared, name: 'Compartida', owner: '', follows: true, is_own: false, editable: false },
    ])
    expect(await alerts('superAdmin')).toMatchObject([{ id: shared, editable: true, follows: false }])
    const { own } = (await app.get('/api/deliveries', 'superAdmin')).json().data
    expect(own).toMatchObject([{ name: 'A otros', view_id: null }])
    expect(own[0].question).toContain('by=distributor')
    expect((await app.get('/api/deliveries', 'admin')).json().data.received).toMatchObject([
      { name: 'A otros', owner: 'superAdmin de prueba', subscribed: true },
    ])
    expect(await noticesOf('admin')).toEqual([
      [
        'delivery-left',
        '«A otros»: se eliminó la cuenta de Lara',
        'El envío sigue llegando. Ahora lo programa superAdmin de prueba.',
      ],
      [
        'alert-left',
        '«Compartida»: se eliminó la cuenta de Lara',
        'La alerta sigue funcionando, sin dueño. La puede cambiar quien administra Góndola.',
      ],
    ])
    expect(await noticesOf('superAdmin')).toMatchObject([
      ['delivery-left', expect.anything(), expect.anything()],
    ])

    const change = { ...rule, name: 'Heredada', revision: 1, role_ids: [adminRole?.id] }
    expect((await app.post(`/api/alerts/${shared}`, change, 'superAdmin')).statusCode).toBe(200)
    expect(await alerts('admin')).toMatchObject([{ name: 'Heredada' }])
  })

  test('deliveries of private views keep the table or the screen that they show', async () => {
    const account = { email: 'tomas@example.com', name: 'Tomás', role: 'admin', password: PASSWORD }
    await addAccount(store, account, app.now())
    const id = await idOf(account.email)
    const own = await firstSignIn(app, account.email)
    const asTomas = async (url: string, payload: object) =>
      (await callWithToken(app, own, 'POST', url, payload)).json().data.id as number
    const table = '/api/products/distribution?by=segment'
    const shown = [
      { address: '/products/distribution?by=segment', question: 'measures=net_sale&by=segment', table },
      { address: '/distributors/list', question: null, table: '/api/distributors/get-distributors-list' },
      { address: `/analysis/goals?nota=${'x'.repeat(3000)}`, question: null, table: null },
    ]
    for (const view of shown) {
      const name = view.address.slice(0, 30)
      const view_id = await asTomas('/api/views', { ...view, name })
      const recipients = [await idOf(ACCOUNTS.admin)]
      const schedule = { every: 'month', on_day: 1, at_time: '08:00' }
      await asTomas('/api/deliveries', { ...schedule, name, view_id, recipients })
    }
    expect(
      (await callWithToken(app, await app.tokenOf('superAdmin'), 'DELETE', `/api/users/${id}`)).statusCode,
    ).toBe(200)
    const { own: handed } = (await app.get('/api/deliveries', 'superAdmin')).json().data
    for (const view of shown)
      expect(handed).toContainEqual(expect.objectContaining({ ...view, view_id: null }))
  })

  test('end although they are shared with a role that is gone', async () => {
    const role = await app.post(
      '/api/roles-permissions',
      { name: 'De paso', permissions: ['view:scorecard'], dist_ids: null },
      'superAdmin',
    )
    const roleId = role.json().data.id as number
    const account = { email: 'rita@example.com', name: 'Rita', role: 'admin', password: PASSWORD }
    await addAccount(store, account, app.now())
    const id = await idOf(account.email)
    const own = await firstSignIn(app, account.email)
    const address = '/analysis/explore?measures=net_sale'
    await callWithToken(app, own, 'POST', '/api/views', { name: 'Para nadie', address, role_ids: [roleId] })
    const superAdmin = await app.tokenOf('superAdmin')
    expect(
      (await callWithToken(app, superAdmin, 'DELETE', `/api/roles-permissions/${roleId}`)).statusCode,
    ).toBe(200)
    expect((await app.get(`/api/users/${id}/belongings`, 'superAdmin')).json().data).toEqual({
      ...{ stays: [], handed_over: [] },
      ends: [{ kind: 'view', name: 'Para nadie' }],
    })
  })
})
