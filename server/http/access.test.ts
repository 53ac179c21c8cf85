// Every call of the contract × who calls it: served, guarded before anything else, described.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/api.ts'
import { BUILT_IN_ROLES, PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { addAccount, createRole } from '#server/features/account/accounts.ts'
import { ACCOUNTS, PASSWORD, SCOPE, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'

const MAY = '?start_date=2026-05'
const ANSWERS = new Set([200, 400, 404, 409])
/** Calls that end or change the session they are made with; account.test.ts makes them. */
const ENDS_SESSION = new Set(['/api/logout', '/api/refresh'])

const PLACES: Record<string, string> = {
  dist_id: '101',
  role: 'customer',
  role_name: 'customer',
  category_id: '1100',
}
const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => PLACES[name] ?? '1')

const VIEWS = PERMISSIONS.filter((permission) => permission.startsWith('view:'))
/** Sees everything but takes nothing away. */
const READER = { email: 'reader@example.com', name: 'reader', role: 'reader', password: PASSWORD }

/** Every value under a key, however deep. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(key, item))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (name === key ? [inner] : valuesOf(key, inner)))
}

const operation = z.object({
  summary: z.string().min(1),
  operationId: z.string(),
  security: z.array(z.object({ accessToken: z.array(z.string()) })).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  requestBody: z.object({}).optional(),
  responses: z.record(z.string(), z.object({})),
})

describeEngines('every call', (engine) => {
  let app: TestApp
  let description: Record<string, Record<string, unknown>>
  let revoked: string
  let reader: string
  beforeAll(async () => {
    const store = await openSmallShop(engine)
    app = await testApp(store)
    description = (await app.get('/api/openapi.json')).json().paths
    revoked = await signIn(app, ACCOUNTS.superAdmin)
    const logout = {
      method: 'POST',
      url: '/api/logout',
      headers: { authorization: `Bearer ${revoked}` },
    } as const
    expect((await app.server.inject(logout)).statusCode).toBe(200)
    await store.transaction((tx) =>
      createRole(tx, { name: 'reader', permissions: [...VIEWS, 'personal-data'], dist_ids: null }),
    )
    await addAccount(store, READER, new Date())
    reader = await signIn(app, READER.email)
  })
  afterAll(() => app.close())

  const ask = (endpoint: (typeof endpoints)[number], token?: string, query = '', known?: string) =>
    app.server.inject({
      method: endpoint.method,
      url: `${filled(endpoint.path)}${query}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(known !== undefined && { 'if-none-match': known }),
      },
    })

  test('is listed once', () => {
    const keys = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  type Listed = (typeof endpoints)[number]
  const named = (some: readonly Listed[]) =>
    some.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
  const guarded = endpoints.filter(({ access }) => access !== 'public')
  const allowed = (endpoint: Listed, permissions: readonly Permission[]) =>
    endpoint.access === 'session' || permissions.some((permission) => permission === endpoint.access)

  test.each(named(endpoints))('%s is served and described', (_, endpoint) => {
    const open = endpoint.access === 'public'
    expect(
      app.server.hasRoute({
        method: endpoint.method,
        url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      }),
    ).toBe(true)
    const described = operation.parse(description[endpoint.path]?.[endpoint.method.toLowerCase()])
    expect(described.summary).toBe(endpoint.summary)
    expect(described.security !== undefined).toBe(!open)
    expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(['200', '500', '503']))
    if (!open) expect(Object.keys(described.responses)).toContain('401')
    expect(Object.keys(described.responses).includes('403')).toBe(
      endpoint.path === '/api/login' || !(open || endpoint.access === 'session'),
    )
    const places = endpoint.path.match(/\{\w+\}/g) ?? []
    expect(described.parameters.filter((item) => item.in === 'path')).toHaveLength(places.length)
    if (endpoint.monthly)
      expect(described.parameters.some(({ name }) => name === 'start_date')).toBe(!('timeless' in endpoint))
  })

  test.each(named(guarded))(
    '%s refuses whoever has no token, a forged, a revoked or an expired one',
    async (_, endpoint) => {
      const token = await app.tokenOf('superAdmin')
      expect((await ask(endpoint)).statusCode).toBe(401)
      expect((await ask(endpoint, `${token.slice(0, -4)}AAAA`)).statusCode).toBe(401)
      expect((await ask(endpoint, 'none')).statusCode).toBe(401)
      expect((await ask(endpoint, revoked)).statusCode).toBe(401)
      app.travel(13 * 3600)
      const late = await ask(endpoint, token)
      app.travel(-13 * 3600)
      expect(late.statusCode).toBe(401)
      expect(late.json()).toEqual({ success: false, message: 'Unauthorized' })
    },
  )

  test.each(named(guarded.filter(({ path }) => !ENDS_SESSION.has(path))))(
    '%s answers exactly the roles that may',
    async (_, endpoint) => {
      const roles = {
        superAdmin: BUILT_IN_ROLES.superAdmin ?? [],
        admin: BUILT_IN_ROLES.admin ?? [],
        scoped: [...VIEWS, 'export'],
        viewer: ['view:scorecard'],
      } as const
      for (const who of ['superAdmin', 'admin', 'scoped', 'viewer'] as const) {
        const { statusCode, body } = await ask(endpoint, await app.tokenOf(who))
        if (allowed(endpoint, roles[who])) expect(ANSWERS, `${who}: ${body}`).toContain(statusCode)
        else expect(statusCode, who).toBe(403)
      }
    },
  )

  // What a limited role asks has been asked, and kept, for a role without limits.
  test.each(named(guarded.filter((endpoint) => endpoint.monthly && allowed(endpoint, VIEWS))))(
    '%s gives a limited role its own answer, whatever is kept or known',
    async (_, endpoint) => {
      const [whole, limited] = [await app.tokenOf('superAdmin'), await app.tokenOf('scoped')]
      const all = await ask(endpoint, whole, MAY)
      expect((await ask(endpoint, whole, MAY, all.headers.etag)).statusCode).toBe(304)
      const own = await ask(endpoint, limited, MAY, all.headers.etag)
      expect(own.statusCode, own.body).toBe(200)
      expect(own.headers.etag).not.toBe(all.headers.etag)
      expect(own.headers['cache-control']).toBe('private, no-cache')
      const { data } = own.json()
      for (const id of valuesOf('dist_id', data)) expect(SCOPE).toContain(id)
      for (const email of valuesOf('email', data)) expect(email).toBe('')
      expect(own.body).not.toContain('Sin distribuidor')
      expect((await ask(endpoint, limited, MAY, own.headers.etag)).statusCode).toBe(304)
      expect((await ask(endpoint, whole, MAY, own.headers.etag)).json()).toEqual(all.json())
      // Settings change nothing of what is seen: an admin sees the same.
      const admin = await ask(endpoint, await app.tokenOf('admin'), MAY)
      expect(admin.json()).toEqual(all.json())
      const viewer = await ask(endpoint, await app.tokenOf('viewer'), MAY, all.headers.etag)
      expect(viewer.statusCode).toBe(endpoint.access === 'view:scorecard' ? 200 : 403)
    },
  )

  test.each(named(guarded.filter((endpoint) => 'list' in endpoint || 'table' in endpoint)))(
    '%s gives files to roles that may take them, with what they may see',
    async (_, endpoint) => {
      const file = `${MAY}&export=1&csv=standard`
      const roles = { superAdmin: BUILT_IN_ROLES.superAdmin ?? [], scoped: [...VIEWS, 'export'] } as const
      for (const who of ['superAdmin', 'scoped'] as const) {
        const answer = await ask(endpoint, await app.tokenOf(who), file)
        if (!allowed(endpoint, roles[who])) expect(answer.statusCode, who).toBe(403)
        else {
          expect(answer.statusCode, answer.body).toBe(200)
          expect(answer.headers['content-type']).toContain('text/csv')
          expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
          expect(answer.headers.etag).toBeUndefined()
          if (who === 'scoped') expect(answer.body).not.toMatch(/@example|Sin distribuidor|Álvarez|Báez/)
        }
      }
      expect((await ask(endpoint, reader, file)).statusCode).toBe(403)
      const page = await ask(endpoint, reader, MAY)
      expect(page.statusCode, page.body).toBe(allowed(endpoint, VIEWS) ? 200 : 403)
    },
  )
})
