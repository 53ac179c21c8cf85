// Sign-in at a real OpenID Connect provider, through the front door.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { insertRow } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, apiTokenOf, PASSWORD, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { NIGHTLY } from '#test/nightly.ts'
import { person, REDIRECT, type SignIns, signIns } from '#test/provider-sign-ins.ts'
import { accountByEmail, addAccount } from '../accounts.ts'
import { limitKey, PASSKEY_CHALLENGES } from '../rate-limit.ts'
import { CLIENT, type Person, startOidcProvider, type TestProvider, visit } from './oidc-provider.fixture.ts'

/** For checks in the background on a busy machine. */
const PATIENT = { timeout: 30_000 }

describeOneEngine('identity provider', (engine) => {
  let company: SignIns
  let store: Store
  let app: TestApp
  let provider: TestProvider
  const lines: string[] = []
  beforeAll(async () => {
    store = await engine.open()
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
    company = await signIns(store, { logger })
    app = company.app
    provider = company.provider
  })
  afterAll(() => company.close())
  afterEach(() => {
    provider.tamper = null
  })

  const settings: SignIns['settings'] = (...given) => company.settings(...given)
  const save: SignIns['save'] = (...given) => company.save(...given)
  const configure: SignIns['configure'] = (...given) => company.configure(...given)
  const begin: SignIns['begin'] = (...given) => company.begin(...given)
  const finish: SignIns['finish'] = (...given) => company.finish(...given)
  const signInAs: SignIns['signInAs'] = (...given) => company.signInAs(...given)
  const tokenOf: SignIns['tokenOf'] = (...given) => company.tokenOf(...given)
  const me: SignIns['me'] = (...given) => company.me(...given)
  const linkPathOf: SignIns['linkPathOf'] = (...given) => company.linkPathOf(...given)
  const refusal: SignIns['refusal'] = (...given) => company.refusal(...given)

  test('the first sign-in creates the account with the role of the first mapping', async () => {
    await configure()
    expect((await app.get('/api/login/options')).json().data).toMatchObject({
      provider: { name: 'Empresa' },
      local: true,
    })
    const pia = person({ groups: ['otros', 'ventas', 'jefes'] })
    const answer = await signInAs(pia, '/reports/simple?month=2026-05')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data.redirect).toBe('/reports/simple?month=2026-05')
    const { data } = await me(answer.json().data.access_token)
    expect(data).toMatchObject({ email: pia.email, name: 'Pía Paz', role: ['admin'], scope: null })
    const again = (await signInAs(pia)).json().data
    expect(again.user_data.id).toBe(data.id)
    const login = await app.post('/api/login', { email: pia.email, password: PASSWORD })
    expect(login.statusCode).toBe(401)
    const trail = await app.get('/api/config/audit?action=provider.create', 'superAdmin')
    expect(trail.json().data[0]).toMatchObject({ who: pia.email, subject: pia.email })
  })

  test('a changed claim changes role, name and e-mail at the next sign-in', async () => {
    await configure()
    const pia = person()
    const first = await tokenOf(pia)
    expect((await me(first)).data.role).toEqual(['viewer'])
    const email = `nueva.${pia.email}`
    await signInAs({ ...pia, groups: ['jefes'], name: 'Pía Sosa', email })
    expect((await me(first)).data).toMatchObject({ role: ['admin'], name: 'Pía Sosa', email })
  })

  test('a role that is renamed is still given', async () => {
    const role = { name: 'Ventas zona 1', permissions: ['view:scorecard'], dist_ids: null }
    await app.post('/api/roles-permissions', role, 'superAdmin')
    await configure({ roles: [{ value: 'ventas', role: role.name }] })
    const pia = person()
    const token = await tokenOf(pia)
    const { data } = (await app.get('/api/roles-permissions', 'superAdmin')).json()
    const { id } = data.find(({ name }: { name: string }) => name === role.name)
    const renamed = { ...role, id, name: 'Ventas norte' }
    expect((await app.post('/api/roles-permissions', renamed, 'superAdmin')).statusCode).toBe(200)
    expect((await me(token)).data.role).toEqual(['Ventas norte'])
    expect((await me(await tokenOf(pia))).data.role).toEqual(['Ventas norte'])
    expect((await me(await tokenOf(person()))).data.role).toEqual(['Ventas norte'])
  })

  test('a role that a group gives is not deleted', async () => {
    const role = { name: 'Ventas zona 2', permissions: ['view:scorecard'], dist_ids: null }
    await app.post('/api/roles-permissions', role, 'superAdmin')
    await configure({ roles: [{ value: 'zona 2', role: role.name }] })
    const { data } = (await app.get('/api/roles-permissions', 'superAdmin')).json()
    const { id } = data.find(({ name }: { name: string }) => name === role.name)
    const remove = async () => {
      const answer = await app.server.inject({
        ...{ method: 'DELETE', url: `/api/roles-permissions/${id}` },
        headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
      })
      return [answer.statusCode, answer.json().code]
    }
    expect(await remove()).toEqual([409, 'role-mapped'])
    await configure()
    expect(await remove()).toEqual([200, undefined])
  })

  test('a person without a group loses the role and the sessions', async () => {
    await configure()
    const pia = person()
    const token = await tokenOf(pia)
    expect(await refusal({ ...pia, groups: [] })).toEqual([403, 'The provider gives this account no role.'])
    expect((await me(token)).status).toBe(401)
    expect(await refusal(person({ groups: ['otros'] }))).toEqual([
      403,
      'The provider gives this account no role.',
    ])
    expect((await signInAs(pia)).statusCode).toBe(200)
  })

  test('a claim limits the distributors, within those of the role', async () => {
    await configure({ distributors_claim: 'distributors' })
    const scopeOf = async (more: Partial<Person>) => (await me(await tokenOf(person(more)))).data.scope
    expect(await scopeOf({ distributors: ['101', '999'] })).toEqual(['101', '999'])
    expect(await scopeOf({ groups: ['zona'], distributors: ['102', '999'] })).toEqual(['102'])
    expect(await scopeOf({ groups: ['zona'], distributors: ['*'] })).toEqual(['101', '102'])
    expect(await scopeOf({ distributors: ['*'] })).toBeNull()
    const without = [403, 'The provider gives this account no distributors.']
    expect(await refusal(person({ distributors: [] }))).toEqual(without)
    await configure()
  })

  test('links an existing account only if the provider has verified the e-mail', async () => {
    const unproven = [403, 'The provider does not confirm the e-mail.']
    await configure({ emergency_email: ACCOUNTS.superAdmin })
    const email = `conocida@empresa.example`
    await addAccount(store, { email, name: 'Ana', role: 'admin', password: PASSWORD }, app.now())
    const { email_verified: _, ...silent } = person({ email })
    expect(await refusal(silent)).toEqual(unproven)
    expect(await refusal(person({ email, email_verified: false }))).toEqual(unproven)
    expect(await refusal(person({ email: '' }))).toEqual(unproven)
    expect(await refusal(person({ email: ACCOUNTS.superAdmin }))).toEqual(unproven)
    const known = await accountByEmail(store, email)
    const answer = await signInAs(person({ email }))
    expect(answer.json().data.user_data.id).toBe(known?.user_id)
  })

  test('a deleted account stays deleted', async () => {
    await configure()
    const pia = person()
    const { id } = (await me(await tokenOf(pia))).data
    const headers = { authorization: `Bearer ${await app.tokenOf('superAdmin')}` }
    await app.server.inject({ method: 'DELETE', url: `/api/users/${id}`, headers })
    expect(await refusal(pia)).toEqual([403, 'The account was deleted.'])
  })

  test('sign-ins that succeed do not count towards the limit of an office', async () => {
    await configure()
    const pia = person()
    // All but two of the attempts: one begins a sign-in, one finishes it.
    const subject = limitKey('provider', '127.0.0.1')
    await store.run(sql`delete from sign_in_attempts where subject = ${subject}`)
    for (let count = 0; count < PASSKEY_CHALLENGES.max - 2; count++)
      await insertRow(store, 'sign_in_attempts', {
        ...{ attempt_id: `office-${count}`, subject, tried_at: app.now() },
      })
    for (let count = 0; count < 3; count++) expect((await signInAs(pia)).statusCode).toBe(200)
    await signInAs(null)
    expect((await begin()).answer.statusCode).toBe(429)
    await store.run(sql`delete from sign_in_attempts where subject = ${subject}`)
  })

  test('opens no session for a person whom the provider refuses', async () => {
    await configure()
    const answer = await signInAs(null)
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'The provider refused the sign-in.'])
  })

  test.each([
    ['for another client', { aud: 'otra-aplicación' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ['of another sign-in', { nonce: 'otro' }],
    ['of another issuer', { iss: 'https://otro.example' }],
  ])('refuses a token %s', async (_, wrong) => {
    await configure()
    const pia = person()
    provider.tamper = (claims) => ({ ...claims, ...wrong })
    expect((await signInAs(pia)).statusCode).toBe(401)
    expect(await accountByEmail(store, String(pia.email))).toBeUndefined()
  })

  test.each([
    [
      'of a clock that is 40 seconds ahead of this one',
      'nbf',
      'provider-clock-skew',
      /"code":"OAUTH_JWT_TIMESTAMP_CHECK_FAILED"/,
    ],
    ['of another sign-in', 'nonce', 'provider-answer-wrong', /"code":"OAUTH_JWT_CLAIM_COMPARISON_FAILED"/],
  ])('names an answer %s, and logs the code of the library alone', async (_, claim, code, logged) => {
    await configure()
    const pia = person()
    const wrong = claim === 'nbf' ? Math.floor(Date.now() / 1000) + 40 : 'otro'
    provider.tamper = (claims) => ({ ...claims, [claim]: wrong })
    lines.length = 0
    const answer = await signInAs(pia)
    expect([answer.statusCode, answer.json().code]).toEqual([401, code])
    const [line = ''] = lines.filter((text) => text.includes('answer of the provider refused'))
    expect(line).toMatch(logged)
    expect(lines.join('')).not.toContain(String(pia.email))
  })

  test.runIf(NIGHTLY)('waits for a provider that takes five seconds for an answer', async () => {
    await configure({ client_auth: 'post' })
    provider.delay = 5000
    const answer = await signInAs(person())
    provider.delay = 0
    expect(answer.statusCode).toBe(200)
  })

  test('refuses a response that is replayed, late, from another browser, or unrequested', async () => {
    await configure()
    provider.person = person()
    const one = await begin()
    const params = await visit(one.url, REDIRECT)
    const wrong = [{ path: 'params', message: 'is wrong, late or used' }]
    const other = await begin()
    expect((await finish(params, other.cookie)).json().errors).toEqual(wrong)
    expect((await finish(params, '')).json().errors).toEqual(wrong)
    expect((await finish('?code=x&state=y', one.cookie)).json().errors).toEqual(wrong)
    expect((await finish(params, one.cookie)).statusCode).toBe(200)
    expect((await finish(params, one.cookie)).json().errors).toEqual(wrong)
    const late = await visit(other.url, REDIRECT)
    app.travel(10 * 60 + 1)
    expect((await finish(late, other.cookie)).json().errors).toEqual(wrong)
    for (const redirect of ['//otro.example', '/\\otro.example', '/\t/otro.example', '/.//otro.example'])
      expect((await app.post('/api/login/provider', { redirect })).statusCode, redirect).toBe(400)
  })

  test('signs out at the provider, only from its own sessions', async () => {
    await configure()
    const leave = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await app.server.inject({ method: 'POST', url: '/api/logout', headers })).json().data
        .provider_url
    }
    const url = new URL(await leave(await tokenOf(person())))
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(REDIRECT)
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'post_logout_redirect_uri'])
    const local = await app.post('/api/login', { email: ACCOUNTS.viewer, password: PASSWORD })
    expect(await leave(local.json().data.access_token)).toBeNull()
  })

  test('local sign-in is closed for all but the emergency account', async () => {
    const wrong = await save({ local: false, emergency_email: ACCOUNTS.admin })
    expect(wrong.json().errors[0].path).toBe('emergency_email')
    await configure({ local: false, emergency_email: ACCOUNTS.superAdmin })
    const login = async (email: string, password = PASSWORD) => {
      const answer = await app.post('/api/login', { email, password })
      return [answer.statusCode, answer.json().message]
    }
    expect(await login(ACCOUNTS.viewer)).toEqual([403, 'Local sign-in is closed.'])
    expect(await login(ACCOUNTS.viewer, 'otra clave cualquiera')).toEqual([401, 'Unauthorized'])
    expect(await login(ACCOUNTS.superAdmin)).toEqual([200, undefined])
    expect((await signInAs(person())).statusCode).toBe(200)
    await configure({ enabled: false, local: false })
    expect(await login(ACCOUNTS.viewer)).toEqual([200, undefined])
    expect((await begin()).answer.statusCode).toBe(409)
  })

  test('reports what is wrong with the settings', async () => {
    const problem = async (more: object) => {
      await configure(more)
      return (await app.post('/api/config/provider/test', {}, 'superAdmin')).json().data.problem
    }
    expect(await problem({})).toBeNull()
    expect(await problem({ issuer: 'http://127.0.0.1:6000' })).toBe('blocked_port')
    expect(await problem({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') })).toBe('wrong_issuer')
    expect(await problem({ client_secret: 'otro secreto' })).toBe('client')
    expect(await problem({ client_id: 'otra-aplicacion' })).toBe('client')
    const elsewhere = await testApp(store, { publicUrl: 'https://otra.example' })
    expect((await elsewhere.post('/api/config/provider', settings(), 'superAdmin')).statusCode).toBe(200)
    const tested = await elsewhere.post('/api/config/provider/test', {}, 'superAdmin')
    expect(tested.json().data.problem).toBe('redirect_uri')
    await elsewhere.close()
  })

  test('encrypts the client secret and sends it to its own provider only', async () => {
    await configure()
    const stored = await store.one(sql`select value from settings where option = 'identity_provider'`)
    expect(JSON.stringify(stored)).not.toContain(CLIENT.client_secret)
    const shown = async () => (await app.get('/api/config/provider', 'superAdmin')).json().data
    expect(await shown()).toMatchObject({ has_secret: true, redirect_uri: REDIRECT })
    expect(JSON.stringify(await shown())).not.toContain(CLIENT.client_secret)
    await configure({ client_secret: undefined, name: 'Otro nombre' })
    expect(await shown()).toMatchObject({ has_secret: true, settings: { name: 'Otro nombre' } })
    await configure({ client_secret: undefined, issuer: 'https://otro.example' })
    expect(await shown()).toMatchObject({ has_secret: false })
    const trail = await app.get('/api/config/audit?action=provider.settings', 'superAdmin')
    expect(trail.body).not.toContain(CLIENT.client_secret)
  })

  test('names the field of wrong settings', async () => {
    const field = async (more: object) => (await save(more)).json().errors[0].path
    expect(await field({ issuer: 'http://proveedor.example' })).toBe('issuer')
    expect(await field({ issuer: 'https://ana:clave@proveedor.example' })).toBe('issuer')
    expect(await field({ issuer: 'https://ana@proveedor.example' })).toBe('issuer')
    expect(await field({ issuer: 'https://login.microsoftonline.com/common/v2.0' })).toBe('issuer')
    expect(await field({ roles: [{ value: 'ventas', role: 'nadie' }] })).toBe('roles.0.role')
    expect(await field({ local: false, emergency_email: '' })).toBe('emergency_email')
  })

  test('answers 502 while the provider is down, and people can still sign out', async () => {
    const second = await startOidcProvider(REDIRECT)
    await configure({ issuer: second.issuer })
    second.person = person()
    const { url, cookie } = await begin()
    const params = await visit(url, REDIRECT)
    const other = await begin()
    const token = (await finish(params, cookie)).json().data.access_token
    const late = await visit(other.url, REDIRECT)
    await second.close()
    expect((await finish(late, other.cookie)).statusCode).toBe(502)
    await configure({ issuer: second.issuer, client_secret: 'otro' })
    const down = await begin()
    expect([down.answer.statusCode, down.answer.json().message]).toEqual([
      502,
      'The provider does not respond.',
    ])
    const headers = { authorization: `Bearer ${token}` }
    const left = await app.server.inject({ method: 'POST', url: '/api/logout', headers })
    expect([left.statusCode, left.json().data.provider_url]).toEqual([200, null])
  })

  test('asks the provider between sign-ins with its refresh token: roles change, removed people lose access', async () => {
    await configure({ scopes: 'openid email profile offline_access' })
    const pia = person({ groups: ['jefes'] })
    const session = await tokenOf(pia)
    const { token } = await apiTokenOf(app, session, ['view:scorecard'])
    const path = await linkPathOf(session)
    const kept = async () =>
      (await store.one<{ kept: string | null }>(
        sql`select refresh_token as kept from identities where subject = ${pia.sub}`,
      ))!.kept
    const first = await kept()
    expect(first).not.toBeNull()
    provider.person = { ...pia, groups: ['ventas'] }
    expect((await me(session)).data.role).toEqual(['admin'])
    app.travel(16 * 60)
    // The call that begins the check still has the old role.
    await expect.poll(async () => (await me(session)).data.role, PATIENT).toEqual(['viewer'])
    // The provider replaced the token, and would refuse the first one.
    expect(await kept()).not.toBe(first)
    provider.person = pia
    app.travel(16 * 60)
    await expect.poll(async () => (await me(session)).data.role, PATIENT).toEqual(['admin'])

    provider.removed.add(pia.sub)
    app.travel(16 * 60)
    await expect.poll(async () => (await app.get(`${path}.json`)).statusCode, PATIENT).toBe(404)
    expect([(await me(session)).status, (await me(token)).status]).toEqual([401, 401])
    expect(await kept()).toBeNull()
    const trail = await app.get('/api/config/audit?action=provider.withdraw', 'superAdmin')
    expect(trail.json().data[0]).toMatchObject({ who: pia.email, subject: pia.email })
    provider.removed.delete(pia.sub)
    expect((await me(await tokenOf(pia))).data.role).toEqual(['admin'])
    expect((await app.get(`${path}.json`)).statusCode).toBe(200)
  })

  test('keeps no refresh token unless it is requested, and none of another provider', async () => {
    const kept = async (who: Person) =>
      (await store.one<{ kept: string | null }>(
        sql`select refresh_token as kept from identities where subject = ${who.sub}`,
      ))!.kept
    await configure()
    const silent = person()
    await signInAs(silent)
    expect(await kept(silent)).toBeNull()
    await configure({ scopes: 'openid email profile offline_access' })
    const pia = person()
    await signInAs(pia)
    const sealed = await kept(pia)
    expect(sealed).not.toBeNull()
    const told = await app.post('/api/people/data', { email: pia.email }, 'superAdmin')
    expect(told.body).not.toContain(sealed)
    await configure({ issuer: 'https://otro.example' })
    expect(await kept(pia)).toBeNull()
  })

  test('a provider that does not answer changes nothing between sign-ins', async () => {
    const second = await startOidcProvider(REDIRECT)
    await configure({ issuer: second.issuer, scopes: 'openid email profile offline_access' })
    second.person = person({ groups: ['jefes'] })
    const { url, cookie } = await begin()
    const session = (await finish(await visit(url, REDIRECT), cookie)).json().data.access_token
    await second.close()
    const checked = () => store.one(sql`select checked_at from identities where issuer = ${second.issuer}`)
    const before = await checked()
    app.travel(16 * 60)
    await expect
      .poll(async () => {
        expect((await me(session)).data.role).toEqual(['admin'])
        return checked()
      })
      .not.toEqual(before)
    expect((await me(session)).data.role).toEqual(['admin'])
  })

  // Last, since all sessions have ended a month later.
  test('sessions end after a working day, tokens and links stop a month after the last sign-in', async () => {
    await configure()
    const pia = person({ groups: ['jefes'] })
    const session = await tokenOf(pia)
    const { token } = await apiTokenOf(app, session, ['view:scorecard'])
    const path = await linkPathOf(session)
    const answers = async () => [(await me(token)).status, (await app.get(`${path}.json`)).statusCode]
    expect(await answers()).toEqual([200, 200])
    app.travel(8 * 3600 + 1)
    expect((await me(session)).status).toBe(401)
    expect(await answers()).toEqual([200, 200])
    app.travel(30 * 24 * 3600)
    expect(await answers()).toEqual([401, 404])
    await signInAs(pia)
    expect(await answers()).toEqual([200, 200])
  })
})
