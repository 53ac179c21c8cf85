// A superAdmin looks as an account or a role: the same answers, no change, and both ends in the audit trail.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { isOpenWhileViewing } from '#contract/endpoint.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { BUILT_IN_ROLES, PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { type AppWithJobs, buildApp } from '#server/app.ts'
import type { App } from '#server/http/app.ts'
import { ACCOUNTS, PASSWORD, SCOPE, signIn, type TestApp, TIME_ZONE, testApp } from '#test/app.ts'
import { describeOneEngine, testEngine } from '#test/engines.ts'
import { addNewcomer, type CallWithToken, callWithToken } from '#test/newcomers.ts'
import { NIGHTLY } from '#test/nightly.ts'
import { openSmallShop } from '../../../../fixtures/open-small-shop.ts'
import { accountByEmail, addAccount, allRoles, assignRole, changeRole, createRole } from '../accounts.ts'

const { superAdmin } = ACCOUNTS
const NOW = new Date('2026-06-10T15:00:00Z')
const VIEWS = PERMISSIONS.filter((permission) => permission.startsWith('view:'))

const idOf = async ({ store }: TestApp, email: string) => (await accountByEmail(store, email))?.user_id ?? 0
const roleOf = async ({ store }: TestApp, name: string) =>
  (await allRoles(store)).find((role) => role.name === name)!
const codeOf = ({ body }: { body: string }) => JSON.parse(body).code

const caller =
  (app: App, token: string) =>
  (...[method, url, payload]: CallWithToken extends [string, ...infer Rest] ? Rest : never) =>
    callWithToken(app, token, method, url, payload)

describeOneEngine('looking as somebody else', (engine) => {
  let app: TestApp
  let now = NOW
  beforeAll(async () => {
    now = NOW
    app = await testApp(await engine.open(), { now: () => now })
  })
  afterAll(() => app.close())

  /** A session of the superAdmin that looks as an account or a role. */
  async function looking(as: object) {
    const token = await signIn(app, ACCOUNTS.superAdmin)
    const call = caller(app, token)
    const { statusCode, body } = await call('POST', '/api/view-as', as)
    expect(statusCode, body).toBe(200)
    return { token, call, me: async () => (await call('GET', '/api/me')).json().data }
  }
  const trail = async () => {
    const { data } = (
      await caller(app, await signIn(app, superAdmin))('GET', '/api/config/audit?per_page=1000')
    ).json()
    return data
      .filter((row: { action: string }) => row.action.startsWith('view-as'))
      .map((row: Record<string, string>) => [row.who, row.action, row.subject, row.changes])
  }
  const ends = (from: Date, to: Date) =>
    JSON.stringify({ from: [null, from.toISOString()], to: [null, to.toISOString()] })

  test('shows the account until the button or the sign-out ends it, and the trail names who, whom and when', async () => {
    const { call, me } = await looking({ kind: 'user', id: await idOf(app, ACCOUNTS.scoped) })
    expect(await me()).toMatchObject({
      ...{ email: ACCOUNTS.scoped, role: ['scoped'], scope: ['101', '102'] },
      viewing: { kind: 'user', name: 'scoped de prueba', since: NOW.toISOString() },
    })
    expect((await call('GET', '/api/users')).statusCode).toBe(403)
    now = new Date('2026-06-10T15:20:00Z')
    expect((await call('DELETE', '/api/view-as')).statusCode).toBe(200)
    expect(await me()).toMatchObject({ email: superAdmin, scope: null, viewing: null })
    expect((await trail()).slice(0, 2)).toEqual([
      [superAdmin, 'view-as.end', ACCOUNTS.scoped, ends(NOW, now)],
      [superAdmin, 'view-as.start', ACCOUNTS.scoped, '{}'],
    ])

    const asRole = await looking({ kind: 'role', id: (await roleOf(app, 'viewer')).id })
    expect(await asRole.me()).toMatchObject({ name: 'viewer', permissions: ['view:scorecard'] })
    expect((await asRole.call('POST', '/api/logout')).statusCode).toBe(200)
    expect((await trail())[0]).toEqual([superAdmin, 'view-as.end', 'viewer', ends(now, now)])
  })

  test('stays with the session through a renewal, and ends with it', async () => {
    const begun = now
    const { call } = await looking({ kind: 'role', id: (await roleOf(app, 'viewer')).id })
    const renewed = caller(app, (await call('POST', '/api/refresh')).json().data.access_token)
    expect((await renewed('GET', '/api/me')).json().data).toMatchObject({ viewing: { name: 'viewer' } })
    now = new Date(now.getTime() + 13 * 3600_000)
    expect((await renewed('GET', '/api/me')).statusCode).toBe(401)
    await signIn(app, ACCOUNTS.viewer)
    const expired = new Date(begun.getTime() + 12 * 3600_000)
    expect((await trail())[0]).toEqual([superAdmin, 'view-as.end', 'viewer', ends(begun, expired)])
  })

  test('shows no more than the own role does', async () => {
    const rights: Permission[] = ['settings', 'view:scorecard']
    const { session } = await addNewcomer(app, app.store, 'solo-configura', rights)
    const call = caller(app, session)
    const as = { kind: 'role', id: (await roleOf(app, 'superAdmin')).id }
    expect((await call('POST', '/api/view-as', as)).statusCode).toBe(200)
    expect((await call('GET', '/api/me')).json().data.permissions.sort()).toEqual(rights)
    expect((await call('GET', '/api/orders')).statusCode).toBe(403)
  })

  const inTransaction = (work: Parameters<TestApp['store']['transaction']>[0]) => app.store.transaction(work)
  /** What happens to the account, or to its role of the same name. */
  const changes = {
    'the role sees something else': async (name: string) => {
      const role = await roleOf(app, name)
      await inTransaction((tx) =>
        changeRole(tx, role, { name, permissions: ['view:orders'], dist_ids: null }),
      )
    },
    'the account gets another role': async (_: string, id: number) => {
      await inTransaction((tx) => assignRole(tx, id, 'viewer'))
    },
    'the account is deleted': async (_: string, id: number) => {
      const admin = caller(app, await signIn(app, superAdmin))
      expect((await admin('DELETE', `/api/users/${id}`)).statusCode).toBe(200)
    },
  }

  test.each(Object.entries(changes))('shows nothing more once %s', async (what, change) => {
    const name = what.replaceAll(' ', '-')
    const { email } = await addNewcomer(app, app.store, name, ['view:scorecard'])
    const id = await idOf(app, email)
    const { call, me } = await looking({ kind: 'user', id: id })
    expect(await me()).toMatchObject({ email })
    await change(name, id)
    for (const url of ['/api/me', '/api/summary/main-page', '/api/views', EVENTS_PATH])
      expect(codeOf(await call('GET', url)), url).toBe('viewing-ended')
    expect(codeOf(await call('POST', '/api/views', {}))).toBe('viewing-reads-only')
    expect((await call('DELETE', '/api/view-as')).statusCode).toBe(200)
    const written = (await trail()).filter(([, , subject]: string[]) => subject === email)
    expect(written.map(([, action]: string[]) => action)).toEqual(['view-as.end', 'view-as.start'])
    expect(await me()).toMatchObject({ email: superAdmin, viewing: null })
  })
})

describe('looking as somebody else, on every call', () => {
  const engine = testEngine('postgres')
  /** Ten roles: built-in, each kind of permission alone, and limited ones. */
  const roles: readonly (readonly [
    name: string,
    permissions: readonly Permission[],
    scope: readonly string[] | null,
  ])[] = [
    ['admin', BUILT_IN_ROLES.admin!, null],
    ['todo', PERMISSIONS, null],
    ['nada', [], null],
    ['vistas', VIEWS, null],
    ['vistas y personas', [...VIEWS, 'personal-data'], ['101']],
    ['vistas y archivos', [...VIEWS, 'export'], SCOPE],
    ['sin distribuidores', [...VIEWS, 'export', 'share'], []],
    ['tablero', ['view:scorecard'], SCOPE],
    ['órdenes', ['view:orders', 'personal-data', 'export'], ['101']],
    ['metas y notas', ['view:scorecard', 'goals', 'notes', 'import:files'], null],
  ]
  const emailOf = (name: string) => `de.${name.replaceAll(' ', '.')}@example.com`
  /** Two servers of one shop: the people ask one, the superAdmin that looks as they do the other, so that no answer is shared. */
  let theirs: TestApp
  let ours: AppWithJobs
  beforeAll(async () => {
    const store = await openSmallShop(engine)
    theirs = await testApp(store, { now: () => NOW })
    ours = await buildApp({ store, timeZone: TIME_ZONE, now: () => NOW })
    for (const [name, permissions, dist_ids] of roles) {
      if (name !== 'admin') await store.transaction((tx) => createRole(tx, { name, permissions, dist_ids }))
      await addAccount(store, { email: emailOf(name), name, role: name, password: PASSWORD }, NOW)
    }
    const owner = caller(theirs, await signIn(theirs, emailOf('todo')))
    const view = { name: 'Suya', address: '/', role_ids: [] as number[] }
    const shared = { ...view, name: 'De todos', role_ids: (await allRoles(store)).map(({ id }) => id) }
    for (const one of [view, shared]) expect((await owner('POST', '/api/views', one)).statusCode).toBe(200)
  })
  afterAll(async () => {
    await ours.server.close()
    await theirs.close()
  })

  const filled = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'dist_id' ? '101' : name.startsWith('role') ? 'customer' : '1',
    )
  const guarded = endpoints.filter(({ access }) => access !== 'public')
  const closed = guarded.filter((one) => !isOpenWhileViewing(one))
  /** Not the trail, to which looking itself adds. */
  const APART = ['/api/me', '/api/config/audit']
  const reads = guarded.filter(
    (one) => one.method === 'GET' && isOpenWhileViewing(one) && !APART.includes(one.path),
  )
  const asked = [
    ...reads.flatMap(({ path }, index) => {
      const url = `${filled(path)}?start_date=2026-05`
      return NIGHTLY || index % 10 === 0 ? [url, `${url}&export=1`] : [url]
    }),
    '/api/questions/answer?measures=net_sale,orders&by=distributor&from=2026-05-01&to=2026-05-31',
  ]

  /** By day a third of the answers, another one for each turn. */
  async function answersTo(call: ReturnType<typeof caller>, turn: number): Promise<Map<string, string>> {
    const answers = new Map<string, string>()
    for (const url of asked.filter((_, index) => NIGHTLY || index % 3 === turn % 3)) {
      const { statusCode, body } = await call('GET', url)
      // Looking changes the accounts, whose time these lists name.
      const compared = /users|roles-permissions|notes|views\b|opportunities\?/.test(url)
        ? body.replace(/"updated_at":"[^"]+"/, '')
        : body
      answers.set(url, `${statusCode} ${compared}`)
    }
    for (const text of ['ana', 'choc', '1001']) {
      const { body } = await call('POST', '/api/search', { text })
      answers.set(`search ${text}`, body)
    }
    return answers
  }

  test.each(roles)('what the role %s sees is what its people see, byte by byte', async (name) => {
    const person = caller(theirs, await signIn(theirs, emailOf(name)))
    const looking = caller(ours, await signIn(ours, ACCOUNTS.superAdmin))
    const both = [
      { kind: 'user', id: await idOf(theirs, emailOf(name)) },
      { kind: 'role', id: (await roleOf(theirs, name)).id },
    ]
    // By day the roles take turns: their person, or themselves.
    const turn = roles.findIndex(([one]) => one === name)
    const expected = await answersTo(person, turn)
    for (const as of NIGHTLY ? both : both.slice(turn % 2, (turn % 2) + 1)) {
      expect((await looking('POST', '/api/view-as', as)).statusCode).toBe(200)
      const isOwner = as.kind === 'role' && name === 'todo'
      // A role owns nothing.
      for (const [url, answer] of await answersTo(looking, turn))
        if (!isOwner || !/\/api\/(views|boards|notices)/.test(url))
          expect(answer, url).toBe(expected.get(url))
      const { viewing, ...me } = (await looking('GET', '/api/me')).json().data
      const { viewing: _, ...their } = (await person('GET', '/api/me')).json().data
      expect(viewing.name).toBe(name)
      if (as.kind === 'user') expect(me).toEqual(their)
      else expect(me).toMatchObject({ role: their.role, permissions: their.permissions, scope: their.scope })
      expect((await looking('DELETE', '/api/view-as')).statusCode).toBe(200)
    }
  })

  test('nothing can be changed, and nothing about the account itself be read', async () => {
    const call = caller(ours, await signIn(ours, ACCOUNTS.superAdmin))
    // May do everything, so that only looking refuses.
    expect(
      (await call('POST', '/api/view-as', { kind: 'user', id: await idOf(theirs, ACCOUNTS.superAdmin) }))
        .statusCode,
    ).toBe(200)
    const before = await answersTo(call, 0)
    const labels = (list: typeof guarded) => list.map(({ method, path }) => `${method} ${path}`)
    const open = guarded.filter((one) => one.method !== 'GET' && isOpenWhileViewing(one))
    expect(labels(open).sort()).toEqual([
      'DELETE /api/view-as',
      'POST /api/alerts/try',
      'POST /api/logout',
      'POST /api/refresh',
      'POST /api/search',
      'POST /api/sheet-mails/preview',
    ])
    expect(labels(closed.filter(({ method }) => method === 'GET')).sort()).toEqual([
      'GET /api/account/passkeys',
      'GET /api/account/provider',
      'GET /api/account/second-factor',
      'GET /api/account/sessions',
      'GET /api/config/crones/run/{cron_id}',
      'GET /api/data-links',
      'GET /api/notice-channels',
      'GET /api/tokens',
    ])
    for (const { method, path } of closed) {
      const answer = await call(method, filled(path), method === 'POST' ? {} : undefined)
      expect([path, answer.statusCode, codeOf(answer)]).toEqual([path, 403, 'viewing-reads-only'])
    }
    expect(await answersTo(call, 0)).toEqual(before)
  })

  test('is not for API tokens, nor for those without the permission', async () => {
    const admin = caller(ours, await theirs.tokenOf('admin'))
    expect((await admin('POST', '/api/view-as', { kind: 'role', id: 1 })).statusCode).toBe(403)
    const waiting = { kind: 'user', id: await idOf(theirs, ACCOUNTS.waiting) }
    expect(codeOf(await theirs.post('/api/view-as', waiting, 'superAdmin'))).toBe('account-waiting')
    expect(codeOf(await theirs.post('/api/view-as', { kind: 'user', id: 999 }, 'superAdmin'))).toBe(
      'user-not-found',
    )
    expect(codeOf(await theirs.post('/api/view-as', { kind: 'role', id: 999 }, 'superAdmin'))).toBe(
      'role-not-found',
    )
  })
})
