// Saved views on both engines: who sees them, what they contain, and what remains when their filter or owner is gone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '#contract/permissions.ts'
import type { SaveViewBody, ViewRow } from '#contract/views.ts'
import { addAccount, createRole } from '#server/features/account/accounts.ts'
import { forgetPerson } from '#server/ingest/forget-person.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const MAY = '/analysis/explore?measures=net_sale&by=distributor&from=2026-05-01&to=2026-05-31'
const SALES = ['view:scorecard', 'view:distributors', 'view:products', 'export', 'share'] as const

describeOneEngine('views', (engine) => {
  let store: Store
  let app: TestApp
  let owner: string
  let admin: string
  let scoped: string
  let viewer: string
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store)
    owner = await newcomer('ventas', SALES)
    ;[admin, scoped, viewer] = await Promise.all([
      app.tokenOf('superAdmin'),
      app.tokenOf('scoped'),
      app.tokenOf('viewer'),
    ])
  })
  afterAll(() => app.close())

  async function newcomer(name: string, permissions: readonly Permission[], role = name) {
    await store.transaction((tx) => createRole(tx, { name: role, permissions, dist_ids: null }))
    const email = `${name}@example.com`
    await addAccount(store, { email, name, role, password: PASSWORD }, new Date())
    return signIn(app, email)
  }
  const as = (session: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${session}` },
      ...(payload && { payload }),
    })
  async function save(session: string, view: Partial<SaveViewBody>): Promise<number> {
    const answer = await as(session, 'POST', '/api/views', { name: 'Mayo', address: MAY, ...view })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json().data.id
  }
  const listOf = async (session: string, query = ''): Promise<ViewRow[]> =>
    (await as(session, 'GET', `/api/views?per_page=1000${query}`)).json().data
  const idsOf = async (session: string) => (await listOf(session)).map(({ id }) => id)
  const viewOf = async (session: string, id: number) => (await as(session, 'GET', `/api/views/${id}`)).json()
  const roleId = async (name: string) =>
    (await store.one<{ id: number }>(sql`select role_id as id from roles where name = ${name}`))?.id ?? 0
  const trailOf = async (subject: string) =>
    (
      await store.all<{ action: string; changes: string }>(
        sql`select action, changes from audit where subject = ${subject} order by audit_id`,
      )
    ).map(({ action, changes }) => [action, JSON.parse(changes).roles])

  test('shows a private view only to its owner, in list, search and file', async () => {
    const colleague = await newcomer('colega', [], 'otra')
    await store.transaction((tx) => tx.run(sql`update users set role = 'ventas' where name = 'colega'`))
    const address = `${MAY}&where=segment%3AAlfajores&saved=4`
    const id = await save(owner, { name: '  Alfajores \n de mayo', address })
    expect(await listOf(owner)).toEqual([
      expect.objectContaining({
        id,
        name: 'Alfajores de mayo',
        address: `${MAY}&where=segment%3AAlfajores`,
        question: 'measures=net_sale&by=distributor&from=2026-05-01&to=2026-05-31&where=segment%3AAlfajores',
        owner: 'ventas',
        roles: '',
        editable: true,
      }),
    ])
    expect(await listOf(owner, '&name=ALFAJÓRES')).toHaveLength(1)
    expect(await listOf(owner, '&name=otra')).toEqual([])
    const file = (await as(owner, 'GET', '/api/views?export=1&csv=standard')).body
    expect(file).toContain('Alfajores de mayo,/analysis/explore?')
    // The same role, permissions and distributors.
    for (const other of [colleague, admin]) {
      expect(await idsOf(other)).not.toContain(id)
      expect((await as(other, 'GET', `/api/views/${id}`)).statusCode).toBe(404)
      expect((await as(other, 'DELETE', `/api/views/${id}`)).statusCode).toBe(404)
    }
    expect(await trailOf('Alfajores de mayo')).toEqual([])
  })

  test('keeps a relative period relative, and opens a screen without a month on the latest one', async () => {
    const running = '/analysis/explore?measures=net_sale&by=segment&period=this_month&view=chart'
    const question = 'measures=net_sale&by=business'
    const ids = [
      await save(owner, { name: 'Relativa', address: running }),
      await save(owner, { name: 'Pantalla', address: '/products-overview/business', question }),
      await save(owner, { name: 'Fija', address: '/scorecard?month=2026-05' }),
    ]
    const stored = await Promise.all(ids.map((id) => viewOf(owner, id)))
    expect(stored.map(({ data }) => [data.address, data.question])).toEqual([
      [running, 'measures=net_sale&by=segment&period=this_month'],
      ['/products-overview/business', question],
      ['/scorecard?month=2026-05', null],
    ])
  })

  test('shows a shared view with the distributors of each role, read-only', async () => {
    const roles = [await roleId('scoped')]
    const id = await save(owner, { name: 'Compartida', role_ids: roles })
    expect(await idsOf(scoped)).toContain(id)
    expect(await idsOf(viewer)).not.toContain(id)
    const { data } = await viewOf(scoped, id)
    expect([data.owner, data.editable, data.role_ids]).toEqual(['ventas', false, []])
    const asked = async (session: string) =>
      (await as(session, 'GET', `/api/questions/answer?${data.question}`)).json().meta.totals.net_sale
    // Without the order of 36 that has no distributor.
    expect([await asked(owner), await asked(scoped)]).toEqual([383.42, 347.42])
    const body = { id, name: 'Otra', address: MAY }
    expect((await as(scoped, 'POST', '/api/views', body)).statusCode).toBe(403)
    expect((await as(scoped, 'DELETE', `/api/views/${id}`)).statusCode).toBe(403)
    const own = { name: 'Mía', address: MAY, role_ids: roles }
    expect((await as(scoped, 'POST', '/api/views', own)).statusCode).toBe(403)
    expect((await as(scoped, 'GET', '/api/sharing/roles')).statusCode).toBe(403)
    const named = (await as(owner, 'GET', '/api/sharing/roles')).json().data
    expect(named).toContainEqual({ id: roles[0], name: 'scoped' })

    await save(owner, { id, revision: 1, name: 'Compartida', address: `${MAY}&limit=1`, role_ids: roles })
    await save(owner, { id, revision: 2, name: 'Compartida' })
    expect(await idsOf(scoped)).not.toContain(id)
    expect((await as(scoped, 'GET', `/api/views/${id}`)).statusCode).toBe(404)
    expect(await trailOf('Compartida')).toEqual([
      ['view.share', [[], ['scoped']]],
      ['view.update', undefined],
      ['view.unshare', [['scoped'], []]],
    ])
  })

  test('each account pins views to its own menu and opens one after its sign-in', async () => {
    const roles = [await roleId('scoped')]
    const [one, two] = [
      await save(owner, { name: 'A uno', role_ids: roles }),
      await save(owner, { name: 'B dos', role_ids: roles }),
    ]
    const choose = (session: string, id: number, choice: object) =>
      as(session, 'POST', '/api/views/chosen', { id, ...choice })
    const chosen = async (session: string) => {
      const { pinned, opens } = (await as(session, 'GET', '/api/views/chosen')).json().data
      return [pinned.map(({ name }: { name: string }) => name), opens?.name]
    }
    await choose(scoped, two, { pinned: true, opens: true })
    await choose(scoped, one, { pinned: true })
    await choose(scoped, one, { opens: true })
    expect(await chosen(scoped)).toEqual([['A uno', 'B dos'], 'A uno'])
    expect(await chosen(owner)).toEqual([[], undefined])
    expect((await choose(viewer, one, { pinned: true })).statusCode).toBe(404)
    await as(owner, 'DELETE', `/api/views/${one}`)
    expect(await chosen(scoped)).toEqual([['B dos'], undefined])
    await save(owner, { id: two, revision: 1, name: 'B dos' })
    expect(await chosen(scoped)).toEqual([[], undefined])
  })

  test('names the filters that no longer find anything', async () => {
    const missing = async (session: string, id: number) => {
      const { data } = await viewOf(session, id)
      return data.missing.map(({ title, values }: { title: string; values: string[] }) => [title, values])
    }
    const roles = [await roleId('scoped')]
    const where = 'where=distributor%3A101%2C0%2C999&where=segment%3ANada&where=province%21%3ASALTA'
    const id = await save(owner, { name: 'Filtros', address: `${MAY}&${where}`, role_ids: roles })
    expect(await missing(owner, id)).toEqual([
      ['Distribuidor', ['999']],
      ['Segmento', ['Nada']],
    ])
    // The limited role sees no order without a distributor.
    expect(await missing(scoped, id)).toEqual([
      ['Distribuidor', ['0', '999']],
      ['Segmento', ['Nada']],
    ])
    const page = '/distributors/distributors-details'
    expect(await missing(owner, await save(owner, { address: `${page}/102` }))).toEqual([])
    expect(await missing(owner, await save(owner, { address: `${page}/777` }))).toEqual([
      ['Distribuidor', ['777']],
    ])
    expect(await missing(owner, await save(owner, { address: `${page}/50%/?month=2026-05` }))).toEqual([
      ['Distribuidor', ['50%']],
    ])
  })

  test('refuses addresses that are no screens and names the field', async () => {
    const refused = async (body: object) => {
      const answer = await as(owner, 'POST', '/api/views', { name: 'Mal', address: MAY, ...body })
      return [answer.statusCode, answer.json().errors?.[0].path]
    }
    for (const address of [
      ...[
        'https://example.com/',
        '//example.com',
        '/\\example.com',
        'reports',
        '/api/users',
        '/auth/sign-in',
      ],
      ...['/a b', '/analysis/explore?measures=nothing', '/analysis/explore?measures=registered&by=product'],
    ])
      expect(await refused({ address }), address).toEqual([400, 'address'])
    expect(await refused({ address: '/', question: 'measures=nothing' })).toEqual([400, 'question'])
    expect(await refused({ name: ' ' })).toEqual([400, 'name'])
    expect(await refused({ role_ids: [999_999] })).toEqual([400, 'role_ids'])
    expect(await refused({ id: 999_999 })).toEqual([404, undefined])
  })

  test('deletes the private views of an account and leaves shared ones to administrators', async () => {
    const leaving = await newcomer('saliente', SALES)
    const hidden = await save(leaving, { name: 'Privada' })
    const shared = await save(leaving, { name: 'Heredada', role_ids: [await roleId('viewer')] })
    const { id: userId } = (await as(leaving, 'GET', '/api/me')).json().data
    expect((await as(admin, 'DELETE', `/api/users/${userId}`)).statusCode).toBe(200)
    const left = await store.all<{ view_id: number }>(
      sql`select view_id from views where view_id in (${[hidden, shared]})`,
    )
    expect(left.map(({ view_id }) => view_id)).toEqual([shared])
    expect((await listOf(viewer)).find(({ id }) => id === shared)).toMatchObject({
      owner: '',
      editable: false,
    })
    expect((await as(admin, 'DELETE', `/api/views/${shared}`)).statusCode).toBe(200)
    expect(await idsOf(viewer)).not.toContain(shared)
    expect((await trailOf('Heredada')).map(([action]) => action)).toEqual(['view.share', 'view.unshare'])
  })

  test('removes a deleted person from addresses', async () => {
    const id = await save(owner, {
      name: 'Las de ana@example.com',
      address: '/customers/registered?email=ana%40example.com',
    })
    await forgetPerson(store, { email: 'ana@example.com' }, new Date(), async () => {})
    const { data } = await viewOf(owner, id)
    expect(data.name).toMatch(/^Las de \S+$/)
    expect(JSON.stringify([data, await listOf(owner)])).not.toContain('ana@')
    expect(data.question).toBeNull()
  })
})
