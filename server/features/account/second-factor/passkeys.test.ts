// Passkeys through the front door, with an authenticator in software; Chromium's is in test/e2e/sign-in.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import { PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { accountByEmail, addAccount, assignRole } from '../accounts.ts'
import { createAuthenticator } from './authenticator.fixture.ts'
import { siteOf } from './webauthn.ts'

const SITE = { id: 'gondola.example', origin: 'https://gondola.example' }

test.each([
  ['https://gondola.example', SITE],
  ['https://gondola.example:8443', { id: 'gondola.example', origin: 'https://gondola.example:8443' }],
  ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  ['http://gondola.example', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://127.0.0.1:4000', undefined],
  ['', undefined],
])('passkeys of %s', (publicUrl, site) => {
  expect(siteOf(publicUrl)).toEqual(site)
})

describeOneEngine('passkeys', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await engine.open()
    app = await testApp(store, { publicUrl: SITE.origin })
  })
  afterAll(() => app.close())

  let people = 0
  async function newcomer(role = 'viewer') {
    const email = `llave${++people}@example.com`
    await addAccount(store, { email, name: 'Nueva Persona', role, password: PASSWORD }, app.now())
    const id = (await accountByEmail(store, email))?.user_id ?? 0
    return { email, id, token: await signIn(app, email), key: createAuthenticator(SITE) }
  }
  type Person = Awaited<ReturnType<typeof newcomer>>

  const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, token?: string) =>
    app.server.inject({
      method,
      url,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      ...(payload && { payload }),
    })
  const start = async ({ token }: Person) =>
    (await send('POST', '/api/account/passkeys/start', {}, token)).json().data
  const save = async (
    { token, key }: Person,
    name = 'Notebook',
    begun?: { token: string; options: { challenge: string } },
  ) => {
    const challenge = begun ?? (await start({ token } as Person))
    const body = { token: challenge.token, name, response: key.create(challenge.options) }
    return send('POST', '/api/account/passkeys', body, token)
  }
  const registered = async (role?: string) => {
    const person = await newcomer(role)
    const saved = await save(person)
    expect(saved.statusCode, saved.body).toBe(200)
    return { ...person, recovery: saved.json().data.recovery_codes as string[] }
  }
  const challenge = async (second_factor?: string) =>
    (
      await send('POST', '/api/login/passkey/start', second_factor === undefined ? {} : { second_factor })
    ).json().data
  const finish = (token: string, response: object) => send('POST', '/api/login/passkey', { token, response })
  const listOf = async ({ token }: Person) =>
    (await send('GET', '/api/account/passkeys', undefined, token)).json().data
  const login = async (email: string) =>
    (await send('POST', '/api/login', { email, password: PASSWORD })).json().data

  test('signs in without e-mail and password', async () => {
    expect((await send('GET', '/api/login/options')).json().data.passkeys).toBe(true)
    const person = await registered()
    expect(person.recovery).toHaveLength(10)
    const { options, token } = await challenge()
    expect(options).toMatchObject({ rpId: SITE.id, userVerification: 'required', allowCredentials: [] })
    const answer = await finish(token, person.key.get(options))
    expect(answer.json().data.user_data.email).toBe(person.email)
    expect((await send('GET', '/api/me', undefined, answer.json().data.access_token)).statusCode).toBe(200)
    const { available, passkeys } = await listOf(person)
    expect(available).toBe(true)
    expect(passkeys).toEqual([
      { id: person.key.id, name: 'Notebook', created_at: expect.any(String), used_at: expect.any(String) },
    ])
  })

  test('refuses a response that is replayed, late, from elsewhere, unverified or signed by another key', async () => {
    const person = await registered()
    const refused = async (answer: Promise<{ statusCode: number }>) =>
      expect((await answer).statusCode).toBe(401)
    const one = await challenge()
    const response = person.key.get(one.options)
    expect((await finish(one.token, response)).statusCode).toBe(200)
    await refused(finish(one.token, response))
    const [two, three, four, five, six, seven] = [
      ...[
        await challenge(),
        await challenge(),
        await challenge(),
        await challenge(),
        await challenge(),
        await challenge(),
      ],
    ]
    await refused(finish(two.token, person.key.get(three.options)))
    await refused(
      finish(three.token, person.key.get(three.options, { ...SITE, origin: 'https://gondola.test' })),
    )
    await refused(finish(four.token, person.key.get(four.options, { ...SITE, id: 'otra.example' })))
    await refused(finish(five.token, person.key.get(five.options, SITE, 0x01)))
    const stranger = createAuthenticator(SITE)
    await refused(
      finish(six.token, { ...stranger.get(six.options), id: person.key.id, rawId: person.key.id }),
    )
    await refused(finish('nonsense', person.key.get(seven.options)))
    app.travel(5 * 60 + 1)
    await refused(finish(seven.token, person.key.get(seven.options)))
    const last = await challenge()
    expect((await finish(last.token, person.key.get(last.options))).statusCode).toBe(200)
  })

  test('refuses a counter that decreased, which reveals a copied key', async () => {
    const person = await registered()
    for (let count = 0; count < 3; count++) {
      const { options, token } = await challenge()
      expect((await finish(token, person.key.get(options))).statusCode).toBe(200)
    }
    person.key.rewind()
    const { options, token } = await challenge()
    expect((await finish(token, person.key.get(options))).statusCode).toBe(401)
  })

  test('is the second step after the password, only for its own account', async () => {
    const [person, other] = [await registered(), await registered()]
    const { second_factor } = await login(person.email)
    expect(second_factor.methods).toEqual(['passkey'])
    const first = await challenge(second_factor.token)
    expect(first.options.allowCredentials).toEqual([
      { id: person.key.id, transports: ['internal'], type: 'public-key' },
    ])
    expect((await finish(first.token, other.key.get(first.options))).statusCode).toBe(401)
    const second = await challenge(second_factor.token)
    const answer = await finish(second.token, person.key.get(second.options))
    expect(answer.json().data.user_data.email).toBe(person.email)
    const code = { token: second_factor.token, code: person.recovery[0] }
    expect((await send('POST', '/api/login/second-factor', code)).statusCode).toBe(200)
    const wrong = await send('POST', '/api/login/passkey/start', { second_factor: 'nonsense' })
    expect(wrong.json().errors[0].path).toBe('second_factor')
  })

  test('is registered once, by the account that asked, and not with a challenge for sign-in', async () => {
    const [person, other] = [await newcomer(), await newcomer()]
    const begun = await start(person)
    expect(begun.options.rp.id).toBe(SITE.id)
    const bad = [{ path: 'response', message: 'is wrong, late or used' }]
    expect((await save(other, 'Ajena', begun)).json().errors).toEqual(bad)
    expect((await save(person, 'Tarde', begun)).json().errors).toEqual(bad)
    expect((await save(person, 'De ingreso', await challenge())).json().errors).toEqual(bad)
    expect((await save(person)).statusCode).toBe(200)
    expect((await save(person)).json().errors).toEqual(bad)
    expect((await save(person, '  ', await start(person))).json().errors[0].path).toBe('name')
    expect((await start(person)).options.excludeCredentials).toHaveLength(1)
  })

  test('can be named and removed by its owner; the last one takes the recovery codes with it', async () => {
    const [person, other] = [await registered(), await newcomer()]
    const url = `/api/account/passkeys/${person.key.id}`
    expect((await send('POST', url, { name: 'Ajena' }, other.token)).statusCode).toBe(404)
    expect((await send('DELETE', url, undefined, other.token)).statusCode).toBe(404)
    expect((await send('POST', url, { name: ' Teléfono ' }, person.token)).statusCode).toBe(200)
    expect((await listOf(person)).passkeys[0].name).toBe('Teléfono')
    expect((await send('DELETE', url, undefined, person.token)).statusCode).toBe(200)
    const state = await send('GET', '/api/account/second-factor', undefined, person.token)
    expect(state.json().data.recovery_codes).toBe(0)
    const { options, token } = await challenge()
    expect((await finish(token, person.key.get(options))).statusCode).toBe(401)
    expect((await login(person.email)).access_token).toBeDefined()
  })

  test('satisfies a role that requires a second factor, which keeps the last passkey', async () => {
    const role = `llaves ${people}`
    const body = { name: role, permissions: ['view:scorecard'], second_factor: true }
    await app.post('/api/account/confirm-password', { password: PASSWORD }, 'superAdmin')
    expect((await app.post('/api/roles-permissions', body, 'superAdmin')).statusCode).toBe(200)
    const person = await newcomer(role)
    const missing = async () =>
      (await send('GET', '/api/me', undefined, person.token)).json().data.must_set_up_second_factor
    expect(await missing()).toBe(true)
    await save(person)
    expect(await missing()).toBe(false)
    const removed = await send('DELETE', `/api/account/passkeys/${person.key.id}`, undefined, person.token)
    expect([removed.statusCode, removed.json().message]).toEqual([409, 'The role requires a second factor.'])
    expect((await listOf(person)).passkeys).toHaveLength(1)
  })

  test('does not sign in an account that lost its role or was deleted', async () => {
    const person = await registered()
    await store.transaction((tx) => assignRole(tx, person.id, ''))
    const one = await challenge()
    expect((await finish(one.token, person.key.get(one.options))).statusCode).toBe(403)
    await app.post('/api/account/confirm-password', { password: PASSWORD }, 'superAdmin')
    const headers = { authorization: `Bearer ${await app.tokenOf('superAdmin')}` }
    await app.server.inject({ method: 'DELETE', url: `/api/users/${person.id}`, headers })
    const two = await challenge()
    expect((await finish(two.token, person.key.get(two.options))).statusCode).toBe(401)
  })

  test('is reset with the second factor by a superAdmin', async () => {
    const person = await registered()
    await app.post('/api/account/confirm-password', { password: PASSWORD }, 'superAdmin')
    const token = await app.tokenOf('superAdmin')
    expect((await send('DELETE', `/api/users/${person.id}/second-factor`, undefined, token)).statusCode).toBe(
      200,
    )
    expect((await login(person.email)).access_token).toBeDefined()
  })

  test('is not offered at an address without a host name', async () => {
    const bare = await testApp(await engine.open(), { publicUrl: 'http://127.0.0.1:4000' })
    expect((await bare.get('/api/login/options')).json().data.passkeys).toBe(false)
    const refused = await bare.post('/api/login/passkey/start', {})
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Passkeys need GONDOLA_PUBLIC_URL with a host name and https.',
    ])
    await bare.close()
  })
})
