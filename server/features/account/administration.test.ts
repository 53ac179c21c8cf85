// Accounts, roles, options and their trail through the app, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleRow, settingsCalls, UserRow } from '#contract/administration.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { firstSignIn, OWN_PASSWORD, PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'

type AuditRow = RowOf<typeof settingsCalls.auditTrail>

describeOneEngine('administration', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp(await engine.open())
  })
  afterAll(() => app.close())

  const rows = async <T>(path: string): Promise<T[]> => {
    const answer = await app.get(path, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const user = async (email: string) => {
    const found = (await rows<UserRow>('/api/users?per_page=1000')).find((row) => row.email === email)
    if (!found) throw new Error(`no ${email}`)
    return found
  }
  const save = (body: object) => app.post('/api/users', body, 'superAdmin')
  const remove = async (path: string) =>
    app.server.inject({
      method: 'DELETE',
      url: path,
      headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
    })

  test('a new account is listed and can sign in', async () => {
    const made = await save({
      name: 'Nora Núñez',
      email: ' Nora@Example.com',
      role: 'admin',
      password: PASSWORD,
    })
    expect(made.statusCode, made.body).toBe(400)
    const good = await save({
      name: 'Nora Núñez',
      email: 'Nora@Example.com',
      role: 'admin',
      password: PASSWORD,
    })
    expect(good.json()).toMatchObject({ success: true, data: { message: 'User created successfully.' } })
    await firstSignIn(app, 'nora@example.com')
    expect(await user('nora@example.com')).toMatchObject({
      id: good.json().data.id,
      name: 'Nora Núñez',
      role: 'admin',
      status: 'active',
      last_sign_in: expect.stringMatching(/^\d{4}-/),
    })
  })

  test('times are UTC on the wire and store time in a file', async () => {
    const [newest] = await rows<AuditRow>('/api/config/audit?subject=nora')
    const there = new Date(Date.parse(`${newest?.at.replace(' ', 'T')}Z`) - 3 * 3_600_000).toISOString()
    const file = (csv: string) => app.get(`/api/config/audit?subject=nora&export=1&csv=${csv}`, 'superAdmin')
    const firstCell = async (csv: string, separator: string) =>
      (await file(csv)).body.split('\r\n')[1]?.split(separator)[0]
    const [day = '', time = ''] = there.slice(0, 19).split('T')
    expect(await firstCell('standard', ',')).toBe(`${day} ${time}`)
    expect(await firstCell('excel', ';')).toBe(`${day.split('-').reverse().join('/')} ${time}`)
  })

  test('names a taken e-mail, an unknown role or a missing password', async () => {
    const taken = await save({ name: 'Otra', email: 'NORA@example.com', role: 'admin', password: PASSWORD })
    expect([taken.statusCode, taken.json().message]).toEqual([409, 'The email exists.'])
    const role = await save({ name: 'Otra', email: 'otra@example.com', role: 'jefa', password: PASSWORD })
    expect(role.json()).toMatchObject({ errors: [{ path: 'role' }] })
    const password = await save({ name: 'Otra', email: 'otra@example.com', role: 'admin' })
    expect(password.json()).toMatchObject({ errors: [{ path: 'password' }] })
    const short = await save({ name: 'Otra', email: 'otra@example.com', role: 'admin', password: 'corta' })
    expect(short.json().errors[0].path).toContain('password')
    expect(await rows<UserRow>('/api/users?email=otra')).toEqual([])
  })

  test('a demotion takes effect at once and is audited with its author', async () => {
    const { id, revision } = await user('nora@example.com')
    const token = await signIn(app, 'nora@example.com', OWN_PASSWORD)
    const scorecard = () =>
      app.server.inject({ url: '/api/summary/main-page', headers: { authorization: `Bearer ${token}` } })
    expect((await scorecard()).statusCode).toBe(200)
    const demoted = { id, revision, name: 'Nora', email: 'nora@example.com', role: '' }
    expect((await save(demoted)).statusCode).toBe(200)
    expect((await scorecard()).statusCode).toBe(401)
    const [newest] = await rows<AuditRow>('/api/config/audit?action=user.update')
    expect(newest).toMatchObject({ who: 'super@example.com', subject: 'nora@example.com' })
    expect(JSON.parse(newest?.changes ?? '')).toEqual({ name: ['Nora Núñez', 'Nora'], role: ['admin', ''] })
  })

  test('deleting an account frees its e-mail', async () => {
    const { id } = await user('nora@example.com')
    const answer = await remove(`/api/users/${id}`)
    expect(answer.json()).toMatchObject({ data: { message: 'User soft deleted successfully.' } })
    expect(await rows<UserRow>('/api/users?email=nora')).toEqual([])
    expect((await remove(`/api/users/${id}`)).statusCode).toBe(404)
    const again = await save({ name: 'Nora', email: 'nora@example.com', role: 'admin', password: PASSWORD })
    expect(again.statusCode).toBe(200)
  })

  test('refuses to delete or demote oneself or the last superAdmin', async () => {
    const { id, email, name } = await user('super@example.com')
    expect((await remove(`/api/users/${id}`)).statusCode).toBe(409)
    expect((await save({ id, email, name, role: 'admin' })).statusCode).toBe(409)
  })

  test('creates a role, limits its accounts, changes it, and deletes it when unused', async () => {
    const wish = { name: 'Zona norte', permissions: ['view:scorecard', 'export'], dist_ids: ['101'] }
    const made = await app.post('/api/roles-permissions', wish, 'superAdmin')
    const { id } = made.json().data
    const listed = (await rows<RoleRow>('/api/roles-permissions')).find((role) => role.id === id)
    expect(listed).toEqual({ id, revision: 1, ...wish, users: 0, built_in: false, second_factor: false })
    const everything = await app.post('/api/roles-permissions', { ...wish, dist_ids: ['*'] }, 'superAdmin')
    expect([everything.statusCode, everything.json().errors]).toEqual([
      400,
      [{ path: 'dist_ids.0', message: "must not contain '*': null means every distributor" }],
    ])
    const twice = await app.post('/api/roles-permissions', wish, 'superAdmin')
    expect(twice.statusCode).toBe(409)
    const shouted = await app.post('/api/roles-permissions', { ...wish, name: 'SUPERADMIN' }, 'superAdmin')
    expect([shouted.statusCode, shouted.json().message]).toEqual([409, 'The role exists.'])

    await save({ name: 'Norte', email: 'norte@example.com', role: 'Zona norte', password: PASSWORD })
    const token = await firstSignIn(app, 'norte@example.com')
    const me = async () =>
      (await app.server.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })).json().data
    expect(await me()).toMatchObject({ scope: ['101'], permissions: ['view:scorecard', 'export'] })
    const wider = { id, revision: 1, ...wish, name: 'Norte', dist_ids: null }
    await app.post('/api/roles-permissions', wider, 'superAdmin')
    expect(await me()).toMatchObject({ scope: null, role: ['Norte'] })

    expect((await remove(`/api/roles-permissions/${id}`)).statusCode).toBe(409)
    const norte = await user('norte@example.com')
    await remove(`/api/users/${norte.id}`)
    expect((await remove(`/api/roles-permissions/${id}`)).statusCode).toBe(200)
    const gone = await remove(`/api/roles-permissions/${id}`)
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Role not found'])
    const invalid = await remove('/api/roles-permissions/abc')
    expect([invalid.statusCode, invalid.json().message]).toEqual([400, 'Invalid ID supplied'])
  })

  test('refuses to change built-in roles', async () => {
    const all = await rows<RoleRow>('/api/roles-permissions')
    for (const { id, name } of all.filter((role) => role.built_in)) {
      expect((await remove(`/api/roles-permissions/${id}`)).statusCode).toBe(409)
      const changed = await app.post('/api/roles-permissions', { id, name, permissions: [] }, 'superAdmin')
      expect(changed.statusCode).toBe(409)
    }
    expect(all.filter((role) => role.built_in).map(({ name }) => name)).toEqual(['admin', 'superAdmin'])
  })

  test('sets the latest month, validates it and audits the change', async () => {
    const set = (values: unknown) =>
      app.post('/api/config', { option: 'show_max_month', values }, 'superAdmin')
    expect((await set('2026-03')).statusCode).toBe(200)
    const { data } = (await app.get('/api/config', 'superAdmin')).json()
    expect(data).toContainEqual({ option: 'show_max_month', values: '2026-03' })
    expect((await set('2020-13')).statusCode).toBe(400)
    expect((await set('2019-01')).statusCode).toBe(400)
    const beyond = await set('2099-01')
    expect(beyond.json()).toEqual({
      success: false,
      code: 'bad-request',
      message: 'Bad Request',
      errors: [{ path: 'values', message: expect.stringMatching(/^must be 20\d\d-\d\d at the latest$/) }],
    })
    expect(beyond.statusCode).toBe(400)
    const [trace] = await rows<AuditRow>('/api/config/audit?action=config.set')
    expect(JSON.parse(trace?.changes ?? '')).toEqual({ values: [null, '2026-03'] })
  })

  test('lists the newest audit entry first, even within one second', async () => {
    const ids = async (query: string) =>
      (await rows<AuditRow>(`/api/config/audit?per_page=1000${query}`)).map(({ id }) => id)
    await Promise.all(
      ['uno', 'dos', 'tres'].map((name) =>
        app.post('/api/roles-permissions', { name, permissions: [], dist_ids: null }, 'superAdmin'),
      ),
    )
    const down = await ids('')
    expect(down).toEqual(down.toSorted((a, b) => b - a))
    expect(await ids('&order=ASC')).toEqual(down.toReversed())
  })

  test('refuses an admin', async () => {
    for (const path of ['/api/users', '/api/roles-permissions', '/api/config/audit', '/api/config/roles'])
      expect((await app.get(path, 'admin')).statusCode, path).toBe(403)
    expect((await app.post('/api/users', {}, 'admin')).statusCode).toBe(403)
  })

  test('audits only those concurrent changes that succeed', async () => {
    const asked = (bodies: object[], path: string) =>
      Promise.all(bodies.map((body) => app.post(path, body, 'superAdmin')))
    const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort()
    const traces = async (action: string) =>
      (await rows<AuditRow>(`/api/config/audit?action=${action}&per_page=1000`)).length

    const users = await traces('user.create')
    const twin = { name: 'Gemela', email: 'gemela@example.com', role: 'superAdmin', password: PASSWORD }
    expect(statuses(await asked([twin, twin, twin], '/api/users'))).toEqual([200, 409, 409])
    expect(await traces('user.create')).toBe(users + 1)

    const role = { name: 'Zona sur', permissions: [], dist_ids: null }
    expect(statuses(await asked([role, role, role], '/api/roles-permissions'))).toEqual([200, 409, 409])

    const months = ['2026-01', '2026-02', '2026-03'].map((values) => ({ option: 'show_max_month', values }))
    expect(statuses(await asked(months, '/api/config'))).toEqual([200, 200, 200])

    // Two superAdmins who demote or delete each other at once: one of them stays.
    const [her, mine] = [await user('gemela@example.com'), await user('super@example.com')]
    const tokens = [await signIn(app, mine.email), await firstSignIn(app, her.email)]
    const deletions = await traces('user.delete')
    const ended = await Promise.all(
      [her.id, mine.id].map((id, index) =>
        app.server.inject({
          method: 'DELETE',
          url: `/api/users/${id}`,
          headers: { authorization: `Bearer ${tokens[index]}` },
        }),
      ),
    )
    // The slower one is the last superAdmin's target, or no account any more.
    const [done, refused] = statuses(ended)
    expect(done).toBe(200)
    expect(refused).toBeOneOf([401, 409])
    // The remaining superAdmin reads the trail.
    const left = ended[0]?.statusCode === 200 ? tokens[0] : tokens[1]
    const trail = await app.server.inject({
      url: '/api/config/audit?action=user.delete&per_page=1000',
      headers: { authorization: `Bearer ${left}` },
    })
    expect(trail.json().data).toHaveLength(deletions + 1)
  })
})
