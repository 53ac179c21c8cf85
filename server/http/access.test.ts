// Every endpoint of the contract with every kind of caller: answered, described, guarded before anything else, and limited
// to what a role may see. On one engine, since neither guards nor scopes depend on it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/api.ts'
import { ERRORS } from '#contract/errors.ts'
import { API_TOKEN_PERMISSIONS, BUILT_IN_ROLES, PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import { escapedValue } from '#contract/questions/filter.ts'
import { MEASURE_KEYS, measureOf } from '#contract/questions/measures.ts'
import { MAX_MEASURES } from '#contract/questions/question.ts'
import { fits } from '#contract/questions/rules.ts'
import { addAccount, allRoles, changeRole, createRole } from '#server/features/account/accounts.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, apiTokenOf, PASSWORD, SCOPE, signIn, type TestApp, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'
import { callTool } from '#test/mcp.ts'
import { callWithToken } from '#test/newcomers.ts'
import { NIGHTLY } from '#test/nightly.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'
import { smallShop } from '../../fixtures/small-shop.ts'

const MAY = '?start_date=2026-05'
const ANSWERS = new Set([200, 400, 404, 409])
/** Endpoints that end or change the session; account.test.ts calls them. */
const ENDS_SESSION = new Set(['/api/logout', '/api/refresh'])

const PARAMETERS: Record<string, string> = {
  dist_id: '101',
  role: 'customer',
  role_name: 'customer',
  category_id: '1100',
}
const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => PARAMETERS[name] ?? '1')

const VIEWS = PERMISSIONS.filter((permission) => permission.startsWith('view:'))
const READER = [...VIEWS, 'personal-data'] as const
const VIEWER = ['view:scorecard'] as const
const SCOPED = [...VIEWS, 'export'] as const

type Endpoint = (typeof endpoints)[number]
const labelOf = ({ method, path }: Endpoint) => `${method} ${path}`
const hasFailure = ({ failures = [] }: Endpoint, status: number) =>
  failures.some((code) => ERRORS[code][0] === status)
const guarded = endpoints.filter(({ access }) => access !== 'public')
const monthly = guarded.filter((endpoint) => endpoint.monthly && allowed(endpoint, VIEWS))

function allowed(endpoint: Endpoint, permissions: readonly Permission[]): boolean {
  return endpoint.access === 'session' || permissions.some((permission) => permission === endpoint.access)
}

/** Reads without a permission that are open to programs. */
const FOR_EVERY_API_TOKEN = new Set(['GET /api/me', 'GET /api/config', 'GET /api/views'])

const mayApiToken = (endpoint: Endpoint, permissions: readonly Permission[]): boolean =>
  FOR_EVERY_API_TOKEN.has(labelOf(endpoint)) ||
  (endpoint.access === 'import:files' && allowed(endpoint, permissions)) ||
  (endpoint.method === 'GET' &&
    (endpoint.access.startsWith('view:') || endpoint.access === 'personal-data') &&
    allowed(endpoint, permissions))

const operation = z.object({
  summary: z.string().min(1),
  operationId: z.string(),
  security: z.array(z.partialRecord(z.enum(['accessToken', 'apiToken']), z.array(z.string()))).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  requestBody: z.object({}).optional(),
  responses: z.record(z.string(), z.object({})),
})

const engine = testEngine('postgres')

/** A distributor whose id is '*', which elsewhere means everything. */
const STAR = '*'

/** The small shop with accounts of its distributors, variations, promotions and a product out of stock. */
const classed = {
  orders: smallShop.orders.map(({ order, lines, discounts, ...rest }) => ({
    ...rest,
    order,
    lines: lines.map((line) => (line.product_id === 11 ? { ...line, variation_id: 1101 } : line)),
    discounts: discounts.map((discount) => ({
      ...discount,
      promo_type: discount.kind === 'fee' ? ('buy-x-get-y' as const) : ('boxes-mix' as const),
    })),
  })),
  customers: smallShop.customers.map((customer) => ({
    ...customer,
    dist_id: customer.customer_id === 2 ? '102' : '101',
  })),
  products: smallShop.products.map((product) =>
    product.product_id === 12 ? { ...product, stock_status: 'outofstock' } : product,
  ),
}

/** The same orders again at the distributor STAR, by other buyers. */
const again = {
  orders: classed.orders.map(({ order, lines, discounts, refunds }) => {
    const moved = { order_id: order.order_id + 1000, dist_id: STAR }
    return {
      order: { ...order, ...moved, ...elsewhere(order) },
      lines: lines.map((line) => ({ ...line, ...moved, line_id: line.line_id + 10_000 })),
      discounts: discounts.map((one) => ({ ...one, ...moved, discount_id: one.discount_id + 10_000 })),
      refunds: refunds.map((one) => ({ ...one, ...moved, refund_id: one.refund_id + 10_000 })),
      distributor: { dist_id: STAR, name: 'Estrella' },
    }
  }),
  customers: classed.customers.map((customer) => ({ ...customer, ...elsewhere(customer), dist_id: STAR })),
}

function elsewhere({ customer_id, email }: { customer_id: number; email: string }) {
  return { customer_id: customer_id && customer_id + 100, email: email && `otra.${email}` }
}

const [ANA] = smallShop.customers
const everything = {
  orders: [...classed.orders, ...again.orders],
  customers: [
    ...classed.customers,
    ...again.customers,
    { ...ANA!, customer_id: 9, email: 'sin.compras@example.com' },
  ],
  products: classed.products,
}

/** The whole shop; and, for each limited role, one that holds only the orders and accounts of its distributors. */
let app: TestApp
let limited: { token: string; subset: TestApp; counting: string }[]
/** Roles without a scope: `reader` may see personal data but not export, the other is like `scoped` otherwise. */
let reader: string
let unscoped: string
let revoked: string
let revokedApiToken: string

/** With orders that were seen in another status for a while. */
async function openSeen(shop: typeof everything): Promise<Store> {
  const store = await openSmallShop(engine, shop)
  for (const [hours, status] of [[1, 'wc-on-hold'] as const, [2, undefined] as const]) {
    const facts = shop.orders.map(({ order, ...rest }) => {
      const at = Date.parse(`${order.modified_at.replace(' ', 'T')}Z`) + hours * 3_600_000
      const modified_at = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
      return { ...rest, order: { ...order, modified_at, status: status ?? order.status } }
    })
    await store.transaction((tx) => writeOrders(tx, facts))
  }
  await rebuildDirtyMonths(store)
  return store
}

async function limitedTo(scope: readonly string[], token: string) {
  const subset = await testApp(
    await openSeen({
      orders: everything.orders.filter(({ order }) => scope.includes(order.dist_id)),
      customers: everything.customers.filter(({ dist_id }) => scope.includes(dist_id)),
      products: everything.products,
    }),
  )
  return { token, subset, counting: await newAccount(subset, 'counting', SCOPED) }
}

beforeAll(async () => {
  app = await testApp(await openSeen(everything))
  revokedApiToken = await firstApiToken()
  limited = [
    await limitedTo(SCOPE, await app.tokenOf('scoped')),
    // Such roles cannot be saved any more.
    await limitedTo([STAR], await newAccount(app, 'star', SCOPED, [STAR])),
  ]
  const [asScoped] = limited
  for (const token of [await narrowApiToken(), await shrunkApiToken()]) limited.push({ ...asScoped!, token })
  reader = await newAccount(app, 'reader', READER)
  unscoped = await newAccount(app, 'unscoped', SCOPED)
  revoked = await signIn(app, ACCOUNTS.superAdmin)
  const headers = { authorization: `Bearer ${revoked}` }
  const { statusCode } = await app.server.inject({ method: 'POST', url: '/api/logout', headers })
  expect(statusCode).toBe(200)
})
afterAll(async () => {
  await app.close()
  for (const subset of new Set(limited.map((one) => one.subset))) await subset.close()
})

async function newAccount(
  on: TestApp,
  name: string,
  permissions: readonly Permission[],
  dist_ids: readonly string[] | null = null,
): Promise<string> {
  await on.store.transaction((tx) => createRole(tx, { name, permissions, dist_ids }))
  const email = `${name}@example.com`
  await addAccount(on.store, { email, name, role: name, password: PASSWORD }, new Date())
  return signIn(on, email)
}

/** A revoked token; calls that name the id 1 find nothing. */
async function firstApiToken() {
  const authorization = `Bearer ${await app.tokenOf('superAdmin')}`
  const { id, token } = await apiTokenOf(app, await app.tokenOf('superAdmin'), API_TOKEN_PERMISSIONS)
  const url = `/api/tokens/${id}`
  const { statusCode } = await app.server.inject({ method: 'DELETE', url, headers: { authorization } })
  expect([id, statusCode]).toEqual([1, 200])
  return token
}

/** Of an account that sees everything. */
const narrowApiToken = async () =>
  (await apiTokenOf(app, await app.tokenOf('superAdmin'), SCOPED, SCOPE)).token

/** Has all rights that its account had before its role was limited. */
async function shrunkApiToken() {
  const session = await newAccount(app, 'shrinking', API_TOKEN_PERMISSIONS)
  const { token } = await apiTokenOf(app, session, API_TOKEN_PERMISSIONS)
  const role = (await allRoles(app.store)).find(({ name }) => name === 'shrinking')
  await app.store.transaction((tx) =>
    changeRole(tx, role!, { name: 'shrinking', permissions: SCOPED, dist_ids: SCOPE }),
  )
  return token
}

function call(endpoint: Endpoint, token?: string, query = '', etag?: string, on = app) {
  return on.server.inject({
    method: endpoint.method,
    url: `${filled(endpoint.path)}${query}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
  })
}

test('every endpoint is listed once', () => {
  const keys = endpoints.map(labelOf)
  expect(new Set(keys).size).toBe(keys.length)
})

test('every endpoint is served and described', async () => {
  const { paths } = (await app.get('/api/openapi.json')).json()
  for (const endpoint of endpoints) {
    const label = labelOf(endpoint)
    const { method, path, access } = endpoint
    expect(app.server.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }), label).toBe(true)
    const { summary, security, responses, parameters } = operation.parse(paths[path]?.[method.toLowerCase()])
    const statuses = Object.keys(responses)
    expect(summary, label).toBe(endpoint.summary)
    expect(security?.flatMap((one) => Object.keys(one)) ?? [], label).toEqual([
      ...(access === 'public' ? [] : ['accessToken']),
      ...(mayApiToken(endpoint, API_TOKEN_PERMISSIONS) ? ['apiToken'] : []),
    ])
    expect(statuses, label).toEqual(expect.arrayContaining(['200', '500', '503']))
    expect(statuses.includes('401'), label).toBe(access !== 'public' || hasFailure(endpoint, 401))
    expect(statuses.includes('403'), label).toBe(access !== 'public' || hasFailure(endpoint, 403))
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
    expect(inPath, label).toEqual(path.match(/\{\w+\}/g) ?? [])
    if (endpoint.monthly)
      expect(
        parameters.some(({ name }) => name === 'start_date'),
        label,
      ).toBe(!('timeless' in endpoint))
  }
})

test('a missing, forged, revoked or expired token is refused', async () => {
  const token = await app.tokenOf('superAdmin')
  const wrong = {
    missing: undefined,
    forged: `${token.slice(0, -4)}AAAA`,
    nonsense: 'none',
    revoked,
    revokedApiToken,
    mistypedApiToken: `${revokedApiToken.slice(0, -1)}${revokedApiToken.endsWith('x') ? 'y' : 'x'}`,
  }
  const [missing, ...others] = Object.entries(wrong)
  for (const [index, endpoint] of guarded.entries()) {
    // By day each endpoint gets one kind of wrong token.
    const kinds = NIGHTLY ? others : others.slice(index % others.length).slice(0, 1)
    for (const [name, value] of [missing!, ...kinds])
      expect((await call(endpoint, value)).statusCode, `${labelOf(endpoint)}, ${name}`).toBe(401)
  }
  app.travel(13 * 3600)
  try {
    for (const endpoint of guarded) {
      const late = await call(endpoint, token)
      expect(late.statusCode, `${labelOf(endpoint)}, expired`).toBe(401)
      expect(late.json()).toEqual({ success: false, code: 'unauthorized', message: 'Unauthorized' })
    }
  } finally {
    app.travel(-13 * 3600)
  }
})

test('exactly the roles with the permission get an answer', async () => {
  const roles = {
    superAdmin: BUILT_IN_ROLES.superAdmin ?? [],
    admin: BUILT_IN_ROLES.admin ?? [],
    scoped: SCOPED,
    viewer: VIEWER,
  } as const
  for (const endpoint of guarded.filter(({ path }) => !ENDS_SESSION.has(path))) {
    for (const who of ['superAdmin', 'admin', 'scoped', 'viewer'] as const) {
      const { statusCode, body } = await call(endpoint, await app.tokenOf(who))
      const label = `${labelOf(endpoint)}, ${who}: ${body.slice(0, 300)}`
      if (allowed(endpoint, roles[who])) expect(ANSWERS, label).toContain(statusCode)
      else expect(statusCode, label).toBe(403)
    }
  }
})

test('API tokens read what their permissions allow, and nothing else', async () => {
  const session = await app.tokenOf('superAdmin')
  for (const permissions of [API_TOKEN_PERMISSIONS, VIEWER]) {
    const { token } = await apiTokenOf(app, session, permissions)
    let opened = 0
    for (const endpoint of guarded) {
      const { statusCode, body } = await call(endpoint, token)
      const label = `${labelOf(endpoint)}, ${permissions}: ${body.slice(0, 300)}`
      if (!mayApiToken(endpoint, permissions)) expect(statusCode, label).toBe(403)
      else {
        expect(ANSWERS, label).toContain(statusCode)
        opened++
      }
    }
    expect(opened).toBeGreaterThan(FOR_EVERY_API_TOKEN.size)
  }
})

/** By day the limited roles, of several distributors and of one, ask for everything, and each of the two tokens for half. */
const shareOf = <T>(all: readonly T[], turn: number): readonly T[] =>
  NIGHTLY || turn < 2 ? all : all.filter((_, index) => index % 2 === turn % 2)

/** They show the catalogue without sales, one distributor or what people wrote, or need a larger shop than this. */
const MAY_EQUAL_THE_WHOLE = [
  'GET /api/benefits/effect/buyers',
  'GET /api/benefits/effects',
  'GET /api/distributors/opportunities',
  'GET /api/distributors/opportunities/summary',
  'GET /api/distributors/service/distributor-stages',
  'GET /api/distributors/service/province-stages',
  'GET /api/distributors/service/stages',
  'GET /api/distributors/{dist_id}/get-distributors-sells',
  'GET /api/distributors/{dist_id}/opportunities/{key}/peers',
  'GET /api/notes',
  'GET /api/products/costs',
  'GET /api/products/distribution/{key}/moves',
  'GET /api/views',
]

test('a limited role gets the figures of its own distributors, whatever is cached', async () => {
  for (const [turn, { token, subset, counting }] of limited.entries()) {
    const likeWhole: string[] = []
    for (const endpoint of shareOf(monthly, turn)) {
      const label = labelOf(endpoint)
      const whole = await call(endpoint, await app.tokenOf('superAdmin'), MAY)
      // Requested after a role that differs only in its scope, and with that role's ETag.
      const unlimited = await call(endpoint, unscoped, MAY)
      const own = await call(endpoint, token, MAY, String(unlimited.headers.etag))
      const counted = await call(endpoint, counting, MAY, undefined, subset)
      expect(own.statusCode, `${label}: ${own.body.slice(0, 300)}`).toBe(counted.statusCode)
      expect(own.json().data, label).toEqual(counted.json().data)
      // The page of a distributor outside the role's scope.
      if (own.statusCode === 404) continue
      // Computed anew for each request.
      if (label === 'GET /api/distributors/{dist_id}/profile/sheet') continue
      expect(own.headers['cache-control'], label).toBe('private, no-cache')
      if (JSON.stringify(whole.json().data) === JSON.stringify(own.json().data)) likeWhole.push(label)

      const { etag } = own.headers
      expect((await call(endpoint, token, MAY, String(etag))).statusCode, label).toBe(304)
      expect(
        (await call(endpoint, await app.tokenOf('superAdmin'), MAY, String(etag))).json(),
        label,
      ).toEqual(whole.json())
      const viewer = await call(endpoint, await app.tokenOf('viewer'), MAY, String(etag))
      expect(viewer.statusCode, label).toBe(allowed(endpoint, VIEWER) ? 200 : 403)
    }
    expect(likeWhole.filter((label) => !MAY_EQUAL_THE_WHOLE.includes(label))).toEqual([])
  }
})

test('files contain what the role may see, and need the permission to export', async () => {
  const file = `${MAY}&export=1&csv=standard`
  const listed = guarded.filter((endpoint) => 'list' in endpoint || 'table' in endpoint)
  for (const endpoint of listed) {
    const label = labelOf(endpoint)
    const whole = await call(endpoint, await app.tokenOf('superAdmin'), file)
    expect(whole.statusCode, label).toBe(200)
    for (const { token, subset, counting } of limited.filter((_, turn) =>
      shareOf(listed, turn).includes(endpoint),
    )) {
      const own = await call(endpoint, token, file)
      if (!allowed(endpoint, SCOPED)) {
        expect(own.statusCode, label).toBe(403)
        continue
      }
      const counted = await call(endpoint, counting, file, undefined, subset)
      expect(own.statusCode, `${label}: ${own.body.slice(0, 300)}`).toBe(counted.statusCode)
      expect(own.body, label).toBe(counted.body)
      if (own.statusCode === 404) continue
      expect(own.headers['content-type'], label).toContain('text/csv')
      expect(own.headers, label).toMatchObject({
        'cache-control': 'no-store, no-transform',
        'content-encoding': 'identity',
      })
    }
    expect((await call(endpoint, reader, file)).statusCode, label).toBe(403)
    const page = await call(endpoint, reader, MAY)
    expect(page.statusCode, label).toBe(allowed(endpoint, READER) ? 200 : 403)
  }
})

/** For each dimension all measures that it splits, so that each pair is asked once. */
const QUESTIONS = DIMENSION_KEYS.flatMap((by) => {
  const fitting = MEASURE_KEYS.filter((measure) => fits(measure, by))
  const count = Math.ceil(fitting.length / MAX_MEASURES)
  // Neighbours apart, since the shop has nothing of some.
  const chunks = Array.from({ length: count }, (_, at) => fitting.filter((_, index) => index % count === at))
  return chunks.map((measures) => ({ measures, by }))
})
const DAYS = { from: '2026-05-01', to: '2026-05-31' }

type Asked = (typeof QUESTIONS)[number]
const questionText = ({ measures, by }: Asked) =>
  new URLSearchParams({ measures: measures.join(), by, ...DAYS }).toString()
const needs = ({ measures, by }: Asked) => [
  ...measures.map((measure) => measureOf(measure).permission),
  dimensionOf(by).permission,
  ...(dimensionOf(by).personal ? (['personal-data'] as const) : []),
]

test('limits answers to questions to the role, by session, token or assistant', async () => {
  const viewer = (await apiTokenOf(app, await app.tokenOf('superAdmin'), VIEWER)).token
  const whole = (await apiTokenOf(app, await app.tokenOf('superAdmin'), API_TOKEN_PERMISSIONS)).token
  for (const asked of QUESTIONS) {
    const label = questionText(asked)
    const url = `/api/questions/answer?${label}`
    const args = { ...asked, by: [asked.by], ...DAYS }
    const open = (permissions: readonly Permission[]) =>
      needs(asked).every((one) => permissions.includes(one))
    const everything = (await callTool(app, whole, 'answer_question', args)).told?.rows
    for (const { token, subset, counting } of limited.filter((_, turn) =>
      shareOf(QUESTIONS, turn).includes(asked),
    )) {
      const headers = (credential: string) => ({ authorization: `Bearer ${credential}` })
      const own = await app.get({ url, headers: headers(token) })
      expect(own.statusCode, label).toBe(open(SCOPED) ? 200 : 403)
      const assistant = token.startsWith('gondola_pat_')
        ? await callTool(app, token, 'answer_question', args)
        : undefined
      if (!open(SCOPED)) {
        if (assistant) expect(assistant, label).toEqual({ told: undefined, refusal: '403 Forbidden' })
        continue
      }
      const counted = (await subset.get({ url, headers: headers(counting) })).json()
      expect(own.json().data, label).toEqual(counted.data)
      if (assistant) expect(assistant.told?.rows, label).toEqual(counted.data)
      expect(counted.data, label).not.toEqual(everything)
    }
    const { refusal } = await callTool(app, viewer, 'answer_question', args)
    expect(refusal, label).toBe(open(VIEWER) ? undefined : '403 Forbidden')
  }
})

test('limits explanations to the role, by session, token or assistant', async () => {
  const asked = { measure: 'net_sale', ...DAYS, compare: 'previous' }
  const url = `/api/questions/explain?${new URLSearchParams(asked)}`
  const as = (credential: string) => ({ url, headers: { authorization: `Bearer ${credential}` } })
  const whole = (await app.get(url, 'superAdmin')).json().data
  for (const { token, subset, counting } of limited) {
    const counted = (await subset.get(as(counting))).json().data
    expect(counted.difference).not.toBe(whole.difference)
    expect((await app.get(as(token))).json().data).toEqual(counted)
    if (!token.startsWith('gondola_pat_')) continue
    const { difference, factors, dimensions } = counted
    const { told } = await callTool(app, token, 'explain_change', asked)
    expect(told).toMatchObject({ difference, factors, dimensions })
  }
})

/** Keys of every dimension: of the whole shop, and of accounts without orders. */
async function keysOf(by: DimensionKey): Promise<string[]> {
  const measures = MEASURE_KEYS.filter((measure) => fits(measure, by))
    .slice(0, 8)
    .join()
  const url = `/api/questions/answer?${new URLSearchParams({ measures, by, where: 'status!:', ...DAYS })}`
  const { data } = (await app.get(url, 'superAdmin')).json()
  const keys = data.map((row: Record<string, { key: string }>) => row[by]?.key ?? '')
  return [...keys, '9', '109', '7777'].filter(dimensionOf(by).keys.isKey)
}

test('names in the filters of an explanation only what the role’s own answers could contain', async () => {
  const permissions = [...SCOPED, 'personal-data'] as const
  const known = [limited[0]!.subset, limited[1]!.subset, (await limitedTo([], '')).subset]
  for (const [index, scope] of [SCOPE, [STAR], []].entries()) {
    const subset = known[index]!
    const asking = await newAccount(app, `asking-${index}`, permissions, scope)
    const counting = await newAccount(subset, `asking-${index}`, permissions)
    for (const by of DIMENSION_KEYS) {
      const where = `${by}:${(await keysOf(by)).map(escapedValue).join()}`
      const url = `/api/questions/explain?${new URLSearchParams({ measure: 'orders', ...DAYS, compare: 'previous', where })}`
      const as = (credential: string) => ({ url, headers: { authorization: `Bearer ${credential}` } })
      const [own, counted] = [(await app.get(as(asking))).json(), (await subset.get(as(counting))).json()]
      expect(own.data, where).toEqual(counted.data)
      expect(own.meta.where[0].values.length, where).toBeGreaterThan(0)
      expect(own.meta.where, where).toEqual(counted.meta.where)
    }
  }
  await known[2]?.close()
})

test('an assistant finds only orders that its token may see', async () => {
  const [one] = limited.filter(({ token }) => token.startsWith('gondola_pat_'))
  const { token, subset, counting } = one!
  for (const status of ['COMPLETADO', 'TODOS']) {
    const { told } = await callTool(app, token, 'find_orders', { month: '2026-05', status, rows: 100 })
    const counted = await subset.get({
      url: `/api/orders${MAY}&status=${status}&per_page=100`,
      headers: { authorization: `Bearer ${counting}` },
    })
    const orders = z
      .array(z.object({ order_id: z.number() }))
      .min(1)
      .parse(told?.orders)
    expect(orders.map(({ order_id }) => order_id)).toEqual(
      counted.json().data.map(({ order_id }: { order_id: number }) => order_id),
    )
  }
  const foreign = smallShop.orders.find(({ order }) => !SCOPE.includes(order.dist_id))?.order.order_id
  expect(await callTool(app, token, 'get_order', { order_id: foreign })).toEqual({
    told: undefined,
    refusal: '404 Order not found',
  })
})

test('a data link shows only what its owner may see', async () => {
  const linkOf = async (on: TestApp, session: string, question: string) => {
    const reply = await callWithToken(on, session, 'POST', '/api/data-links', { name: 'de prueba', question })
    return { status: reply.statusCode, path: String(reply.json().data?.path) }
  }
  const sessions = limited.filter(({ token }) => !token.startsWith('gondola_pat_'))
  // At most a hundred links for an account.
  for (const asked of QUESTIONS.filter(({ measures }) => measures.includes(MEASURE_KEYS[0]!))) {
    const question = questionText(asked)
    const isOpen = needs(asked).every((one) => SCOPED.some((held) => held === one))
    for (const { token, subset, counting } of sessions) {
      const own = await linkOf(app, token, question)
      expect(own.status, question).toBe(isOpen ? 200 : 403)
      if (!isOpen) continue
      const counted = await linkOf(subset, counting, question)
      const rows = (await app.get(`${own.path}.json`)).json()
      expect(rows, question).toEqual((await subset.get(`${counted.path}.json`)).json())
    }
  }
})
