// Sign-in, sessions and their end through the front door, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mail } from '#server/outbox/mail.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { accountByEmail, addAccount, assignRole, changePassword } from './accounts.ts'
import { ensureFirstAdmin } from './first-admin.ts'
import { networkOf } from './rate-limit.ts'

const refusal = (code: string) => ({ success: false, code, message: 'Unauthorized' })
const WRONG = refusal('wrong-credentials')

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1::9', '2001:db8:0:1::/64'],
  ['2001:0DB8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describeOneEngine('accounts', (engine) => {
  let store: Store
  let app: TestApp
  const mails: Mail[] = []
  beforeAll(async () => {
    store = await engine.open()
    const mail = async (sent: Mail) => void mails.push(sent)
    app = await testApp(store, { mail, publicUrl: 'https://gondola.example' })
  })
  afterAll(() => app.close())

  const login = (email: string, password: string, remoteAddress = '10.0.0.1') =>
    app.server.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password, device: 'dashboard-web' },
      remoteAddress,
    })
  const meOf = (token: string) => app.get({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })
  const postAs = (token: string, url: string) =>
    app.server.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` } })
  const newcomer = async (email: string, role = 'admin') => {
    await addAccount(store, { email, name: 'Nueva Persona', role, password: PASSWORD }, new Date())
    return (await accountByEmail(store, email))?.user_id ?? 0
  }
  /** The token in the link of the newest mail to an address, which is sent in the background. */
  const linkTo = async (to: string) => {
    await expect.poll(() => mails.some((mail) => mail.to === to)).toBe(true)
    const link = /https:\S+/.exec(mails.findLast((mail) => mail.to === to)?.text ?? '')?.[0] ?? ''
    return { link, token: new URL(link).searchParams.get('token') ?? '' }
  }
  const lifeOf = (token: string): number => {
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return exp - iat
  }

  test('sign-in returns the account, ignoring the case of the e-mail', async () => {
    const answer = await login('Admin@Example.COM', PASSWORD)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toMatchObject({
      success: true,
      data: { user_data: { display_name: 'admin de prueba', email: ACCOUNTS.admin } },
    })
    expect((await meOf(answer.json().data.access_token)).json().data).toEqual({
      id: expect.any(Number),
      name: 'admin de prueba',
      email: ACCOUNTS.admin,
      avatar: '',
      time_zone: 'America/Argentina/Buenos_Aires',
      role: ['admin'],
      permissions: expect.arrayContaining(['view:scorecard', 'export', 'personal-data']),
      scope: null,
      scope_names: null,
      must_change_password: false,
      must_set_up_second_factor: false,
      viewing: null,
    })
    expect((await app.get('/api/me', 'scoped')).json().data.scope).toEqual(['101', '102'])
  })

  test('gives the same answer to a wrong password and an unknown e-mail', async () => {
    const wrong = await login(ACCOUNTS.viewer, 'otra clave cualquiera')
    const unknown = await login('nadie@example.com', 'otra clave cualquiera')
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect([wrong.json(), unknown.json()]).toEqual([WRONG, WRONG])
  })

  test('says that an account waits for a role only if the password is right', async () => {
    expect((await login(ACCOUNTS.waiting, 'otra clave cualquiera')).json()).toEqual(WRONG)
    const answer = await login(ACCOUNTS.waiting, PASSWORD)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toBe('La cuenta espera que le asignen un rol.')
  })

  test('a remembered session lasts 30 days, a tab session 12 hours', async () => {
    const answer = await app.post('/api/login', { email: ACCOUNTS.admin, password: PASSWORD, remember: true })
    expect(lifeOf(answer.json().data.access_token)).toBe(30 * 24 * 3600)
    expect(lifeOf(await signIn(app, ACCOUNTS.admin))).toBe(12 * 3600)
  })

  test('a refresh returns the next token and revokes the old one', async () => {
    const first = await signIn(app, ACCOUNTS.admin)
    const answer = await postAs(first, '/api/refresh')
    const second = answer.json().data.access_token
    expect(answer.statusCode).toBe(200)
    expect((await meOf(first)).statusCode).toBe(401)
    expect((await meOf(second)).statusCode).toBe(200)
  })

  test('two refreshes with the same token return the same next token', async () => {
    const token = await signIn(app, ACCOUNTS.admin)
    const answers = await Promise.all([postAs(token, '/api/refresh'), postAs(token, '/api/refresh')])
    app.travel(20)
    answers.push(await postAs(token, '/api/refresh'))
    const next = answers.map((answer) => answer.json().data.access_token)
    expect(new Set(next).size).toBe(1)
    expect((await meOf(next[0])).statusCode).toBe(200)
    expect((await meOf(token)).statusCode).toBe(401)
    // One more refresh ends it: the first token is then two behind.
    const last = (await postAs(next[0], '/api/refresh')).json().data.access_token
    expect((await postAs(token, '/api/refresh')).statusCode).toBe(401)
    expect((await meOf(last)).statusCode).toBe(200)
    app.travel(-20)
  })

  test('reusing a revoked token later ends the session of both holders', async () => {
    const stolen = await signIn(app, ACCOUNTS.admin)
    const next = (await postAs(stolen, '/api/refresh')).json().data.access_token
    app.travel(60)
    expect((await meOf(next)).statusCode).toBe(200)
    expect((await postAs(stolen, '/api/refresh')).statusCode).toBe(401)
    expect((await meOf(next)).statusCode).toBe(401)
    app.travel(-60)
  })

  test('sign-out ends this session at once and no other', async () => {
    const [one, other] = [await signIn(app, ACCOUNTS.admin), await signIn(app, ACCOUNTS.admin)]
    expect((await postAs(one, '/api/logout')).json()).toEqual({ success: true, data: { provider_url: null } })
    expect((await meOf(one)).json()).toEqual(refusal('unauthorized'))
    expect((await meOf(other)).statusCode).toBe(200)
  })

  test('a changed role applies from the next call on, and a deleted user has none', async () => {
    const id = await newcomer('pasajera@example.com')
    const token = await signIn(app, 'pasajera@example.com')
    const resume = () =>
      app.get({ url: '/api/distributors/resume', headers: { authorization: `Bearer ${token}` } })
    expect((await resume()).statusCode).toBe(200)
    await store.transaction((tx) => assignRole(tx, id, 'viewer'))
    expect((await resume()).statusCode).toBe(403)
    await store.transaction((tx) => assignRole(tx, id, ''))
    expect((await resume()).statusCode).toBe(401)
  })

  test('a second process sees at once that the first ended a session', async () => {
    const elsewhere = await testApp(store)
    const token = await signIn(app, ACCOUNTS.viewer)
    const there = () => elsewhere.get({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })
    expect((await there()).statusCode).toBe(200)
    await postAs(token, '/api/logout')
    expect((await there()).statusCode).toBe(401)
    await elsewhere.close()
  })

  test('sign-up never grants access and never reveals whether an account exists', async () => {
    const body = {
      email: 'Nueva@Example.com',
      password: 'doce letras al menos',
      firstName: 'Nora',
      lastName: 'Vega',
    }
    const first = await app.post('/api/register', body)
    const again = await app.post('/api/auth/sign-up', { ...body, password: 'otra clave de doce' })
    expect(first.statusCode).toBe(200)
    expect(again.body).toBe(first.body)
    expect((await login(body.email, body.password)).statusCode).toBe(403)
    expect((await login(body.email, 'otra clave de doce')).statusCode).toBe(401)
    expect(await accountByEmail(store, 'nueva@example.com')).toMatchObject({ name: 'Nora Vega', role: '' })
  })

  test('sign-up names invalid fields', async () => {
    const answer = await app.post('/api/register', {
      email: 'x',
      password: 'corta',
      firstName: ' ',
      lastName: 'V',
    })
    expect(answer.statusCode).toBe(400)
    expect(
      answer
        .json()
        .errors.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['email', 'firstName', 'password'])
    expect(answer.body).toContain('Must be at least 12 characters')
    expect(answer.body).not.toContain('corta')
  })

  test('too many wrong passwords lock the account for their network for a while', async () => {
    await newcomer('asediada@example.com')
    for (let tries = 0; tries < 10; tries++)
      await login('asediada@example.com', `intento ${tries}`, '10.9.9.9')
    const blocked = await login('asediada@example.com', PASSWORD, '10.9.9.9')
    expect(blocked.statusCode).toBe(429)
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(800)
    expect(blocked.json()).toEqual({
      success: false,
      code: 'too-many-requests',
      message: 'Too Many Requests',
    })
    expect((await login('asediada@example.com', PASSWORD, '10.9.9.8')).statusCode).toBe(200)
    app.travel(16 * 60)
    expect((await login('asediada@example.com', PASSWORD, '10.9.9.9')).statusCode).toBe(200)
    app.travel(-16 * 60)
  })

  test('who is refused for the mistakes of others gets in after the wait that the answer names', async () => {
    await newcomer('companera@example.com')
    const office = '10.9.7.7'
    const colleagues = [...Object.values(ACCOUNTS), 'nadie@example.com']
    const guesses = Array.from({ length: 10 }, () => colleagues).flat()
    await Promise.all(guesses.map((email) => login(email, 'no es esta', office)))
    app.travel(10 * 60)
    const refused = () => login('companera@example.com', PASSWORD, office)
    const tries = [await refused()]
    while (tries.length < 11) tries.push(await refused())
    expect(tries.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(429))
    const wait = Number(tries.at(-1)?.headers['retry-after'])
    expect(wait).toBeLessThanOrEqual(5 * 60)
    app.travel(wait)
    expect((await refused()).statusCode).toBe(200)
    app.travel(-wait - 10 * 60)
  })

  test('invites a new account by mail, with a link for one use within seven days', async () => {
    const invite = async (email: string) => {
      const made = await app.server.inject({
        method: 'POST',
        url: '/api/users',
        headers: { authorization: `Bearer ${await signIn(app, ACCOUNTS.superAdmin)}` },
        payload: { name: 'Ines Vega', email, role: 'viewer' },
      })
      expect(made.statusCode, made.body).toBe(200)
      return (await linkTo(email)).token
    }
    const choose = (token: string, password: string) =>
      app.post('/api/auth/reset-password/confirm', { token, password })
    const token = await invite('invitada@example.com')
    const passwordFrom = async () =>
      (await store.one(sql`select password_from from users where email = 'invitada@example.com'`))
        ?.password_from
    expect(await passwordFrom()).toBe('invitation')
    const audited = await app.get('/api/config/audit?action=user.create&subject=invitada', 'superAdmin')
    const [entry] = audited.json().data
    expect(JSON.parse(entry.changes)).toMatchObject({
      email: [null, 'invitada@example.com'],
      invited: [null, true],
    })
    const mail = mails.findLast(({ to }) => to === 'invitada@example.com')
    expect([mail?.subject, mail?.text]).toEqual([
      'Góndola: invitación',
      expect.stringContaining('sirve una sola vez, durante siete días'),
    ])
    expect((await login('invitada@example.com', '')).statusCode).toBe(400)
    app.travel(7 * 24 * 3600 - 60)
    expect((await choose(token, 'una clave de la invitada')).statusCode).toBe(200)
    expect((await login('invitada@example.com', 'una clave de la invitada')).statusCode).toBe(200)
    expect(await passwordFrom()).toBe('owner')
    expect((await choose(token, 'otra clave de la invitada')).statusCode).toBe(400)
    app.travel(60 - 7 * 24 * 3600)

    const late = await invite('tarde@example.com')
    app.travel(7 * 24 * 3600 + 60)
    expect((await choose(late, 'una clave de la invitada')).statusCode).toBe(400)
    app.travel(-7 * 24 * 3600 - 60)
  })

  test('concurrent attempts count together, whether the e-mail is known or not', async () => {
    const many = Array.from({ length: 14 }, (_, index) =>
      login('fantasma@example.com', `clave ${index}`, '10.8.8.8'),
    )
    const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
  })

  test('addresses of one IPv6 network share a limit', async () => {
    const ask = (remoteAddress: string) =>
      app.server.inject({
        method: 'POST',
        url: '/api/auth/reset-password',
        payload: { email: 'nadie@example.com' },
        remoteAddress,
      })
    for (let host = 1; host <= 20; host++)
      expect((await ask(`2001:db8:7:1::${host.toString(16)}`)).statusCode).toBe(200)
    expect((await ask('2001:db8:7:1:ffff::1')).statusCode).toBe(429)
    expect((await ask('2001:db8:7:2::1')).statusCode).toBe(200)
  })

  test('a reset link works once within an hour and ends every session', async () => {
    await newcomer('olvidadiza@example.com')
    const token = await signIn(app, 'olvidadiza@example.com')
    const asked = await app.post('/api/auth/reset-password', { email: 'Olvidadiza@example.com' })
    const { link, token: reset } = await linkTo('olvidadiza@example.com')
    expect(link).toMatch(/^https:\/\/gondola\.example\/auth\/reset-password\?token=/)

    const confirm = (password: string) =>
      app.post('/api/auth/reset-password/confirm', { token: reset, password })
    expect((await confirm('corta')).statusCode).toBe(400)
    expect((await confirm('una clave nueva y larga')).statusCode).toBe(200)
    const again = await confirm('otra clave nueva y larga')
    expect(again.statusCode).toBe(400)
    expect(again.json().errors).toEqual([{ path: 'token', message: 'is wrong, used or expired' }])
    expect((await meOf(token)).statusCode).toBe(401)
    expect((await login('olvidadiza@example.com', 'una clave nueva y larga')).statusCode).toBe(200)

    const strangers = await app.post('/api/auth/reset-password', { email: 'nadie@example.com' })
    expect(strangers.body).toBe(asked.body)
    expect(mails.map(({ to }) => to)).not.toContain('nadie@example.com')
  })

  test('a newer reset link ends the ones before it', async () => {
    await newcomer('dosveces@example.com')
    const ask = () => app.post('/api/auth/reset-password', { email: 'dosveces@example.com' })
    const confirm = (token: string) =>
      app.post('/api/auth/reset-password/confirm', { token, password: 'una clave nueva y larga' })
    await ask()
    const first = await linkTo('dosveces@example.com')
    await ask()
    await expect.poll(async () => (await linkTo('dosveces@example.com')).token).not.toBe(first.token)
    expect((await confirm(first.token)).statusCode).toBe(400)
    expect((await confirm((await linkTo('dosveces@example.com')).token)).statusCode).toBe(200)
  })

  test('refuses a reset link older than an hour', async () => {
    await app.post('/api/auth/reset-password', { email: ACCOUNTS.viewer })
    const { token } = await linkTo(ACCOUNTS.viewer)
    app.travel(3601)
    const answer = await app.post('/api/auth/reset-password/confirm', {
      token,
      password: 'una clave nueva y larga',
    })
    app.travel(-3601)
    expect(answer.statusCode).toBe(400)
  })

  test('stores passwords as Argon2id, and no tokens or unknown e-mails', async () => {
    const hashes = await store.all<{ password_hash: string }>(sql`select password_hash from users`)
    const costs = new Set(hashes.map(({ password_hash }) => password_hash.split('$').slice(1, 4).join(' ')))
    // The accounts of test/app.ts have a cheap hash; the product made the others.
    expect(costs).toEqual(new Set(['argon2id v=19 m=8,t=1,p=1', 'argon2id v=19 m=19456,t=2,p=1']))
    const subjects = await store.all<{ subject: string }>(sql`select subject from sign_in_attempts`)
    expect(JSON.stringify(subjects)).not.toContain('@')
  })

  test('changing a password ends the sessions of its account', async () => {
    const id = await newcomer('cambiante@example.com')
    const token = await signIn(app, 'cambiante@example.com')
    await store.transaction((tx) => changePassword(tx, id, { hash: 'none', from: 'owner' }, new Date()))
    expect((await meOf(token)).statusCode).toBe(401)
  })

  test('creates the first superAdmin once, from the environment or with a password printed once', async () => {
    const empty = await engine.open()
    const made = await ensureFirstAdmin(empty, undefined)
    expect(made?.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    expect(await ensureFirstAdmin(empty, { email: 'x@example.com', password: PASSWORD })).toBeUndefined()
    const passing = [made?.email ?? '']
    expect(await ensureFirstAdmin(empty, { email: 'X@example.com', password: PASSWORD }, passing)).toEqual({
      email: 'x@example.com',
    })
    expect(await empty.all(sql`select who, action, subject from audit order by audit_id`)).toEqual(
      [made?.email, 'x@example.com'].map((subject) => ({ who: 'gondola', action: 'user.create', subject })),
    )
    const first = await testApp(empty)
    expect(await signIn(first, 'x@example.com')).toBeTypeOf('string')
    await first.close()
  })
})
