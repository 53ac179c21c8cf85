// Lists with a small contract of their own, over a real server, on both engines.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { column } from '#contract/columns.ts'
import { monthEndpoint } from '#contract/endpoint.ts'
import { list } from '#contract/list.ts'
import { listEndpoint } from '#contract/list-endpoint.ts'
import { BUILT_IN_ROLES, type Permission } from '#contract/permissions.ts'
import { openDuckDb } from '#server/store/duckdb.ts'
import { inScope, sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions, readVersions } from '#server/store/versions.ts'
import { describeEngines } from '#test/engines.ts'
import type { App } from './app.ts'
import { countDistinctTexts, type DistinctTexts, passingTexts, rowsOfTexts } from './distinct-text-page.ts'
import { HttpError } from './errors.ts'
import { openExports } from './export/outcomes.ts'
import { sendFile } from './export/send.ts'
import { foundByKey, listQuery } from './list-query.ts'
import { listRoute } from './list-route.ts'
import { noLimits } from './load-limits.ts'
import { mailable } from './mailed.ts'
import { monthRoute } from './month-route.ts'
import { ANONYMOUS, type Principal } from './principal.ts'
import { createResponseCache } from './response-cache.ts'
import { keysBySample } from './sampled-page.ts'
import { createServer } from './server.ts'
import { singleFlight } from './single-flight.ts'

const things = listEndpoint(
  list('/api/things', {
    access: 'view:orders',
    summary: 'Things',
    columns: [
      column('thing_id', 'Número', 'integer', { filter: 'thing_id' }),
      column('name', 'Nombre', 'text', { filter: 'name' }),
      column('email', 'Correo', 'text', { filter: 'email', personal: true }),
      column('amount', 'Monto', 'money', { nullable: true }),
      column('day', 'Fecha', 'date'),
      column('status', 'Estado', 'status'),
      column('enabled', 'Activo', 'flag', { sortable: false }),
    ],
    key: ['thing_id'],
    orderBy: 'thing_id',
    order: 'ASC',
    file: 'cosas_únicas',
  }),
  { row: { enabled: z.number() } },
)

const broken = listEndpoint(
  list('/api/broken', {
    access: 'view:orders',
    summary: 'Fails after many rows',
    columns: [column('number', 'Número', 'integer')],
    key: ['number'],
    orderBy: 'number',
    order: 'ASC',
    file: 'rota',
  }),
)

const many = (path: `/api/many/${string}`) =>
  listEndpoint(
    list(path, {
      access: 'view:orders',
      summary: 'Thousands of rows, some of them without a rest',
      columns: [
        column('number', 'Número', 'integer'),
        column('rest', 'Resto', 'integer', { nullable: true }),
        column('name', 'Nombre', 'text', { filter: 'name' }),
      ],
      key: ['number'],
      orderBy: 'number',
      order: 'ASC',
      file: 'muchas',
    }),
  )

const total = monthEndpoint('/api/total', {
  access: 'view:orders',
  summary: 'How many things',
  data: z.object({ things: z.number() }),
})

const ROWS = [
  [1, 'Ñandú', 'ana@example.com', '10.50', '2026-05-01', 'wc-completed', 1],
  [2, 'córdoba', 'beto@example.com', null, '2026-05-02', 'wc-cancelled', 0],
  [3, 'Córdoba', 'carla@example.com', '-3.25', '2026-05-03', 'wc-weird', 0],
  [4, '=1+1;"x"', 'dani@example.com', '1234567.80', '2026-05-04', 'wc-completed', 1],
  [5, '100%_a', '-eva@example.com', '0.00', '2026-05-05', 'wc-completed', 1],
] as const

const who = (permissions: readonly Permission[], scope: string[] | null = null): Principal => ({
  ...ANONYMOUS,
  userId: 1,
  permissions: new Set(permissions),
  scope,
})
const CALLERS: Record<string, Principal> = {
  all: who(BUILT_IN_ROLES.superAdmin ?? []),
  impersonal: who(['view:orders', 'export']),
  reader: who(['view:orders', 'personal-data']),
  scoped: who(BUILT_IN_ROLES.admin ?? [], ['1', '3']),
}

/** No caller loses access here. */
const watchAccess: App['watchAccess'] = () => ({ signal: new AbortController().signal, stop() {} })
const sending = {
  limits: noLimits(),
  watchAccess,
  exports: openExports(await openDuckDb(), () => new Date()),
}

describeEngines('lists', (engine) => {
  let app: App
  let store: Store
  let asked = 0
  beforeAll(async () => {
    store = await engine.open()
    await store.run(sql`create table things (thing_id bigint, name text, email text, amount decimal(18, 2),
      day date, status text, enabled integer)`)
    for (const [id, name, email, amount, day, status, enabled] of ROWS)
      await store.run(sql`insert into things values (${id}, ${name}, ${email}, cast(${amount} as decimal(18, 2)),
        cast(${day} as date), ${status}, ${enabled})`)
    await store.transaction((tx) => bumpVersions(tx, ['2026-05', 'dimensions']))
    const server = await createServer({ version: '0.0.0', logger: false, trustedProxies: [] })
    app = {
      server,
      version: '0.0.0',
      store,
      timeZone: 'UTC',
      responses: createResponseCache(1 << 20),
      pending: singleFlight(),
      ...mailable(),
      limits: noLimits(),
      versions: () => readVersions(store),
      latestMonth: async () => '2026-05',
      shopReadUntil: async () => undefined,
      now: () => new Date(),
      async authenticate(token) {
        const caller = CALLERS[token]
        if (!caller) throw new HttpError('unauthorized')
        return caller
      },
      watchAccess,
      exports: openExports(store, () => new Date()),
    }
    listRoute(app, things, ({ scope }) => {
      asked++
      return {
        query: sql`select thing_id, name, email, amount, day, status, enabled from things
          where ${inScope(scope, sql`cast(thing_id as text)`)}`,
      }
    })
    // The last row cannot be read: its text is no number.
    listRoute(app, broken, () => ({
      query: sql`select cast(case when number < 20000 then cast(number as text) else 'x' end as integer) as number
        from (select (d1.thing_id - 1) + 5 * (d2.thing_id - 1) + 25 * (d3.thing_id - 1) + 125 * (d4.thing_id - 1)
          + 625 * (d5.thing_id - 1) + 3125 * (d6.thing_id - 1) + 15625 * (d7.thing_id - 1) as number
          from things d1, things d2, things d3, things d4, things d5, things d6, things d7) numbers
        where number <= 20000 and ${inScope(null)}`,
    }))
    const numbers = sql`select number, case when number % 7 = 0 then null else number % 100 end as rest, name
      from (select d1.name, (d1.thing_id - 1) + 5 * (d2.thing_id - 1) + 25 * (d3.thing_id - 1) + 125 * (d4.thing_id - 1)
          + 625 * (d5.thing_id - 1) as number
        from things d1, things d2, things d3, things d4, things d5) numbers where ${inScope(null)}`
    listRoute(app, many('/api/many/plain'), () => ({ query: numbers }))
    listRoute(app, many('/api/many/by-key'), () => foundByKey(numbers, 'number'))
    listRoute(app, many('/api/many/leading'), () => {
      const { query, deferred } = foundByKey(numbers, 'number')
      const leading = sql`select * from (${numbers}) leading_numbers where rest >= 80`
      return {
        query,
        deferred: deferred.map((lookup) => ({
          ...lookup,
          leading: { orderBy: 'rest', order: 'DESC', query: leading },
        })),
      }
    })
    listRoute(app, many('/api/many/once'), () => ({ query: numbers, singlePass: true }))
    monthRoute(app, total, async ({ month }) => {
      const row = await store.one<{ things: number }>(sql`select count(*) as things from things`)
      return { data: { things: row?.things ?? 0 }, months: [month] }
    })
    await server.ready()
  })
  afterAll(() => app.server.close())

  const get = (url: string, token = 'all', headers = {}) =>
    app.server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}`, ...headers } })
  const ids = async (query: string, token?: string) => {
    const answer = await get(`/api/things?${query}`, token)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data.map(({ thing_id }: { thing_id: number }) => thing_id)
  }

  test('returns pages with their total, and an empty page past the end', async () => {
    const { data, meta } = (await get('/api/things?page=2&per_page=2')).json()
    expect(data.map(({ thing_id }: { thing_id: number }) => thing_id)).toEqual([3, 4])
    expect(meta).toMatchObject({ page: 2, per_page: 2, total: 5, page_count: 3, months: ['2026-05'] })
    expect(meta.updated_at).toMatch(/^20\d\d-.*Z$/)
    const past = (await get('/api/things?page=1000000000&per_page=1000')).json()
    expect([past.data, past.meta.total]).toEqual([[], 5])
    expect((await get('/api/things?name=nadie')).json().meta).toMatchObject({ total: 0, page_count: 1 })
  })

  test('sorts text by locale, nulls last both ways, ties in a stable order', async () => {
    expect(await ids('orderBy=name')).toEqual([5, 4, 3, 2, 1])
    expect(await ids('order_by=name&order=desc')).toEqual([1, 2, 3, 4, 5])
    expect(await ids('orderBy=amount&order=ASC')).toEqual([3, 5, 1, 4, 2])
    expect(await ids('orderBy=amount&order=DESC')).toEqual([4, 1, 5, 3, 2])
    expect(await ids('orderBy=status')).toEqual([2, 1, 4, 5, 3])
  })

  test('filters anywhere, ignoring case and accents, with literal % and _', async () => {
    expect(await ids('name=CORDOBA')).toEqual([2, 3])
    expect(await ids('name=andu')).toEqual([1])
    expect(await ids('name=%25_')).toEqual([5])
    expect(await ids(`name=${encodeURIComponent("' or 1=1 --")}`)).toEqual([])
    expect(await ids('thing_id=4')).toEqual([4])
    expect(await ids('name=')).toHaveLength(5)
  })

  test('answers 400 and names an invalid parameter', async () => {
    const pathOf = async (query: string) => {
      const answer = await get(`/api/things?${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ success: false, code: 'bad-request', message: 'Bad Request' })
      return answer.json().errors[0]
    }
    expect(await pathOf('orderBy=enabled')).toEqual({
      path: 'orderBy',
      message: 'must be one of thing_id, name, email, amount, day, status',
    })
    for (const query of [
      'page=0',
      'page=-1',
      'page=1e9',
      'page=',
      'per_page=1001',
      'per_page=2.5',
      'order=up',
    ])
      expect((await pathOf(query)).path).toBe(query.split('=')[0])
    for (const query of ['start_date=2026-13', 'start_date=2026-02-30', 'export=yes', 'format=pdf'])
      expect((await pathOf(query)).path).toBe(query.split('=')[0])
    expect((await pathOf('name=a&name=b')).path).toBe('name')
    expect((await pathOf(`name=${'x'.repeat(300)}`)).path).toBe('name')
    expect((await pathOf('name=a%00b')).path).toBe('name')
  })

  test('empties personal columns without the permission and refuses to filter or sort by them', async () => {
    const { data } = (await get('/api/things', 'impersonal')).json()
    expect(data.map(({ email }: { email: string }) => email)).toEqual(['', '', '', '', ''])
    expect(await ids('email=ana', 'impersonal')).toEqual([])
    expect(await ids('orderBy=email&order=DESC', 'impersonal')).toEqual(await ids('', 'impersonal'))
    expect(await ids('email=ana', 'reader')).toEqual([1])
    expect((await get('/api/things?export=1', 'impersonal')).body).not.toContain('@')
  })

  test('limits rows, totals, exports and cached responses to the scope', async () => {
    await ids('')
    const { data, meta } = (await get('/api/things', 'scoped')).json()
    expect([data.length, meta.total]).toEqual([2, 2])
    const file = await get('/api/things?export=1', 'scoped')
    expect(file.body.trim().split('\r\n')).toHaveLength(3)
    expect(file.headers['content-disposition']).toContain('_solo_2_distribuidores.csv"')
  })

  test('caches responses until their data changes, and answers 304 to a valid ETag', async () => {
    const first = await get('/api/things?name=nandu')
    const before = asked
    const again = await get('/api/things?name=nandu')
    expect([asked, again.body]).toEqual([before, first.body])
    const etag = String(first.headers.etag)
    const known = await get('/api/things?name=nandu', 'all', { 'if-none-match': `"x", ${etag}` })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    expect((await get('/api/things?name=nandu', 'scoped')).headers.etag).not.toBe(etag)

    await store.transaction((tx) => bumpVersions(tx, ['2026-04']))
    expect((await get('/api/things?name=nandu', 'all', { 'if-none-match': etag })).statusCode).toBe(304)
    await store.transaction((tx) => bumpVersions(tx, ['2026-05']))
    const fresh = await get('/api/things?name=nandu', 'all', { 'if-none-match': etag })
    expect(fresh.statusCode).toBe(200)
    expect(fresh.headers.etag).not.toBe(etag)
    expect(fresh.json().meta.updated_at >= first.json().meta.updated_at).toBe(true)
  })

  test('a month view names its months and is cached', async () => {
    const answer = await get('/api/total?start_date=2026-05-14')
    expect(answer.json()).toMatchObject({ success: true, data: { things: 5 }, meta: { months: ['2026-05'] } })
    expect((await get('/api/total')).body).toBe((await get('/api/total?start_date=2026-05')).body)
  })

  test('HEAD answers like GET without a body', async () => {
    const answer = await app.server.inject({
      method: 'HEAD',
      url: '/api/things',
      headers: { authorization: 'Bearer all' },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers.etag).toBe((await get('/api/things')).headers.etag)
  })

  test('exports the filtered, sorted list for Spanish Excel', async () => {
    const answer = await get('/api/things?export=1&orderBy=amount&order=DESC&start_date=2026-05')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="cosas_unicas_2026-05.csv"; filename*=UTF-8''cosas_%C3%BAnicas_2026-05.csv`,
    )
    expect(answer.body).toBe(
      [
        '\uFEFF"Número";"Nombre";"Correo";"Monto";"Fecha";"Estado";"Activo"',
        `4;"'=1+1;""x""";dani@example.com;1234567,80;04/05/2026;Completadas;Sí`,
        '1;Ñandú;ana@example.com;10,50;01/05/2026;Completadas;Sí',
        `5;100%_a;'-eva@example.com;0,00;05/05/2026;Completadas;Sí`,
        '3;Córdoba;carla@example.com;-3,25;03/05/2026;weird;No',
        '2;córdoba;beto@example.com;;02/05/2026;Canceladas;No',
        '',
      ].join('\r\n'),
    )
    expect(await ids('name=cordoba')).toHaveLength(
      parse((await get('/api/things?name=cordoba&export=1&csv=standard')).body, { columns: true }).length,
    )
  })

  test('exports standard CSV on request, and nothing without the permission', async () => {
    const [head, first] = (await get('/api/things?export=1&csv=standard')).body.split('\r\n')
    expect(head).toBe('"Número","Nombre","Correo","Monto","Fecha","Estado","Activo"')
    expect(first).toBe('1,Ñandú,ana@example.com,10.50,2026-05-01,Completadas,Sí')
    // Programs run no formulas, and find the texts of the shop.
    const things: string[][] = parse((await get('/api/things?export=1&csv=standard')).body)
    expect(things.map(([, name]) => name)).toContain('=1+1;"x"')
    const refused = await get('/api/things?export=1', 'reader')
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'Forbidden'])
  })

  test.each(['plain', 'by-key', 'leading', 'once'])(
    'pages are the rows of the file, whichever end they are nearer to: %s',
    async (how) => {
      for (const order of ['orderBy=rest&order=DESC', 'orderBy=name', 'name=ordo&orderBy=rest']) {
        const file = (await get(`/api/many/${how}?${order}&export=1&csv=standard`)).body.trim().split('\r\n')
        const lines: string[] = []
        for (let page = 1; page <= 8; page++) {
          const { data, meta } = (await get(`/api/many/${how}?${order}&per_page=400&page=${page}`)).json()
          for (const { number, rest, name } of data)
            lines.push(
              [number, rest ?? '', name.includes('"') ? `"${name.replaceAll('"', '""')}"` : name].join(),
            )
          expect(meta).toMatchObject({
            total: file.length - 1,
            page_count: Math.ceil((file.length - 1) / 400),
          })
        }
        expect(lines).toEqual(file.slice(1))
      }
      expect((await get(`/api/many/${how}?page=100000`)).json()).toMatchObject({
        data: [],
        meta: { total: 3125 },
      })
    },
  )

  test('a page found by its boundary texts, or by counting each text, equals the sorted page', async () => {
    // Many equal names; a fifth of the rows has none, a fifth a unique one.
    const rows = sql`select 25 * d1.thing_id + 125 * d4.thing_id + 625 * d5.thing_id + 5 * d2.thing_id + d3.thing_id as number,
        cast(null as integer) as rest,
        case d1.thing_id when 1 then null when 2 then cast(d5.thing_id * d4.thing_id as text) || 'é𝒜' || d2.name
          else d1.name end as name
      from things d1, things d2, things d3, things d4, things d5 where ${inScope(null)}`
    const { list: spec } = many('/api/many/long')
    const found = { sorted: 0, between: 0 }
    for (const order of ['ASC', 'DESC'] as const)
      for (const backwards of [false, true])
        for (const from of [0, 40, 700, 1300, 2490, 2600, 3100]) {
          const options = { parameters: {}, orderBy: 'name', order, personal: true }
          const { keys, textOrder } = listQuery(spec, rows, options)
          const part = { from, rows: 20, backwards }
          const page = textOrder && (await keysBySample(store, textOrder, part, 3125))
          found[page ? 'between' : 'sorted']++
          if (page) expect(page, JSON.stringify({ order, ...part })).toEqual(await store.all(keys(part)))
        }
    for (const order of ['ASC', 'DESC'] as const) {
      let whole: DistinctTexts | undefined
      for (const name of ['', 'é', 'ñan']) {
        const options = { parameters: { name }, orderBy: 'name', order, personal: true }
        const { keys, distinctTextOrder, count } = listQuery(spec, rows, options)
        const distinct = distinctTextOrder && (await countDistinctTexts(store, distinctTextOrder, true))
        if (!distinct) throw new Error('the names do not repeat')
        expect(distinct.total).toBe((await store.one<{ total: number }>(count))?.total)
        whole ??= distinct
        if (distinctTextOrder.filtered)
          expect(await passingTexts(store, distinctTextOrder.filtered, whole)).toEqual(distinct)
        for (const from of [0, 40, 620, 700, 1300, 2490, 3100, 3120]) {
          const part = { from, rows: 20, backwards: false }
          expect(await rowsOfTexts(store, distinctTextOrder, distinct, 'key', part)).toEqual(
            await store.all(keys(part)),
          )
        }
      }
    }
    // Rows without a name are not found this way.
    expect(found.between).toBeGreaterThanOrEqual(8)
    expect(found.sorted).toBeGreaterThanOrEqual(4)
  })

  test.each(['csv', 'xlsx'])('answers 500 without a byte of a %s that fails midway', async (format) => {
    const response = await app.server.inject({
      url: `/api/broken?export=1&format=${format}`,
      headers: { authorization: 'Bearer all' },
    })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      success: false,
      code: 'internal-error',
      message: 'Internal Server Error',
    })
  })
})

test.each(['csv', 'xlsx'] as const)(
  'stops reading rows when the client of a %s goes away',
  async (format) => {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<string>()
    async function* endless() {
      try {
        begun.resolve()
        for (;;) yield [{ number: 1 }]
      } finally {
        ended.resolve('ended')
      }
    }
    const server = await createServer({ version: '0.0.0', logger: false, trustedProxies: [] })
    const file = { columns: broken.list.columns, batches: endless(), name: 'sin_fin', format }
    server.get('/endless', async (request, reply) => sendFile(sending, request, reply, async () => file))
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    const leave = new AbortController()
    const call = fetch(`${address}/endless`, { signal: leave.signal }).catch(() => 'left')
    await begun.promise
    leave.abort()
    expect(await call).toBe('left')
    expect(await ended.promise).toBe('ended')
    await server.close()
  },
)

test.each([
  ['csv-standard', 3],
  ['csv-standard', 200_000],
  ['xlsx', 150_000],
] as const)('announces the length of a %s of %d rows before its first byte', async (format, rows) => {
  async function* batches() {
    for (let from = 0; from < rows; from += 1000)
      yield Array.from({ length: Math.min(1000, rows - from) }, (_, row) => ({ number: from + row }))
  }
  const server = await createServer({ version: '0.0.0', logger: false, trustedProxies: [] })
  const file = { columns: broken.list.columns, batches: batches(), name: 'entera', format }
  server.get('/whole', async (request, reply) => sendFile(sending, request, reply, async () => file))
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${address}/whole`)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  if (format === 'csv-standard') expect(bytes.toString().split('\r\n')).toHaveLength(rows + 2)
  await server.close()
})

test('a file that cannot be read on, or whose caller just lost access, is no cut connection and is removed', async () => {
  const access = new AbortController()
  const removed: string[] = []
  const linesOf = (what: string, about: () => void) => async () => ({
    bytes: 1 << 20,
    async *read() {
      yield Buffer.from('1\r\n')
      about()
    },
    remove: async () => void removed.push(what),
  })
  const unreadable = linesOf('unreadable', () => {
    throw new Error('EIO: i/o error, read')
  })
  const refused = async () => {
    access.abort()
    return linesOf('refused', () => {})()
  }
  const exports = openExports(await openDuckDb(), () => new Date())
  const server = await createServer({ version: '0.0.0', logger: false, trustedProxies: [] })
  const { columns } = broken.list
  for (const [path, lines] of [
    ['/unreadable', unreadable],
    ['/refused', refused],
  ] as const)
    server.get(path, async (request, reply) =>
      sendFile(
        { limits: noLimits(), watchAccess: () => ({ signal: access.signal, stop() {} }), exports },
        request,
        reply,
        async () => ({ columns, batches: (async function* () {})(), lines, name: 'rota', format: 'csv' }),
      ),
    )
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${address}/unreadable`)).status).toBe(500)
  expect((await fetch(`${address}/refused`)).status).toBe(401)
  await expect.poll(() => exports.counts).toEqual({ sent: 0, connection: 0, access: 1, failure: 1 })
  expect(removed).toEqual(['unreadable', 'refused'])
  await server.close()
})
