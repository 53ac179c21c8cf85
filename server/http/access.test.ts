// Every call of the contract × who calls it: served, guarded before anything else, described.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/api.ts'
import { BUILT_IN_ROLES, type Permission } from '#contract/permissions.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'

const ANSWERS = new Set([200, 400, 404, 409])
/** Calls that end or change the session they are made with; account.test.ts makes them. */
const ENDS_SESSION = new Set(['/api/logout', '/api/refresh'])

const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => (name === 'dist_id' ? '101' : '1'))

const operation = z.object({
  summary: z.string().min(1),
  operationId: z.string(),
  security: z.array(z.object({ accessToken: z.array(z.string()) })).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  requestBody: z.object({}).optional(),
  responses: z.record(z.string(), z.object({ description: z.string() })),
})

describe('every call', () => {
  const engine = testEngine('duckdb')
  let app: TestApp
  let description: Record<string, Record<string, unknown>>
  beforeAll(async () => {
    app = await testApp(await openSmallShop(engine))
    description = (await app.get('/api/openapi.json')).json().paths
  })
  afterAll(() => app.close())

  const ask = (endpoint: (typeof endpoints)[number], token?: string) =>
    app.server.inject({
      method: endpoint.method,
      url: filled(endpoint.path),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })

  test('is listed once', () => {
    const keys = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    (_name, endpoint) => {
      const open = endpoint.access === 'public'
      const allowed = (permissions: readonly Permission[]) =>
        endpoint.access === 'session' || permissions.some((permission) => permission === endpoint.access)

      test('is served and described', () => {
        expect(
          app.server.hasRoute({
            method: endpoint.method,
            url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
          }),
        ).toBe(true)
        const described = operation.parse(description[endpoint.path]?.[endpoint.method.toLowerCase()])
        expect(described.summary).toBe(endpoint.summary)
        expect(described.security !== undefined).toBe(!open)
        expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(['200', '400', '500', '503']))
        if (!open) expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(['401', '403']))
        const places = endpoint.path.match(/\{\w+\}/g) ?? []
        expect(described.parameters.filter((item) => item.in === 'path')).toHaveLength(places.length)
        if (endpoint.monthly) expect(described.parameters.map(({ name }) => name)).toContain('start_date')
      })

      test.runIf(!open)('refuses whoever has no token, a forged or an expired one', async () => {
        const token = await app.tokenOf('superAdmin')
        expect((await ask(endpoint)).statusCode).toBe(401)
        expect((await ask(endpoint, `${token.slice(0, -4)}AAAA`)).statusCode).toBe(401)
        expect((await ask(endpoint, 'none')).statusCode).toBe(401)
        app.travel(13 * 3600)
        const late = await ask(endpoint, token)
        app.travel(-13 * 3600)
        expect(late.statusCode).toBe(401)
        expect(late.json()).toEqual({ success: false, message: 'Unauthorized' })
      })

      test.runIf(!open && !ENDS_SESSION.has(endpoint.path))(
        'answers exactly the roles that may',
        async () => {
          const roles = {
            superAdmin: BUILT_IN_ROLES.superAdmin ?? [],
            admin: BUILT_IN_ROLES.admin ?? [],
            viewer: ['view:scorecard'],
          } as const
          for (const who of ['superAdmin', 'admin', 'viewer'] as const) {
            const { statusCode, body } = await ask(endpoint, await app.tokenOf(who))
            if (allowed(roles[who])) expect(ANSWERS, `${who}: ${body}`).toContain(statusCode)
            else expect(statusCode, who).toBe(403)
          }
        },
      )
    },
  )
})
