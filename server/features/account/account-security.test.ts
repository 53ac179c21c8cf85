// Who owns an account and how passwords are guessed, through the front door.
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountSession } from '#contract/account.ts'
import type { UserRow } from '#contract/administration.ts'
import type { Mail } from '#server/outbox/mail.ts'
import { secretKey } from '#server/shop/secret-key.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, OWN_PASSWORD, PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { withUserRevision } from '#test/revision.ts'
import { accountByEmail, addAccount } from './accounts.ts'
import { clientName } from './client-name.ts'
import { isCommonPassword } from './password-rules.ts'
import { openTokens } from './session-secret.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

test.each([
  [FIREFOX, 'Firefox, Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome, Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari, iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['', ''],
])('%s is shown as %s', (agent, name) => {
  expect(clientName(agent)).toBe(name)
})

describe('a new password', () => {
  const owner = { email: 'nora.vega@acme.example', name: 'Nora Vega' }
  test.each([
    'password1234',
    'P4ssw0rd!2026',
    'Contraseña2026',
    'qwertyuiop123',
    '1q2w3e4r5t6y',
    '123456789012',
    'aaaaaaaaaaaaaa',
    'passwordpassword',
    'gondola-2026!!',
    'NoraVega_1234',
    'acme.acme.2026',
    'ｐａｓｓｗｏｒｄ１２３４',
  ])('is refused as common: %s', (password) => {
    expect(isCommonPassword(password, owner)).toBe(true)
  })

  test.each([
    'una clave bien larga',
    'correct horse battery staple',
    'k7#vq!2m-Zt9x',
    'yerba con cáscara de naranja',
  ])('is accepted: %s', (password) => {
    expect(isCommonPassword(password, owner)).toBe(false)
  })
})

describeOneEngine('account security', (engine) => {
  let store: Store
  let app: TestApp
  const mails: Mail[] = []
  beforeAll(async () => {
    store = await engine.open()
    app = await testApp(store, {
      mail: async (mail) => void mails.push(mail),
      publicUrl: 'https://gondola.example',
    })
  })
  afterAll(() => app.close())

  interface Client {
    readonly from?: string
    readonly cookie?: string
    readonly agent?: string
  }
  const login = (email: string, password: string, { from = '10.0.0.1', cookie, agent }: Client = {}) =>
    app.server.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password },
      remoteAddress: from,
      headers: { ...(cookie && { cookie }), ...(agent && { 'user-agent': agent }) },
    })
  const as = (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  const newcomer = async (name: string, password_from: 'owner' | 'administrator' = 'owner') => {
    const email = `${name}@example.com`
    const account = { email, name: 'Nueva Persona', role: 'admin', password: PASSWORD, password_from }
    await addAccount(store, account, new Date())
    return email
  }
  const idOf = async (email: string) => (await accountByEmail(store, email))?.user_id ?? 0
  const save = async (body: Record<string, unknown> & { id?: number }) =>
    app.post('/api/users', await withUserRevision(store, body), 'superAdmin')
  const linkTo = async (to: string, count = 1) => {
    await expect.poll(() => mails.filter((mail) => mail.to === to).length).toBe(count)
    const link = /https:\S+/.exec(mails.findLast((mail) => mail.to === to)?.text ?? '')?.[0] ?? ''
    return new URL(link).searchParams.get('token')
  }
  const confirm = (token: string | null, password = OWN_PASSWORD) =>
    app.post('/api/auth/reset-password/confirm', { token, password })
  const register = (on: TestApp, email: string) =>
    on.post('/api/register', { email, password: PASSWORD, firstName: 'Cora', lastName: 'Lega' })

  test('a reset link becomes invalid when the e-mail of the account changes', async () => {
    const email = await newcomer('mudanza')
    await app.post('/api/auth/reset-password', { email })
    const token = await linkTo(email)
    await save({ id: await idOf(email), name: 'Nueva Persona', email: 'mudada@example.com', role: 'admin' })
    expect((await confirm(token)).json().errors).toEqual([
      { path: 'token', message: 'is wrong, used or expired' },
    ])
    expect((await login('mudada@example.com', PASSWORD)).statusCode).toBe(200)
  })

  test('the password of a registration never signs in: a link by mail sets another', async () => {
    const email = 'colega@example.com'
    await register(app, email)
    const link = await linkTo(email)
    expect((await save({ id: await idOf(email), name: 'Cora Lega', email, role: 'admin' })).statusCode).toBe(
      200,
    )
    const refused = await login(email, PASSWORD)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Falta elegir una contraseña con el enlace del correo.',
    ])
    // The first role sends a link again, since the earlier one may have expired; the newest counts.
    const newest = await linkTo(email, 2)
    expect((await confirm(link)).statusCode).toBe(400)
    expect((await confirm(newest)).statusCode).toBe(200)
    expect((await login(email, PASSWORD)).statusCode).toBe(401)
    expect((await login(email, OWN_PASSWORD)).statusCode).toBe(200)
  })

  test('without mail, the first role of a registered account needs a password', async () => {
    const silent = await testApp(store)
    const email = 'sincorreo@example.com'
    await register(silent, email)
    const { data } = (await silent.get('/api/users?email=sincorreo', 'superAdmin')).json()
    const [row] = data as UserRow[]
    expect(row).toMatchObject({ status: 'waiting', confirmed: false })
    const give = (more: object) =>
      silent.post(
        '/api/users',
        { id: row?.id, revision: row?.revision, name: 'Cora Lega', email, role: 'admin', ...more },
        'superAdmin',
      )
    const refused = await give({})
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([
      { path: 'password', message: 'is required: the e-mail is not confirmed', code: 'password-needed' },
    ])
    expect((await give({ password: OWN_PASSWORD })).statusCode).toBe(200)
    expect((await login(email, PASSWORD)).statusCode).toBe(401)
    expect((await login(email, OWN_PASSWORD)).statusCode).toBe(200)
    await silent.close()
  })

  test('a password from an administrator must be changed before anything else', async () => {
    const email = await newcomer('estrenada', 'administrator')
    const token = await signIn(app, email)
    expect((await as(token, 'GET', '/api/me')).json().data.must_change_password).toBe(true)
    const refused = await as(token, 'GET', '/api/summary/main-page')
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'The password must be changed.'])
    const change = { current: PASSWORD, password: OWN_PASSWORD }
    expect((await as(token, 'POST', '/api/account/password', change)).statusCode).toBe(200)
    expect((await as(token, 'GET', '/api/me')).json().data.must_change_password).toBe(false)
    expect((await as(token, 'GET', '/api/summary/main-page')).statusCode).toBe(200)
    await save({ id: await idOf(email), name: 'N', email, role: 'admin', password: 'dada por otra persona' })
    expect(
      (await as(await signIn(app, email, 'dada por otra persona'), 'GET', '/api/me')).json().data,
    ).toMatchObject({
      must_change_password: true,
    })
  })

  test('changing one’s password needs the current one, keeps this session and ends the others', async () => {
    const email = await newcomer('prolija')
    const [here, there] = [await signIn(app, email), await signIn(app, email)]
    const change = (current: string, password: string) =>
      as(here, 'POST', '/api/account/password', { current, password })
    const errors = async (current: string, password: string) => {
      const answer = await change(current, password)
      return [answer.statusCode, answer.json().errors]
    }
    expect(await errors('no es esta', OWN_PASSWORD)).toEqual([
      400,
      [{ path: 'current', message: 'is wrong', code: 'password-wrong' }],
    ])
    expect(await errors(PASSWORD, PASSWORD)).toEqual([
      400,
      [{ path: 'password', message: 'is the current one', code: 'password-same' }],
    ])
    expect(await errors(PASSWORD, 'prolija2026prolija')).toEqual([
      400,
      [{ path: 'password', message: 'is too common', code: 'password-common' }],
    ])
    expect((await change(PASSWORD, OWN_PASSWORD)).statusCode).toBe(200)
    expect((await as(here, 'GET', '/api/me')).statusCode).toBe(200)
    expect((await as(there, 'GET', '/api/me')).statusCode).toBe(401)
    expect((await login(email, PASSWORD)).statusCode).toBe(401)
    for (let tries = 0; tries < 10; tries++) await change('no es esta', PASSWORD)
    expect((await change(OWN_PASSWORD, PASSWORD)).statusCode).toBe(429)
  })

  test('refuses common passwords wherever one is set', async () => {
    const common = 'password1234'
    const named = [{ path: 'password', message: 'is too common', code: 'password-common' }]
    const signUp = { email: 'facil@example.com', password: common, firstName: 'Fa', lastName: 'Cil' }
    expect((await app.post('/api/register', signUp)).json().errors).toEqual(named)
    const given = { name: 'Fácil', email: 'facil@example.com', role: 'admin', password: 'gondola 2026!' }
    expect((await save(given)).json().errors).toEqual(named)
    const email = await newcomer('facilita')
    await app.post('/api/auth/reset-password', { email })
    expect((await confirm(await linkTo(email), common)).json().errors).toEqual(named)
  })

  test('wrong passwords of strangers lock out neither another network nor a known device', async () => {
    const email = ACCOUNTS.scoped
    const cookie = String((await login(email, PASSWORD)).headers['set-cookie']).split(';')[0] ?? ''
    // The cookie of another account, under the name of this one.
    const others = String((await login(ACCOUNTS.admin, PASSWORD)).headers['set-cookie']).split(/[=;]/)[1]
    const foreign = `${cookie.split('=')[0]}=${others}`
    const guess = (from: string) => login(email, 'no es esta', { from })
    for (let host = 1; host <= 10; host++)
      await Promise.all(Array.from({ length: 10 }, () => guess(`10.7.${host}.1`)))
    // A hundred guesses in an hour close the account to unknown devices, wherever they are.
    expect((await login(email, PASSWORD, { from: '10.7.99.1' })).statusCode).toBe(429)
    expect((await login(email, PASSWORD, { from: '10.7.99.1', cookie: foreign })).statusCode).toBe(429)
    expect(
      (await login(email, PASSWORD, { from: '10.7.99.1', cookie: `${cookie.slice(0, -4)}AAAA` })).statusCode,
    ).toBe(429)
    expect((await login(email, PASSWORD, { from: '10.7.1.1', cookie })).statusCode).toBe(200)
    for (let tries = 0; tries < 10; tries++) await login(email, 'no es esta', { cookie })
    expect((await login(email, PASSWORD, { cookie })).statusCode).toBe(429)
  })

  test('the cookie of a device is limited to sign-in and hidden from scripts, and is no access token', async () => {
    const set = String((await login(await newcomer('galleta'), PASSWORD)).headers['set-cookie'])
    expect(set).toMatch(
      /^gondola_device_\d+=[\w.-]+; Path=\/api\/login; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    )
    expect((await as(set.split(/[=;]/)[1] ?? '', 'GET', '/api/me')).statusCode).toBe(401)
  })

  test('lists the sessions of the account, ends one, and ends the others', async () => {
    const email = await newcomer('viajera')
    const tokens: string[] = []
    for (const [agent, from] of [
      [FIREFOX, '192.0.2.7'],
      ['curl/8.5.0', '2001:db8:0:1::9'],
      ['', '10.0.0.1'],
    ] as const)
      tokens.push((await login(email, PASSWORD, { agent, from })).json().data.access_token)
    const [one = '', two = '', three = ''] = tokens
    const sessions = async (): Promise<AccountSession[]> =>
      (await as(one, 'GET', '/api/account/sessions')).json().data
    const all = await sessions()
    expect(all.map(({ network }) => network).sort()).toEqual(['10.0.0.1', '192.0.2.7', '2001:db8:0:1::/64'])
    const current = all.find((session) => session.current)
    expect(current).toMatchObject({
      client: 'Firefox, Windows',
      device: 'dashboard-web',
      network: '192.0.2.7',
    })
    const second = all.find(({ client }) => client === 'curl')
    const end = (token: string) => as(token, 'DELETE', `/api/account/sessions/${second?.id}`)
    expect((await end(await app.tokenOf('admin'))).statusCode).toBe(404)
    expect((await end(one)).statusCode).toBe(200)
    expect((await end(one)).json().message).toBe('Session not found')
    expect((await as(two, 'GET', '/api/me')).statusCode).toBe(401)
    expect((await as(one, 'DELETE', '/api/account/sessions')).json().data).toEqual({ ended: 1 })
    expect((await as(three, 'GET', '/api/me')).statusCode).toBe(401)
    expect((await sessions()).map(({ id }) => id)).toEqual([current?.id])
  })

  test('updates the last use in the list of sessions', async () => {
    const token = await signIn(app, await newcomer('activa'))
    const [before] = (await as(token, 'GET', '/api/account/sessions')).json().data
    app.travel(6 * 60)
    await app.server.inject({
      url: '/api/me',
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: '203.0.113.5',
    })
    await expect
      .poll(async () => (await as(token, 'GET', '/api/account/sessions')).json().data[0].network)
      .toBe('203.0.113.5')
    const [after] = (await as(token, 'GET', '/api/account/sessions')).json().data
    app.travel(-6 * 60)
    expect(after.used_at > before.used_at).toBe(true)
  })

  test.each([
    [false, 24],
    [true, 90 * 24],
  ])(
    'a session ends after its longest life, however often it is refreshed (remembered: %s)',
    async (remember, hours) => {
      const signedIn = await app.post('/api/login', { email: ACCOUNTS.viewer, password: PASSWORD, remember })
      let token: string = signedIn.json().data.access_token
      const step = hours / 8
      for (let part = 1; part < 8; part++) {
        app.travel(step * 3600)
        token = (await as(token, 'POST', '/api/refresh')).json().data.access_token
      }
      const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      app.travel(step * 3600 - 60)
      const last = (await as(token, 'GET', '/api/me')).statusCode
      app.travel(120)
      const over = (await as(token, 'GET', '/api/me')).statusCode
      const end = Date.now() / 1000 + hours * 3600
      app.travel(-hours * 3600 - 60)
      expect([last, over]).toEqual([200, 401])
      expect(Math.abs(exp - end)).toBeLessThan(60)
    },
  )

  test('changes of users and roles need a recent password', async () => {
    const token = await signIn(app, ACCOUNTS.superAdmin)
    const role = { name: 'Reciente', permissions: [], dist_ids: null }
    const create = () => as(token, 'POST', '/api/roles-permissions', role)
    app.travel(16 * 60)
    const refused = await create()
    const others = await Promise.all([
      as(token, 'POST', '/api/users', { name: 'X', email: 'x@example.com', role: '' }),
      as(token, 'DELETE', '/api/users/999'),
      as(token, 'DELETE', '/api/roles-permissions/999'),
    ])
    const read = await as(token, 'GET', '/api/users')
    const wrong = await as(token, 'POST', '/api/account/confirm-password', { password: 'no es esta' })
    const right = await as(token, 'POST', '/api/account/confirm-password', { password: PASSWORD })
    const created = await create()
    app.travel(-16 * 60)
    expect([refused, ...others].map((answer) => [answer.statusCode, answer.json().message])).toEqual(
      Array.from({ length: 4 }, () => [403, 'The password must be confirmed.']),
    )
    expect([read, wrong, right, created].map(({ statusCode }) => statusCode)).toEqual([200, 400, 200, 200])
    expect(wrong.json().errors).toEqual([{ path: 'password', message: 'is wrong', code: 'password-wrong' }])
  })

  test('compares role names without case, blanks and width', async () => {
    const create = (name: string) =>
      app.post('/api/roles-permissions', { name, permissions: [], dist_ids: null }, 'superAdmin')
    expect((await create('  Zona   Ñandú ')).statusCode).toBe(200)
    for (const name of [
      'zona ñandú',
      'Zona Ñandú',
      'ＺＯＮＡ ñandú',
      'Zona N\u0303andu\u0301',
      'Zona\u200b Ñandú',
    ])
      expect((await create(name)).json().message, name).toBe('The role exists.')
    const { data } = (await app.get('/api/roles-permissions?per_page=100', 'superAdmin')).json()
    expect(data.map(({ name }: { name: string }) => name)).toContain('Zona Ñandú')
  })

  test('a role with settings cannot be limited to distributors', async () => {
    const role = { name: 'Encargada', permissions: ['settings'], dist_ids: ['101'] }
    const refused = await app.post('/api/roles-permissions', role, 'superAdmin')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([
      {
        path: 'dist_ids',
        message: 'must be null: a role with the permission settings cannot be limited to distributors',
      },
    ])
  })

  test('encrypts the secret of tokens with a key outside the database, and replaces it when that key is lost', async () => {
    const fresh = await engine.open()
    const [key, other] = ['k'.repeat(32), 'o'.repeat(32)].map((text) => secretKey(text, undefined))
    const claims = { userId: 1, sessionId: 's', generation: 1, issued: 1, expires: 9_999_999_999 }
    const plain = await (await openTokens(fresh, undefined)).sign(claims)
    const stored = async () =>
      (await fresh.one<{ value: string }>(sql`select value from settings where option = 'session_secret'`))
        ?.value
    const unsealed = String(await stored())
    const forAudience = (audience: string) =>
      new SignJWT({ sid: 's', gen: 1 })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('gondola')
        .setAudience(audience)
        .setSubject('1')
        .setIssuedAt(1)
        .setExpirationTime(9_999_999_999)
        .sign(Buffer.from(JSON.parse(unsealed), 'base64url'))
    const open = await openTokens(fresh, undefined)
    expect(await open.check(await forAudience('gondola-api'), new Date())).toEqual(claims)
    await expect(open.check(await forAudience('gondola-device'), new Date())).rejects.toThrow('Unauthorized')

    const token = await (await openTokens(fresh, key)).sign(claims)
    expect(await stored()).toMatch(/^"v1\./)
    expect(await stored()).not.toContain(JSON.parse(unsealed))
    await expect((await openTokens(fresh, key)).check(plain, new Date())).rejects.toThrow('Unauthorized')
    expect(await (await openTokens(fresh, key)).check(token, new Date())).toEqual(claims)

    await expect(openTokens(fresh, undefined)).rejects.toThrow('GONDOLA_SECRET_KEY')
    const [first, second] = await Promise.all([openTokens(fresh, other), openTokens(fresh, other)])
    await expect(first.check(token, new Date())).rejects.toThrow('Unauthorized')
    expect(await second.check(await first.sign(claims), new Date())).toEqual(claims)
  })
})
