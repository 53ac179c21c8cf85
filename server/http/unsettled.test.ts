// A session that must first change its password or set up a second factor may do that, and nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { MCP_PATH } from '#contract/assistants.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { API_TOKEN_PERMISSIONS, PERMISSIONS } from '#contract/permissions.ts'
import { addAccount, allRoles, changeRole, createRole } from '#server/features/account/accounts.ts'
import { apiTokenOf, PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'
import { callWithToken } from '#test/newcomers.ts'

/** In an order in which each still has its session. */
const SETTLING = [
  'GET /api/me',
  'POST /api/account/password',
  'POST /api/account/confirm-password',
  'POST /api/account/second-factor/start',
  'POST /api/account/second-factor',
  'POST /api/account/passkeys/start',
  'POST /api/account/passkeys',
  'POST /api/refresh',
  'POST /api/logout',
]
const PASSWORD_FIRST = 'The password must be changed.'
const FACTOR_FIRST = 'A second factor must be set up.'

let app: TestApp
beforeAll(async () => {
  app = await testApp(await testEngine('duckdb').open(), { publicUrl: 'https://gondola.example' })
})
afterAll(() => app.close())

const filled = (path: string) => path.replace(/\{\w+\}/g, '1')
const others = [
  ...endpoints
    .filter(({ access }) => access !== 'public')
    .map(({ method, path }) => ({ label: `${method} ${path}`, method, path: filled(path) })),
  { label: `GET ${EVENTS_PATH}`, method: 'GET' as const, path: EVENTS_PATH },
  {
    label: 'GET a file',
    method: 'GET' as const,
    path: '/api/orders?start_date=2026-05&export=1',
  },
].filter(({ label }) => !SETTLING.includes(label))

async function givenPassword() {
  const email = 'nueva@example.com'
  const account = { email, name: 'Nueva', role: 'superAdmin', password_from: 'administrator' } as const
  await addAccount(app.store, { ...account, password: PASSWORD }, new Date())
  return signIn(app, email)
}

/** Signed in, with a token and a link, before the role required a second factor. */
async function withoutFactor() {
  const role = { name: 'estricto', permissions: PERMISSIONS, dist_ids: null }
  await app.store.transaction((tx) => createRole(tx, role))
  const email = 'estricta@example.com'
  await addAccount(app.store, { email, name: 'Estricta', role: role.name, password: PASSWORD }, new Date())
  const session = await signIn(app, email)
  const { token } = await apiTokenOf(app, session, API_TOKEN_PERMISSIONS)
  const question = { name: 'Ventas', question: 'measures=net_sale' }
  const link = (await callWithToken(app, session, 'POST', '/api/data-links', question)).json().data.path
  const stored = (await allRoles(app.store)).find(({ name }) => name === role.name)
  const strict = { ...role, second_factor: true }
  return {
    session,
    token,
    link,
    tighten: () => app.store.transaction((tx) => changeRole(tx, stored!, strict)),
  }
}

async function assertOnlySettles(session: string, message: string) {
  for (const { label, method, path } of others) {
    const { statusCode, body } = await callWithToken(app, session, method, path)
    expect([label, statusCode, JSON.parse(body).message]).toEqual([label, 403, message])
  }
  for (const label of SETTLING) {
    const [method, path = ''] = label.split(' ') as ['GET' | 'POST', string]
    const { statusCode, body } = await callWithToken(app, session, method, path, {})
    expect(statusCode, `${label}: ${body}`).not.toBe(403)
  }
}

test('with a given password it opens only the calls that change it', async () => {
  await assertOnlySettles(await givenPassword(), PASSWORD_FIRST)
})

test('without a required second factor it opens only the calls that set one up; tokens and links open nothing', async () => {
  const { session, token, link, tighten } = await withoutFactor()
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const programs = async () => [
    (await callWithToken(app, token, 'GET', '/api/config')).statusCode,
    (await callWithToken(app, token, 'GET', '/api/summary/main-page')).statusCode,
    (await callWithToken(app, token, 'POST', MCP_PATH, ping)).statusCode,
    (await app.get(`${link}.json`)).statusCode,
    (await app.get(`${link}.csv`)).statusCode,
  ]
  expect(await programs()).not.toContain(403)
  await tighten()
  expect(await programs()).toEqual([403, 403, 403, 404, 404])
  await assertOnlySettles(session, FACTOR_FIRST)
})
