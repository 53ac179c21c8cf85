// The second factor through the front door: set-up, sign-in with codes and recovery codes, roles that require it.
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { accountByEmail, addAccount, createRole } from '../accounts.ts'
import { stepOf } from './totp.ts'

describe('codes of RFC 6238', () => {
  /** '12345678901234567890' in Base32; the RFC prints eight digits, of which applications show the last six. */
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %i seconds', (seconds, eight) => {
    const now = new Date(seconds * 1000)
    expect(stepOf(SECRET, eight.slice(2), now)).toBe(Math.floor(seconds / 30))
    expect(stepOf(SECRET, eight.slice(1, 7), now)).toBeUndefined()
  })

  test.each([
    [-60, undefined],
    [-30, 1],
    [30, 1],
    [60, undefined],
  ])('on a clock that differs by %i seconds', (drift, step) => {
    expect(stepOf(SECRET, '287082', new Date((59 + drift) * 1000))).toBe(step)
  })
})

describeOneEngine('second factor', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await engine.open()
    app = await testApp(store)
  })
  afterAll(() => app.close())

  let people = 0
  const newcomer = async (role = 'viewer') => {
    const email = `persona${++people}@example.com`
    await addAccount(store, { email, name: 'Nueva Persona', role, password: PASSWORD }, app.now())
    return { email, id: (await accountByEmail(store, email))?.user_id ?? 0 }
  }
  const send = (method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload?: object) =>
    app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  /** Tests move the clock, so the password of the superAdmin is not recent. */
  const confirmed = () => app.post('/api/account/confirm-password', { password: PASSWORD }, 'superAdmin')
  const login = (email: string, password = PASSWORD, remoteAddress = '10.0.0.1') =>
    app.server.inject({ method: 'POST', url: '/api/login', payload: { email, password }, remoteAddress })
  const secondStep = (token: string, code: string, remoteAddress = '10.0.0.1', cookie = '') =>
    app.server.inject({
      method: 'POST',
      url: '/api/login/second-factor',
      payload: { token, code },
      remoteAddress,
      headers: { cookie },
    })
  const codeOf = (secret: string, seconds = 0) =>
    new TOTP({ secret }).generate({ timestamp: app.now().getTime() + seconds * 1000 })
  const wrongCode = (secret: string) => {
    const near = new Set([-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, seconds)))
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? ''
  }
  const stepToken = async (email: string) => (await login(email)).json().data.second_factor.token as string

  async function setUp(token: string): Promise<{ secret: string; recovery: string[] }> {
    const started = (await send('POST', '/api/account/second-factor/start', token)).json().data
    const confirmed = await send('POST', '/api/account/second-factor', token, {
      token: started.token,
      code: codeOf(started.secret),
    })
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    // The code that confirmed it is used up.
    app.travel(60)
    return { secret: started.secret, recovery: confirmed.json().data.recovery_codes }
  }
  const withFactor = async (role?: string) => {
    const person = await newcomer(role)
    const token = await signIn(app, person.email)
    return { ...person, token, ...(await setUp(token)) }
  }

  test('is set up with a code of the application and then asked for at each sign-in', async () => {
    const { email } = await newcomer()
    const token = await signIn(app, email)
    const state = async () => (await send('GET', '/api/account/second-factor', token)).json().data
    expect(await state()).toEqual({ enabled: false, since: null, required: false, recovery_codes: 0 })
    const started = (await send('POST', '/api/account/second-factor/start', token)).json().data
    expect(started.uri).toContain(`secret=${started.secret}`)
    const confirm = (code: string, setup = started.token) =>
      send('POST', '/api/account/second-factor', token, { token: setup, code })
    const wrong = await confirm(wrongCode(started.secret))
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      400,
      [{ path: 'code', message: 'is wrong', code: 'code-wrong' }],
    ])
    expect((await confirm(codeOf(started.secret), 'v1.forged')).json().errors[0].path).toBe('token')
    expect(await state()).toMatchObject({ enabled: false })
    expect((await login(email)).json().data.access_token).toBeDefined()
    const confirmed = await confirm(codeOf(started.secret))
    expect(new Set(confirmed.json().data.recovery_codes).size).toBe(10)
    expect(await state()).toMatchObject({ enabled: true, recovery_codes: 10 })

    const first = (await login(email)).json().data
    expect(Object.keys(first)).toEqual(['second_factor'])
    const { token: step } = first.second_factor
    expect((await send('GET', '/api/me', step)).statusCode).toBe(401)
    expect((await secondStep(step, wrongCode(started.secret))).statusCode).toBe(401)
    app.travel(30)
    const signedIn = await secondStep(step, codeOf(started.secret))
    expect(signedIn.json().data.user_data.email).toBe(email)
    expect((await send('GET', '/api/me', signedIn.json().data.access_token)).statusCode).toBe(200)
  })

  test('a set-up expires, and is bound to the account that started it', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const token = await signIn(app, one.email)
    const started = (await send('POST', '/api/account/second-factor/start', token)).json().data
    const body = () => ({ token: started.token, code: codeOf(started.secret) })
    const foreign = await send('POST', '/api/account/second-factor', await signIn(app, other.email), body())
    expect(foreign.json().errors[0].path).toBe('token')
    app.travel(15 * 60)
    expect(
      (await send('POST', '/api/account/confirm-password', token, { password: PASSWORD })).statusCode,
    ).toBe(200)
    expect((await send('POST', '/api/account/second-factor', token, body())).json().errors[0].path).toBe(
      'token',
    )
  })

  test('a code signs in once, and no older one after it', async () => {
    const { email, secret } = await withFactor()
    const step = await stepToken(email)
    const [older, code, newer] = [codeOf(secret, -30), codeOf(secret), codeOf(secret, 30)]
    const both = await Promise.all([secondStep(step, code), secondStep(step, code)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect((await secondStep(step, code)).statusCode).toBe(401)
    expect((await secondStep(step, older)).statusCode).toBe(401)
    expect((await secondStep(step, newer)).statusCode).toBe(200)
    expect((await secondStep(step, codeOf(secret, 60))).statusCode).toBe(401)
  })

  test('a recovery code signs in once, however it is typed', async () => {
    const { email, token, recovery } = await withFactor()
    const step = await stepToken(email)
    const typed = ` ${String(recovery[3]).toUpperCase()} `
    expect((await secondStep(step, typed)).statusCode).toBe(200)
    expect((await secondStep(step, typed)).statusCode).toBe(401)
    const left = await send('GET', '/api/account/second-factor', token)
    expect(left.json().data.recovery_codes).toBe(9)
    const renewed = await send('POST', '/api/account/second-factor/recovery-codes', token)
    expect((await secondStep(step, String(recovery[4]))).statusCode).toBe(401)
    expect((await secondStep(step, renewed.json().data.recovery_codes[4])).statusCode).toBe(200)
  })

  test('the token of the first step expires, and ends with the password', async () => {
    const { email, id, secret } = await withFactor()
    const early = await stepToken(email)
    app.travel(5 * 60 + 1)
    const expired = [{ path: 'token', message: 'is wrong or expired' }]
    expect((await secondStep(early, codeOf(secret))).json().errors).toEqual(expired)
    const step = await stepToken(email)
    const password = 'otra clave bien larga'
    await confirmed()
    const saved = await app.post(
      '/api/users',
      { id, revision: 1, name: 'N', email, role: 'viewer', password },
      'superAdmin',
    )
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await secondStep(step, codeOf(secret))).json().errors).toEqual(expired)
    const next = (await login(email, password)).json().data.second_factor.token
    expect((await secondStep(next, codeOf(secret))).statusCode).toBe(200)
  })

  test('limits wrong codes per network and per account, and separately for a known browser', async () => {
    const { email, secret } = await withFactor()
    const step = await stepToken(email)
    const known = await secondStep(step, codeOf(secret))
    const cookie = String(known.headers['set-cookie']).split(';')[0] ?? ''
    app.travel(60)
    const wrong = wrongCode(secret)
    for (const network of ['10.1.0.1', '10.1.0.2', '10.1.0.3'])
      for (let count = 0; count < 10; count++)
        expect((await secondStep(step, wrong, network)).statusCode).toBe(401)
    const refused = await secondStep(step, codeOf(secret), '10.1.0.4')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await secondStep(step, codeOf(secret), '10.1.0.4', cookie)).statusCode).toBe(200)
  })

  test('encrypts secrets and hashes recovery codes', async () => {
    const { id, secret, recovery } = await withFactor()
    const row = await store.one(sql`select * from second_factors where user_id = ${id}`)
    const hashes = await store.all(sql`select * from recovery_codes where user_id = ${id}`)
    const stored = JSON.stringify([row, hashes])
    expect(hashes).toHaveLength(10)
    for (const text of [secret, ...recovery]) expect(stored).not.toContain(text)
  })

  test('is replaced by a new set-up, and removed, with a recent password', async () => {
    const { email, token, secret } = await withFactor()
    const { secret: newer } = await setUp(token)
    const step = await stepToken(email)
    expect((await secondStep(step, codeOf(secret))).statusCode).toBe(401)
    expect((await secondStep(step, codeOf(newer))).statusCode).toBe(200)
    app.travel(15 * 60 + 1)
    for (const [method, url] of [
      ['POST', '/api/account/second-factor/start'],
      ['POST', '/api/account/second-factor/recovery-codes'],
      ['DELETE', '/api/account/second-factor'],
    ] as const) {
      const late = await send(method, url, token)
      expect([late.statusCode, late.json().message]).toEqual([403, 'The password must be confirmed.'])
    }
    await send('POST', '/api/account/confirm-password', token, { password: PASSWORD })
    expect((await send('DELETE', '/api/account/second-factor', token)).statusCode).toBe(200)
    expect((await send('DELETE', '/api/account/second-factor', token)).statusCode).toBe(404)
    expect((await login(email)).json().data.access_token).toBeDefined()
  })

  test('a role that requires it has no access before the set-up', async () => {
    const name = `estricto ${people}`
    await store.transaction((tx) => createRole(tx, { name, permissions: ['view:scorecard'], dist_ids: null }))
    const { email } = await newcomer(name)
    const token = await signIn(app, email)
    const screen = async () => (await send('GET', '/api/summary/main-page', token)).json().message
    const before = await screen()
    await confirmed()
    const id = (await app.get('/api/roles-permissions?per_page=100', 'superAdmin'))
      .json()
      .data.find((role: { name: string }) => role.name === name).id
    const role = { id, name, permissions: ['view:scorecard'] }
    const saved = await app.post(
      '/api/roles-permissions',
      { ...role, revision: 1, second_factor: true },
      'superAdmin',
    )
    expect(saved.statusCode, saved.body).toBe(200)
    expect(await screen()).toBe('A second factor must be set up.')
    expect((await send('GET', '/api/me', token)).json().data.must_set_up_second_factor).toBe(true)
    // Without the field, the role keeps its setting.
    await app.post('/api/roles-permissions', { ...role, revision: 2 }, 'superAdmin')
    expect(await screen()).toBe('A second factor must be set up.')
    await setUp(token)
    expect(await screen()).toBe(before)
    expect((await send('GET', '/api/me', token)).json().data.must_set_up_second_factor).toBe(false)
    const removed = await send('DELETE', '/api/account/second-factor', token)
    expect([removed.statusCode, removed.json().message]).toEqual([409, 'The role requires a second factor.'])
  })

  test('a built-in role may require it, and cannot change otherwise', async () => {
    await confirmed()
    const listed = await app.get('/api/roles-permissions?per_page=100', 'superAdmin')
    const admin = listed.json().data.find(({ name }: { name: string }) => name === 'admin')
    const { id, name, permissions } = admin
    const save = (body: object) => app.post('/api/roles-permissions', body, 'superAdmin')
    const fewer = await save({ id, name, permissions: permissions.slice(1), second_factor: true })
    expect([fewer.statusCode, fewer.json().message]).toEqual([409, 'A built-in role cannot be changed.'])
    expect((await save({ id, revision: 1, name, permissions, second_factor: true })).statusCode).toBe(200)
    expect((await app.get('/api/me', 'admin')).json().data.must_set_up_second_factor).toBe(true)
    expect((await save({ id, revision: 2, name, permissions, second_factor: false })).statusCode).toBe(200)
    expect((await app.get('/api/me', 'admin')).json().data.must_set_up_second_factor).toBe(false)
    const trail = (await app.get('/api/config/audit?action=role.update', 'superAdmin')).json().data
    expect(JSON.parse(trail[0].changes)).toEqual({ second_factor: [true, false] })
  })

  test('a superAdmin resets the factor of a colleague, whose sessions end', async () => {
    const { id, email, token } = await withFactor()
    const superAdmin = await app.tokenOf('superAdmin')
    const reset = (user: number, as: string) => send('DELETE', `/api/users/${user}/second-factor`, as)
    expect((await reset(id, await app.tokenOf('admin'))).statusCode).toBe(403)
    const users = await app.get(`/api/users?email=${email}`, 'superAdmin')
    expect(users.json().data[0]).toMatchObject({ email, second_factor: true })
    expect((await reset(id, await signIn(app, ACCOUNTS.superAdmin))).statusCode).toBe(200)
    expect((await send('GET', '/api/me', token)).statusCode).toBe(401)
    expect((await login(email)).json().data.access_token).toBeDefined()
    expect((await reset(id, await signIn(app, ACCOUNTS.superAdmin))).statusCode).toBe(404)
    expect((await reset(999_999, await signIn(app, ACCOUNTS.superAdmin))).statusCode).toBe(404)
    const trail = await send('GET', `/api/config/audit?action=second-factor.reset`, superAdmin)
    expect(trail.json().data[0]).toMatchObject({ who: ACCOUNTS.superAdmin, subject: email })
  })
})
