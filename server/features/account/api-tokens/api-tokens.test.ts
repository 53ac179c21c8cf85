// API tokens through the front door: who may have which, what ends them, and what must never be shown.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiToken } from '#contract/api-tokens.ts'
import { column } from '#contract/columns.ts'
import { list } from '#contract/list.ts'
import { listEndpoint } from '#contract/list-endpoint.ts'
import { API_TOKEN_PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { listRoute } from '#server/http/list-route.ts'
import { noLimits } from '#server/http/load-limits.ts'
import { logTo } from '#server/http/logging.ts'
import { rateLimiter } from '#server/http/rate-limiter.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { apiTokenOf, OWN_PASSWORD, PASSWORD, SCOPE, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { addNewcomer, type CallWithToken, callWithToken } from '#test/newcomers.ts'
import { openSmallShop } from '../../../../fixtures/open-small-shop.ts'
import { accountByEmail, allRoles, assignRole, changePassword, changeRole } from '../accounts.ts'

/** A file larger than a connection buffers; few rows are soon written. */
const numbers = listEndpoint(
  list('/api/numbers', {
    access: 'view:orders',
    summary: 'Many numbers',
    columns: [column('number', 'Número', 'integer'), column('note', 'Nota', 'text')],
    key: ['number'],
    orderBy: 'number',
    order: 'ASC',
    file: 'muchos',
  }),
)

describeOneEngine('API tokens', (engine) => {
  let store: Store
  let app: TestApp
  let address: string
  const lines: string[] = []
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store, {
      logger: logTo({ write: (line) => void lines.push(line) }, 'info'),
      extend: (_server, own) =>
        listRoute(own, numbers, () =>
          wholeShop(
            'no shop at all',
            sql`select n as number, repeat('x', 5000) as note from generate_series(1, 8000) t (n)`,
          ),
        ),
    })
    address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  const as = (...call: CallWithToken) => callWithToken(app, ...call)
  const create = (session: string, body: object) =>
    as(session, 'POST', '/api/tokens', { name: 'Planilla', permissions: ['view:scorecard'], ...body })
  const listOf = async (session: string): Promise<ApiToken[]> =>
    (await as(session, 'GET', '/api/tokens')).json().data
  const statusOf = async (token: string, url = '/api/summary/main-page') =>
    (await as(token, 'GET', url)).statusCode

  const newcomer = (
    name: string,
    permissions: readonly Permission[] = API_TOKEN_PERMISSIONS,
    dist_ids?: readonly string[],
  ) => addNewcomer(app, store, name, permissions, dist_ids)
  const idOf = async (email: string) => (await accountByEmail(store, email))?.user_id ?? 0

  test('a token is shown once, listed without its secret, and stored as a hash', async () => {
    const { session } = await newcomer('una')
    const made = await create(session, { name: '  Power   BI ', dist_ids: ['101'], days: 30 })
    expect(made.statusCode, made.body).toBe(200)
    const { id, token, expires_at } = made.json().data
    expect(token).toMatch(/^gondola_pat_[0-9A-Za-z]{36}$/)
    expect(await listOf(session)).toEqual([
      {
        id,
        name: 'Power BI',
        hint: token.slice(-4),
        permissions: ['view:scorecard'],
        dist_ids: ['101'],
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        expires_at,
        expired: false,
        used_at: null,
        network: '',
      },
    ])
    expect(await statusOf(token)).toBe(200)
    await expect.poll(async () => (await listOf(session))[0]?.network).toBe('127.0.0.1')
    const stored = await store.all(sql`select * from api_tokens`)
    const audited = await store.all(sql`select * from audit`)
    const seen = JSON.stringify([stored, audited, lines, await listOf(session)])
    expect(seen).toContain('token.create')
    expect(seen).not.toContain(token.slice(12, -6))
    expect(lines.some((line) => JSON.parse(line).apiToken === id)).toBe(true)
  })

  test('a token can only be given rights of its account', async () => {
    const { session } = await newcomer('limitada', ['view:scorecard', 'view:orders'], SCOPE)
    const refusal = async (body: object) => (await create(session, body)).json().errors
    expect(await refusal({ permissions: ['view:orders', 'personal-data'] })).toEqual([
      { path: 'permissions', message: 'exceed those of the account: personal-data' },
    ])
    expect(await refusal({ permissions: ['settings'] })).toEqual([
      { path: 'permissions.0', message: expect.stringContaining('must be one of view:scorecard') },
    ])
    expect(await refusal({ dist_ids: ['101', '103'] })).toEqual([
      { path: 'dist_ids', message: 'exceed those of the account: 103' },
    ])
    expect(await refusal({ permissions: [] })).toEqual([
      { path: 'permissions', message: 'must name at least one' },
    ])
    expect(await refusal({ dist_ids: [] })).toEqual([
      { path: 'dist_ids', message: 'must be null or name at least one' },
    ])
    expect(await refusal({ name: ' ' })).toEqual([{ path: 'name', message: 'is required' }])
    expect(await refusal({ days: 400 })).toEqual([{ path: 'days', message: expect.any(String) }])
    expect(await listOf(session)).toEqual([])
  })

  test('a token loses what its account loses, and regains it with the account', async () => {
    const { session } = await newcomer('cambiante', ['view:scorecard', 'view:orders'])
    const { token } = await apiTokenOf(app, session, ['view:scorecard', 'view:orders'], ['101', '103'])
    const role = async () => (await allRoles(store)).find(({ name }) => name === 'cambiante')
    const change = async (permissions: readonly Permission[], dist_ids: readonly string[] | null) => {
      const before = await role()
      await store.transaction((tx) => changeRole(tx, before!, { name: 'cambiante', permissions, dist_ids }))
    }
    const held = async () => {
      const { permissions, scope } = (await as(token, 'GET', '/api/me')).json().data
      return { permissions, scope }
    }
    const netSale = async () =>
      (await as(token, 'GET', '/api/summary/main-page?start_date=2026-05')).json().data.main_month.net_sale
    expect(await held()).toEqual({ permissions: ['view:scorecard', 'view:orders'], scope: ['101', '103'] })
    expect(await netSale()).toBeGreaterThan(0)
    await change(['view:scorecard', 'personal-data'], ['101', '102'])
    expect(await held()).toEqual({ permissions: ['view:scorecard'], scope: ['101'] })
    expect((await listOf(session))[0]).toMatchObject({ permissions: ['view:scorecard'], dist_ids: ['101'] })
    await change(['view:scorecard'], ['102'])
    expect(await held()).toEqual({ permissions: ['view:scorecard'], scope: [] })
    expect(await netSale()).toBe(0)
    await change(['view:scorecard', 'view:orders'], null)
    expect(await held()).toEqual({ permissions: ['view:scorecard', 'view:orders'], scope: ['101', '103'] })
  })

  test('a token ends when it expires, is revoked, or its account loses its role or is deleted', async () => {
    const { session, email } = await newcomer('fin')
    const fresh = async () => (await apiTokenOf(app, session, ['view:scorecard'])).token
    const expiring = (await create(session, { days: 1 })).json().data.token
    app.travel(24 * 3600 - 60)
    expect(await statusOf(expiring)).toBe(200)
    app.travel(61)
    expect(await statusOf(expiring)).toBe(401)
    app.travel(-24 * 3600 - 1)
    const revoked = await apiTokenOf(app, session, ['view:scorecard'])
    expect(await statusOf(revoked.token)).toBe(200)
    const other = await newcomer('otra')
    expect((await as(other.session, 'DELETE', `/api/tokens/${revoked.id}`)).statusCode).toBe(404)
    expect((await as(session, 'DELETE', `/api/tokens/${revoked.id}`)).statusCode).toBe(200)
    expect((await as(session, 'DELETE', `/api/tokens/${revoked.id}`)).statusCode).toBe(404)
    expect(await statusOf(revoked.token)).toBe(401)
    const left = await fresh()
    const id = await idOf(email)
    await store.transaction((tx) => assignRole(tx, id, ''))
    expect(await statusOf(left)).toBe(401)
    await store.transaction((tx) => assignRole(tx, id, 'fin'))
    expect(await statusOf(left)).toBe(200)
    await app.server.inject({
      method: 'DELETE',
      url: `/api/users/${id}`,
      headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
    })
    expect(await statusOf(left)).toBe(401)
  })

  test('a password changed by its owner keeps tokens, one that replaces a lost password ends them', async () => {
    const { session, email } = await newcomer('clave')
    const { token } = await apiTokenOf(app, session, ['view:scorecard'])
    const changed = await as(session, 'POST', '/api/account/password', {
      current: PASSWORD,
      password: OWN_PASSWORD,
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(await statusOf(token)).toBe(200)
    const id = await idOf(email)
    const { password_hash: hash } = (await accountByEmail(store, email)) ?? { password_hash: '' }
    await store.transaction((tx) => changePassword(tx, id, { hash, from: 'owner' }, new Date()))
    expect(await statusOf(token)).toBe(401)
  })

  test('creating a token requires a recent password, and no token can create another', async () => {
    const { session, email } = await newcomer('reciente')
    const { token } = await apiTokenOf(app, session, API_TOKEN_PERMISSIONS)
    const refused = await create(token, {})
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'API tokens cannot make this call.'])
    app.travel(16 * 60)
    expect((await create(session, {})).json().message).toBe('The password must be confirmed.')
    app.travel(-16 * 60)
    await store.run(sql`update users set password_from = 'administrator' where email = ${email}`)
    await store.transaction((tx) => bumpVersions(tx, ['accounts']))
    expect((await create(session, {})).json().message).toBe('The password must be changed.')
    expect((await as(token, 'GET', '/api/summary/main-page')).json().message).toBe(
      'The password must be changed.',
    )
  })

  const FILE = '/api/numbers?export=1&csv=standard'
  /** A response under way, of which one chunk was read. */
  async function opened(token: string, path: string) {
    const response = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const reader = response.body?.getReader()
    if (response.status !== 200 || !reader) throw new Error(`${path} answered ${response.status}`)
    await reader.read()
    return reader
  }
  /** A client that reads fast gets all of a file between two checks of its access: it reads on once the server has cut them. */
  const untilCut = async (count: number) => {
    const cuts = () => lines.filter((line) => JSON.parse(line).msg === 'export cut')
    await expect.poll(() => cuts().length).toBe(count)
    lines.length = 0
  }
  async function toTheEnd(reader: ReadableStreamDefaultReader<unknown>) {
    try {
      while (!(await reader.read()).done);
      return 'whole'
    } catch {
      return 'cut off'
    }
  }

  test('a revocation ends open streams and running exports, and only those of the token', async () => {
    const { session } = await newcomer('corriente')
    const permissions = ['view:orders', 'export'] as const
    const gone = await apiTokenOf(app, session, permissions)
    const kept = await apiTokenOf(app, session, permissions)
    const [stream, cut, whole, own] = [
      await opened(gone.token, '/api/events'),
      await opened(gone.token, FILE),
      await opened(kept.token, FILE),
      await opened(session, FILE),
    ]
    expect((await as(session, 'DELETE', `/api/tokens/${gone.id}`)).statusCode).toBe(200)
    expect(await toTheEnd(stream)).toBe('whole')
    await untilCut(1)
    // The client stopped reading: most of the file was not sent yet when its token ended.
    expect(await toTheEnd(cut)).toBe('cut off')
    expect(await toTheEnd(whole)).toBe('whole')
    expect(await toTheEnd(own)).toBe('whole')
  })

  test('a removed person, or one without a role, loses open streams and running exports', async () => {
    const ways = {
      removed: async (id: number) => {
        const headers = { authorization: `Bearer ${await app.tokenOf('superAdmin')}` }
        await app.server.inject({ method: 'DELETE', url: `/api/users/${id}`, headers })
      },
      demoted: (id: number) => store.transaction((tx) => assignRole(tx, id, '')),
    }
    for (const [name, end] of Object.entries(ways)) {
      const { session, email } = await newcomer(name)
      const { token } = await apiTokenOf(app, session, ['view:orders', 'export'])
      const under = await Promise.all([
        opened(session, '/api/events'),
        opened(token, '/api/events'),
        opened(session, FILE),
        opened(token, FILE),
      ])
      await end(await idOf(email))
      await untilCut(2)
      const ends: string[] = []
      for (const reader of under) ends.push(await toTheEnd(reader))
      expect(ends, name).toEqual(['whole', 'whole', 'cut off', 'cut off'])
    }
  })

  test('limits the calls of each token separately', async () => {
    const limits = { ...noLimits(), apiTokens: rateLimiter({ most: 3, seconds: 3600 }) }
    const limited = await testApp(store, { limits })
    const session = await signIn(limited, (await newcomer('apurada')).email)
    const one = await apiTokenOf(limited, session, ['view:scorecard'])
    const other = await apiTokenOf(limited, session, ['view:scorecard'])
    const call = (token: string) =>
      limited.get({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })
    for (const _ of [1, 2, 3]) expect((await call(one.token)).statusCode).toBe(200)
    const refused = await call(one.token)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({
      success: false,
      code: 'too-many-requests',
      message: 'Too Many Requests',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1100)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(1200)
    expect((await call(other.token)).statusCode).toBe(200)
    expect((await call(session)).statusCode).toBe(200)
    await limited.close()
  })

  test('an account has at most fifty tokens', async () => {
    const { session } = await newcomer('muchas')
    for (let count = 0; count < 50; count++) await apiTokenOf(app, session, ['view:scorecard'])
    const refused = await create(session, {})
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'An account has at most 50 API tokens.',
    ])
  })
})
