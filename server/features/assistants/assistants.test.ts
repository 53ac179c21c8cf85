// Assistants through the protocol's own client, against a listening server.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { API_TOKEN_PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { noLimits } from '#server/http/load-limits.ts'
import { logTo } from '#server/http/logging.ts'
import { rateLimiter } from '#server/http/rate-limiter.ts'
import { lane } from '#server/store/concurrency.ts'
import type { Store } from '#server/store/store.ts'
import { apiTokenOf, SCOPE, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { sendMessage } from '#test/mcp.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const PUBLIC = 'https://gondola.example.com'
const MAY = { from: '2026-05-01', to: '2026-05-31' }
const DAYS = 'from=2026-05-01&to=2026-05-31'

/** Questions of a sales manager, as arguments of a tool and as parameters of the API. */
const QUESTIONS: readonly [asked: string, args: object, query: string][] = [
  ['how much did we sell', { measures: ['net_sale', 'orders'] }, 'measures=net_sale,orders'],
  ['who sells most', { measures: ['net_sale'], by: ['distributor'] }, 'measures=net_sale&by=distributor'],
  [
    'how does it compare with April',
    { measures: ['net_sale'], compare: 'previous' },
    'measures=net_sale&compare=previous',
  ],
  [
    'which product leads',
    { measures: ['net_sale', 'units'], by: ['product'], limit: 1 },
    'measures=net_sale,units&by=product&limit=1',
  ],
  [
    'how many bought, and how much each',
    { measures: ['buyers', 'average_ticket', 'orders_per_buyer'] },
    'measures=buyers,average_ticket,orders_per_buyer',
  ],
  [
    'new against returning buyers',
    { measures: ['buyers', 'net_sale'], by: ['buyer_kind'] },
    'measures=buyers,net_sale&by=buyer_kind',
  ],
  ['on which days', { measures: ['net_sale'], grain: 'day' }, 'measures=net_sale&grain=day'],
  [
    'what was cancelled where',
    { measures: ['cancelled_amount', 'cancel_rate'], by: ['province'] },
    'measures=cancelled_amount,cancel_rate&by=province',
  ],
  [
    'what did benefits cost',
    { measures: ['benefit_amount', 'benefit_uses'], by: ['benefit_group'] },
    'measures=benefit_amount,benefit_uses&by=benefit_group',
  ],
  [
    'the north without one segment, by segment and status',
    {
      measures: ['net_sale'],
      by: ['segment', 'status'],
      where: ['distributor:101', 'segment!:Galletitas'],
      order: 'net_sale',
    },
    'measures=net_sale&by=segment,status&where=distributor:101&where=segment!:Galletitas&order=net_sale',
  ],
]

const failed = z.object({ isError: z.literal(true), content: z.tuple([z.object({ text: z.string() })]) })

describeOneEngine('assistants', (engine) => {
  let store: Store
  let app: TestApp
  let address: string
  let token: string
  const lines: string[] = []
  const clients: Client[] = []
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store, {
      publicUrl: PUBLIC,
      logger: logTo({ write: (line) => void lines.push(line) }, 'info'),
    })
    address = await app.server.listen({ host: '127.0.0.1', port: 0 })
    token = (await apiTokenOf(app, await app.tokenOf('superAdmin'), API_TOKEN_PERMISSIONS)).token
  })
  afterAll(async () => {
    for (const client of clients) await client.close()
    await app.close()
  })

  async function clientOf(credential: string, at = address): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const headers = { authorization: `Bearer ${credential}` }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', at), { requestInit: { headers } }))
    clients.push(client)
    return client
  }
  const tokenFor = async (permissions: readonly Permission[], dist_ids: readonly string[] | null = null) =>
    (await apiTokenOf(app, await app.tokenOf('superAdmin'), permissions, dist_ids)).token

  async function ask(client: Client, name: string, args: object = {}): Promise<Record<string, unknown>> {
    const result = await client.callTool({ name, arguments: { ...args } })
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true)
    const { structuredContent } = z
      .object({ structuredContent: z.record(z.string(), z.unknown()) })
      .parse(result)
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
    return structuredContent
  }
  async function refusal(client: Client, name: string, args: object): Promise<string> {
    return failed.parse(await client.callTool({ name, arguments: { ...args } })).content[0].text
  }

  test('ten questions of a sales manager are answered like the calls', async () => {
    const client = await clientOf(token)
    for (const [asked, args, query] of QUESTIONS) {
      const told = await ask(client, 'answer_question', { ...args, ...MAY })
      const { data, meta } = (await app.get(`/api/questions/answer?${query}&${DAYS}`, 'superAdmin')).json()
      expect(told, asked).toMatchObject({
        rows: data,
        totals: meta.totals,
        rest: meta.rest,
        measures: meta.measures,
        period: meta.period,
        updated_at: meta.updated_at,
        months: meta.months,
        currency: 'ARS',
        row_count: meta.total,
      })
      const link = new URL(String(told.link))
      expect([link.origin, link.pathname]).toEqual([PUBLIC, '/analysis/explore'])
      const shown = (await app.get(`/api/questions/answer${link.search}`, 'superAdmin')).json()
      expect(shown.data, asked).toEqual(data)
    }
    const north = await ask(client, 'answer_question', {
      ...MAY,
      measures: ['net_sale'],
      by: ['distributor'],
    })
    expect(north).toMatchObject({ totals: { net_sale: 383.42 }, rows: [{ net_sale: 192.97 }, {}, {}] })
  })

  test('explains a change, finds orders and lists what can be asked', async () => {
    const client = await clientOf(token)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'list_measures_and_dimensions',
      'answer_question',
      'explain_change',
      'find_orders',
      'get_order',
      'list_views',
      'run_view',
    ])
    for (const { title, description, annotations } of tools)
      expect([title, description, annotations?.readOnlyHint]).toEqual([
        expect.any(String),
        expect.any(String),
        true,
      ])
    const catalogue = (await app.get('/api/questions/catalogue', 'superAdmin')).json().data
    expect(await ask(client, 'list_measures_and_dimensions')).toMatchObject(catalogue)

    const why = await ask(client, 'explain_change', { ...MAY, compare: 'previous' })
    const explained = (await app.get(`/api/questions/explain?${DAYS}&compare=previous`, 'superAdmin')).json()
    expect(why).toMatchObject({
      difference: explained.data.difference,
      factors: explained.data.factors,
      dimensions: explained.data.dimensions,
      compared_period: explained.meta.compared_period,
    })
    const [sentence] = z.array(z.string()).parse(why.sentences)
    expect(sentence).toMatch(/^Venta Neta.*\$/)
    expect(sentence).not.toContain('{')

    const found = await ask(client, 'find_orders', { month: '2026-05', distributor: '101', rows: 2 })
    const listed = (
      await app.get('/api/orders?start_date=2026-05&only_dist_id=101&per_page=2', 'superAdmin')
    ).json()
    const [first] = listed.data
    expect(found.row_count).toBe(listed.meta.total)
    expect(found.orders).toEqual(
      listed.data.map((order: { order_id: number }) => ({
        ...order,
        link: `${PUBLIC}/orders/${order.order_id}`,
      })),
    )
    expect(await ask(client, 'get_order', { order_id: first.order_id })).toMatchObject({
      order_id: first.order_id,
      order_total: first.order_total,
    })
  })

  test('lists saved views, and runs those with a question within what the token may see', async () => {
    const save = async (body: object) => (await app.post('/api/views', body, 'superAdmin')).json().data.id
    const address = `/analysis/explore?measures=net_sale&by=distributor&where=distributor%3A101%2C102&${DAYS}`
    const id = await save({ name: 'Norte y sur', address })
    const screen = await save({ name: 'Resumen', address: '/distributors/distributors-overview' })
    const client = await clientOf(token)
    const { views } = await ask(client, 'list_views')
    expect(views).toEqual([
      expect.objectContaining({ id, name: 'Norte y sur', has_question: true, link: `${PUBLIC}${address}` }),
      expect.objectContaining({ id: screen, name: 'Resumen', has_question: false }),
    ])
    expect(await ask(client, 'run_view', { id })).toMatchObject({
      name: 'Norte y sur',
      rows: [{ net_sale: 192.97 }, { net_sale: 154.45 }],
      totals: { net_sale: 347.42 },
      link: `${PUBLIC}${address}`,
    })
    expect(await refusal(client, 'run_view', { id: screen })).toContain('has no question')
    expect(await refusal(client, 'run_view', { id: 999 })).toBe('404 View not found')
    const narrow = await clientOf(await tokenFor(['view:scorecard', 'view:distributors'], ['102']))
    expect(await ask(narrow, 'run_view', { id })).toMatchObject({ totals: { net_sale: 154.45 } })
  })

  test('shows what the token may see: its distributors and permissions, and no names without personal data', async () => {
    const narrow = await clientOf(
      await tokenFor(['view:scorecard', 'view:distributors', 'view:orders'], SCOPE),
    )
    const asked = { ...MAY, measures: ['net_sale'], by: ['distributor'] }
    expect(await ask(narrow, 'answer_question', asked)).toMatchObject({ totals: { net_sale: 347.42 } })
    const { orders } = z
      .object({ orders: z.array(z.record(z.string(), z.unknown())).min(1) })
      .parse(await ask(narrow, 'find_orders', { month: '2026-05' }))
    for (const order of orders) {
      expect(SCOPE).toContain(order.dist_id)
      expect([order.name, order.surname]).toEqual(['', ''])
    }
    expect(await refusal(narrow, 'answer_question', { ...asked, by: ['customer'] })).toMatch(/^403 /)
    const outside = (await app.get('/api/orders?start_date=2026-05&only_dist_id=0', 'superAdmin')).json()
    expect(await refusal(narrow, 'get_order', { order_id: outside.data[0].order_id })).toBe(
      '404 Order not found',
    )
    const viewer = await clientOf(await tokenFor(['view:scorecard']))
    expect(await refusal(viewer, 'find_orders', {})).toBe('403 Forbidden')
  })

  test('names what is wrong with a question', async () => {
    const client = await clientOf(token)
    expect(await refusal(client, 'answer_question', { measures: ['net_sale'], from: '2026-05-01' })).toBe(
      '400 Bad Request\nfrom: needs the last day in to',
    )
    expect(await refusal(client, 'answer_question', { measures: ['everything'] })).toContain('measures')
    expect(await refusal(client, 'answer_question', { measures: ['net_sale'], rows: 501 })).toContain('rows')
    expect(await refusal(client, 'find_orders', { month: 'mayo' })).toContain('month')
    await expect(client.callTool({ name: 'drop_table', arguments: {} })).rejects.toThrow('drop_table')
  })

  test('refuses arguments that a tool lacks, and finds a province without accents', async () => {
    const client = await clientOf(token)
    const asked = { measures: ['net_sale'], month: '2026-04' }
    expect(await refusal(client, 'answer_question', asked)).toContain('month')
    expect(await refusal(client, 'find_orders', { from: '2026-05-01' })).toContain('from')
    expect(await refusal(client, 'find_orders', { month: '2026-13' })).toContain('month')
    expect(await ask(client, 'list_measures_and_dimensions', { any: 'thing' })).toHaveProperty('measures')
    const [written, plain] = [
      await ask(client, 'find_orders', { month: '2026-05', province: 'CÓRDOBA' }),
      await ask(client, 'find_orders', { month: '2026-05', province: 'cordoba' }),
    ]
    // The seven completed ones in pesos, and one in dollars.
    expect(plain.row_count).toBe(8)
    expect(plain).toEqual(written)
  })

  test("refers a call without a valid API token to the protocol's metadata", async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const send = (headers: Record<string, string>) =>
      fetch(`${address}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify(message),
      })
    const metadata = `${PUBLIC}/.well-known/oauth-protected-resource/mcp`
    const nobody = await send({})
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}"`,
    ])
    const revoked = await apiTokenOf(app, await app.tokenOf('superAdmin'), ['view:scorecard'])
    const client = await clientOf(revoked.token)
    await app.server.inject({
      method: 'DELETE',
      url: `/api/tokens/${revoked.id}`,
      headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
    })
    await expect(client.callTool({ name: 'list_measures_and_dimensions' })).rejects.toThrow()
    for (const wrong of [revoked.token, await app.tokenOf('superAdmin'), 'none']) {
      const refused = await send({ authorization: `Bearer ${wrong}` })
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer error="invalid_token", resource_metadata="${metadata}"`,
      ])
    }
    const told = await (await fetch(`${address}${new URL(metadata).pathname}`)).json()
    expect(told).toMatchObject({ resource: `${PUBLIC}/mcp`, bearer_methods_supported: ['header'] })
    expect((await fetch(`${address}/.well-known/oauth-authorization-server`)).status).toBe(404)

    const own = { authorization: `Bearer ${token}` }
    expect((await send({ ...own, origin: 'https://evil.example' })).status).toBe(403)
    expect((await send({ ...own, origin: 'null' })).status).toBe(403)
    expect((await send({ ...own, origin: PUBLIC })).status).toBe(200)
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(`${address}/mcp`, { method, headers: own })).status).toBe(405)
  })

  test('a revocation ends a running tool', async () => {
    const calls = lane({ size: 1 })
    const busy = await testApp(store, { limits: { ...noLimits(), calls } })
    const gone = await apiTokenOf(app, await app.tokenOf('superAdmin'), API_TOKEN_PERMISSIONS)
    const { promise: taken, resolve: release } = Promise.withResolvers<void>()
    const holding = calls.run(() => taken)
    const params = { name: 'answer_question', arguments: { measures: ['units'], by: ['segment'], ...MAY } }
    const asking = sendMessage(
      busy,
      gone.token,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    )
    await expect.poll(() => calls.load().waiting).toBe(1)
    await app.server.inject({
      method: 'DELETE',
      url: `/api/tokens/${gone.id}`,
      headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
    })
    // Nothing else ends it: the revocation alone does.
    expect((await asking).statusCode).toBe(401)
    release()
    await holding
    await busy.close()
  })

  test('its calls count for the token and are logged without secrets or questions', async () => {
    const limited = await testApp(store, {
      limits: { ...noLimits(), apiTokens: rateLimiter({ most: 12, seconds: 3600 }) },
    })
    const at = await limited.server.listen({ host: '127.0.0.1', port: 0 })
    const client = await clientOf(token, at)
    const statuses: string[] = []
    for (const _ of Array(12).keys())
      statuses.push(
        await client
          .callTool({ name: 'list_measures_and_dimensions' })
          .then(({ isError }) => (isError ? 'refused' : 'answered'))
          .catch(() => 'refused'),
      )
    expect(statuses[0]).toBe('answered')
    expect(statuses.at(-1)).toBe('refused')
    await client.close()
    await limited.close()
    const calls = lines.map((line) => JSON.parse(line)).filter(({ path }) => path === '/api/questions/answer')
    expect(calls.some(({ apiToken }) => apiToken > 0)).toBe(true)
    expect(lines.join()).not.toMatch(/gondola_pat_|Galletitas/)
  })
})
