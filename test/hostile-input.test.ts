// Wrong, extreme, repeated and hostile parameters and bodies for every endpoint, generated from the API description. Expects a
// 4xx that names a wrong parameter, an answer if the input is legal, never a 5xx, never internals. Each run takes a fixed sample
// in which every value meets some endpoint; nightly runs (GONDOLA_NIGHTLY) take every value for every endpoint.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { API_TOKEN_PERMISSIONS } from '#contract/permissions.ts'
import { DIMENSION_KEYS } from '#contract/questions/dimensions.ts'
import { MEASURE_KEYS } from '#contract/questions/measures.ts'
import { fits } from '#contract/questions/rules.ts'
import { logTo } from '#server/http/logging.ts'
import { HOSTILE_NAMES, hostileShop } from '../fixtures/hostile-shop.ts'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { ACCOUNTS, apiTokenOf, signIn, type TestApp, testApp } from './app.ts'
import { describeEngines } from './engines.ts'
import { hostileFilters, hostileLink, hostileMessage, hostileQuestion } from './hostile-messages.ts'
import {
  legalTexts,
  type Operation,
  operationsOf,
  WRONG_TEXTS,
  wrongFields,
  wrongValues,
} from './hostile-values.ts'
import { callTool, sendMessage } from './mcp.ts'
import { addNewcomer, callWithToken } from './newcomers.ts'
import { NIGHTLY } from './nightly.ts'

const SEED = 20260514
/** Allows for a busy machine and for the nightly run. */
const LONG = { timeout: NIGHTLY ? 1_800_000 : 300_000 }
/** Number of messages, links and questions each; nightly runs on both engines make 100,000 calls of the three kinds. */
const MOST_HOSTILE = 17_000
const INSIDES =
  /\b(select|insert|from|where)\b.*\b(orders|rollup|users)\b|duckdb|pg_|\.ts:\d|\n\s+at |node_modules|\/server\/|Parser Error|Binder Error|syntax error/i
/** Calls that end or change their own session; account.test.ts makes them. */
const ENDS_SESSION = /logout|refresh$|view-as$/
const MEDIA_TYPES = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense', '']
const HOSTILE_FIELDS = [
  "' or 1=1 --",
  '\ud800',
  'x\u0000y',
  '__proto__',
  '\u202e🍫',
  '',
  'x'.repeat(256),
  'x'.repeat(1_000_000),
]

let turn = 0
/** Every n-th value, starting at a different one each time, so that all calls together meet all values. */
function sampled<T>(values: readonly T[], every = 10, times = 1): readonly T[] {
  if (NIGHTLY) return values
  const n = every * times
  const first = turn++ % n
  return values.filter((_, index) => index % n === first % Math.min(n, values.length))
}

const encoded = (value: string) => encodeURIComponent(value.toWellFormed())
/** Ids of imports have a form of their own. */
const ownId = (path: string) =>
  path.startsWith('/api/imports/') ? '0b3f4c1e-8a55-4d0f-9f0e-6a5a3c1b2d10' : '1'
const at = (path: string, value = ownId(path)) => path.replaceAll(/\{\w+\}/g, encoded(value))

describeEngines('hostile input', (engine) => {
  let app: TestApp
  let token: string
  let figures: string
  let operations: Operation[]
  let made = 0
  /** Credentials of the session, a token and a data link. */
  const secrets: string[] = []
  const leaks = (text: string) => secrets.some((secret) => text.includes(secret))
  let lines = 0
  const leakedLines: string[] = []
  const write = (line: string) => {
    lines++
    if (leaks(line)) leakedLines.push(line)
  }
  beforeAll(async () => {
    app = await testApp(await openSmallShop(engine, hostileShop), { logger: logTo({ write }, 'info') })
    figures = await figuresOfMay()
    // Calls outside the contract, such as the event stream, have tests of their own.
    const listed = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
    const described = operationsOf((await app.get('/api/openapi.json')).json())
    operations = described.filter(({ method, path }) => listed.has(`${method} ${path}`))
    expect(operations).toHaveLength(listed.size)
  })
  afterAll(() => app.close())
  // A nightly run takes longer than a password counts as recent.
  beforeEach(async () => {
    token = await signIn(app, ACCOUNTS.superAdmin)
    secrets.push(token)
  })

  const figuresOfMay = async () =>
    JSON.stringify((await app.get('/api/summary/main-page?start_date=2026-05', 'superAdmin')).json().data)

  const gets = () => operations.filter(({ method }) => method === 'GET')
  /** Of calls that ask the engine, DuckDB answers a sixth by day, another one in each test. */
  const asking = (calls: readonly Operation[]) => {
    if (NIGHTLY || engine.name === 'postgres') return calls
    const first = turn++ % 6
    return calls.filter((_, index) => index % 6 === first)
  }

  /** Most of the input never reaches the engine: DuckDB, whose queries cost several times as much, meets a sixth by day. */
  const sample = <T>(values: readonly T[], n?: number) => sampled(values, n, engine.name === 'duckdb' ? 6 : 1)

  /** Input that is refused before any engine is asked, or that none is asked about, is tested on one of them. */
  const aboveEngines = (name: string, calls: () => Promise<void>) => {
    if (engine.name === 'postgres') test(name, LONG, calls)
  }

  /** Makes a call whose answer must never be a 5xx or show internals; a 400 names one of the parameters sent. */
  async function answer(
    operation: Pick<Operation, 'method' | 'path' | 'statuses'>,
    url: string,
    body?: string,
    type = 'application/json',
  ) {
    made++
    const reply = await app.server.inject({
      method: operation.method,
      url,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { payload: body }),
    })
    const told = `${operation.method} ${url.slice(0, 300)} ${(body ?? '').slice(0, 200)} → ${reply.statusCode} ${reply.body.slice(0, 400)}`
    expect(reply.statusCode, told).toBeLessThan(500)
    // A path with `..` is a different path, which may not exist.
    if (reply.statusCode !== 404) expect(operation.statuses, told).toContain(reply.statusCode)
    if (reply.statusCode < 400) return { told, status: reply.statusCode, named: [] }
    expect(reply.body, told).not.toMatch(INSIDES)
    expect(leaks(reply.body), told).toBe(false)
    expect(reply.headers['content-type'], told).toContain('application/json')
    const failure: { success: boolean; message: string; errors?: { path: string }[] } = JSON.parse(reply.body)
    expect(failure.success, told).toBe(false)
    return { told, status: reply.statusCode, named: (failure.errors ?? []).map(({ path }) => path) }
  }

  aboveEngines('a wrong parameter is a 400 that names it', async () => {
    for (const operation of gets()) {
      for (const parameter of operation.query) {
        for (const value of sample(wrongValues(parameter))) {
          const url = `${at(operation.path)}?${parameter.name}=${encoded(value)}`
          const { told, status, named } = await answer(operation, url)
          expect({ status, named }, told).toEqual({ status: 400, named: [parameter.name] })
        }
      }
    }
  })

  aboveEngines('a parameter given twice is a 400 that names it', async () => {
    for (const operation of gets()) {
      for (const { name } of sample(operation.query, 3)) {
        const { told, status, named } = await answer(operation, `${at(operation.path)}?${name}=1&${name}=2`)
        expect({ status, named }, told).toEqual({ status: 400, named: [name] })
      }
    }
  })

  test('searches for hostile text like any other', LONG, async () => {
    for (const operation of asking(gets())) {
      for (const { name } of operation.query.filter(({ kind }) => kind === 'text')) {
        for (const value of sample(legalTexts, 30)) {
          const file = turn % 4 === 0 && operation.query.some((other) => other.name === 'export')
          const url = `${at(operation.path)}?${name}=${encoded(value)}&start_date=2026-05${file ? '&export=1' : ''}`
          const { told, status, named } = await answer(operation, url)
          // The description treats words such as those of a status as texts; an unknown word is refused by name.
          if (status === 400) expect(named, told).toEqual([name])
          else expect([200, 404], told).toContain(status)
        }
      }
    }
  })

  test('returns an empty page far beyond the last one', LONG, async () => {
    for (const operation of asking(
      gets().filter(({ query }) => query.some(({ name }) => name === 'per_page')),
    )) {
      const cap = await answer(operation, `${at(operation.path)}?page=1000000000&per_page=100`)
      expect([200, 404], cap.told).toContain(cap.status)
    }
  })

  test('refuses a page of export size', LONG, async () => {
    for (const operation of asking(
      gets().filter(({ query }) => query.some(({ name }) => name === 'per_page')),
    )) {
      const many = await answer(operation, `${at(operation.path)}?export=1&per_page=1000000`)
      expect(many.status, many.told).toBe(200)
      const more = await answer(operation, `${at(operation.path)}?export=1&per_page=1000001`)
      expect(more.named, more.told).toEqual(['per_page'])
      if (operation.path === '/api/products') continue // its page holds a million
      const page = await answer(operation, `${at(operation.path)}?export=0&per_page=1000000`)
      expect({ status: page.status, named: page.named }, page.told).toEqual({
        status: 400,
        named: ['per_page'],
      })
    }
  })

  aboveEngines('answers 4xx to invalid encodings and prototype names', async () => {
    const queries = [
      '%ff%fe=%ff',
      '__proto__=1&constructor=2&__proto__[admin]=1&constructor.prototype=1',
      'start_date=%c3%28',
      'start_date[]=2026-05&start_date[a]=1',
      'page%00=1',
      `${'a'.repeat(2_000)}=1`,
      Array.from({ length: 1_500 }, (_, index) => `k${index}=1`).join('&'),
      '&&&==&=',
      '%',
    ]
    for (const operation of gets()) {
      for (const query of sample(queries, 4)) await answer(operation, `${at(operation.path)}?${query}`)
      await answer(operation, `${at(operation.path)}#fragment`)
    }
  })

  aboveEngines('a megabyte in a parameter is refused by name', async () => {
    const long = 'x'.repeat(1_000_000)
    for (const operation of sample(gets().filter(({ query }) => query.length > 0))) {
      const name = operation.query.at(-1)?.name ?? ''
      const { told, status, named } = await answer(operation, `${at(operation.path)}?${name}=${long}`)
      expect({ status, named }, told).toEqual({ status: 400, named: [name] })
    }
  })

  test('survives hostile path segments', LONG, async () => {
    for (const operation of asking(operations.filter(({ places }) => places.length > 0))) {
      for (const value of sample([...legalTexts, ...WRONG_TEXTS, '..', '.', ' ', 'ñ'.repeat(120)], 5)) {
        const { told, status, named } = await answer(operation, at(operation.path, value))
        // Sent without a body, whose fields may be missing; a path with `..` is a different one, which may name what it lacks.
        const [name] = named.filter(Boolean)
        if (status === 400 && name !== undefined && value !== '..')
          expect([...operation.places, ...Object.keys(operation.body?.properties ?? {})], told).toContain(
            name,
          )
        if (operation.method !== 'GET') continue
        await answer(operation, `${at(operation.path, value)}?export=1&csv=standard`)
      }
      for (const raw of sample(['%ff%fe', '%00', '%', '%2e%2e%2f', '%c0%af', 'a%2fb'], 3)) {
        await answer(operation, operation.path.replaceAll(/\{\w+\}/g, raw))
      }
    }
  })

  test('survives random parameters', LONG, async () => {
    const names = [...new Set(operations.flatMap(({ query }) => query.map(({ name }) => name)))]
    const soup = fc.array(
      fc.tuple(
        fc.constantFrom(...names),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 20 }),
          fc.constantFrom(...legalTexts),
          fc.double().map(String),
        ),
      ),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(), soup, async (turn, pairs) => {
        const asked = gets()[turn % gets().length]
        if (!asked) return
        const query = pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&')
        const { told, status, named } = await answer(asked, `${at(asked.path)}?${query}`)
        if (status !== 400) return
        expect(named.length, told).toBeGreaterThan(0)
        const required = asked.query.filter(({ isRequired }) => isRequired).map(({ name }) => name)
        for (const name of named) expect([...pairs.map(([sent]) => sent), ...required], told).toContain(name)
      }),
      { seed: SEED, numRuns: NIGHTLY ? 250 : 20 },
    )
  })

  const posts = () => operations.filter(({ body, path }) => body !== undefined && !ENDS_SESSION.test(path))

  aboveEngines('a body with a field of another kind is a 400 that names it', async () => {
    for (const operation of posts()) {
      for (const { field, body } of sample(wrongFields(operation), 4)) {
        const { told, status, named } = await answer(operation, at(operation.path), body)
        expect(status, told).toBe(400)
        expect(named.length, told).toBeGreaterThan(0)
        for (const path of named) expect(path.split('.')[0], told).toBe(field)
      }
    }
  })

  aboveEngines('refuses a body that is not an object, not JSON, too deep or too long', async () => {
    const bodies = [
      ...[
        '[]',
        'null',
        '1',
        '"x"',
        '{',
        '',
        '\u0000',
        '{"a":1,}',
        '\ufeff{}',
        'NaN',
        '{"__proto__":{"x":1}}',
      ],
      '{"constructor":{"prototype":{"admin":true}}}',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    ]
    for (const operation of posts()) {
      for (const body of sample(bodies, 3)) {
        const { told, status } = await answer(operation, at(operation.path), body)
        // If no field is required, an object without fields is a valid body.
        const free = operation.body?.required.length === 0 ? operation.statuses : []
        // Bodies of callers who are not signed in are short.
        expect([400, 413, 429, ...free], told).toContain(status)
      }
      const long = await answer(
        operation,
        at(operation.path),
        JSON.stringify({ name: 'x'.repeat(1_100_000) }),
      )
      expect(long.status, long.told).toBe(413)
    }
  })

  aboveEngines('a body of another type than JSON is refused', async () => {
    for (const operation of posts()) {
      const body = JSON.stringify(operation.example)
      for (const type of sample(MEDIA_TYPES, 2)) {
        const { told, status } = await answer(operation, at(operation.path), body, type)
        expect(status, told).toBe(415)
      }
    }
  })

  test('survives hostile text in body fields', LONG, async () => {
    for (const operation of asking(posts())) {
      const whole = operation.example
      for (const field of Object.keys(whole)) {
        for (const value of sample(HOSTILE_FIELDS, 4)) {
          const { told, status } = await answer(
            operation,
            at(operation.path),
            JSON.stringify({ ...whole, [field]: value }),
          )
          expect([200, 400, 401, 403, 404, 409, 413, 429], told).toContain(status)
        }
      }
    }
  })

  test('shows values that have the names of what every object inherits, like any other', LONG, async () => {
    for (const operation of asking(
      gets().filter(({ query }) => query.some(({ name }) => name === 'start_date')),
    )) {
      const path = at(operation.path, sample(HOSTILE_NAMES, 3)[0])
      for (const asked of ['', '&export=1', '&export=1&format=xlsx']) {
        if (asked !== '' && !operation.query.some(({ name }) => name === 'export')) continue
        const { told, status } = await answer(operation, `${path}?start_date=2026-05${asked}`)
        expect([200, 400, 404], told).toContain(status)
      }
    }
    for (const by of DIMENSION_KEYS) {
      const measures = MEASURE_KEYS.filter((measure) => fits(measure, by))
        .slice(0, 8)
        .join()
      const url = `/api/questions/answer?measures=${measures}&by=${by}&from=2026-05-01&to=2026-05-31`
      const told = await app.get(url, 'superAdmin')
      expect(told.statusCode, `${url} ${told.body.slice(0, 300)}`).toBe(200)
      const labels = told.json().data.map((row: Record<string, { label: string }>) => row[by]?.label)
      if (['province', 'city', 'payment_method', 'company', 'business', 'segment', 'product'].includes(by))
        expect(labels, url).toEqual(expect.arrayContaining(HOSTILE_NAMES.slice(0, 6)))
    }
  })

  aboveEngines('a role may have the name of what every object inherits', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const { session } = await addNewcomer(app, app.store, name, ['view:scorecard'])
      const headers = { authorization: `Bearer ${session}` }
      const me = await app.get({ url: '/api/me', headers })
      expect([me.statusCode, me.json().data?.permissions], me.body).toEqual([200, ['view:scorecard']])
      expect((await app.get({ url: '/api/summary/main-page', headers })).statusCode).toBe(200)
      expect((await app.get({ url: '/api/orders', headers })).statusCode).toBe(403)
    }
    const roles = await app.get('/api/roles-permissions', 'superAdmin')
    expect(roles.statusCode, roles.body).toBe(200)
  })

  test('reads keys of every dimension, and refuses impossible ones by name', LONG, async () => {
    const key = (await apiTokenOf(app, token, API_TOKEN_PERMISSIONS)).token
    const days = 'from=2026-05-01&to=2026-05-31'
    const questions = posts().filter(({ example }) => typeof example.question === 'string')
    expect(questions.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/alerts', '/api/data-links']),
    )
    const about = ['questions/answer?measures=orders', 'questions/explain?measure=orders&compare=previous']
    for (const where of sample(hostileFilters, 20)) {
      const filter = `where=${encoded(where)}`
      const statuses: number[] = []
      for (const call of about) {
        const url = `/api/${call}&${days}&${filter}`
        const operation = gets().find(({ path }) => url.startsWith(`${path}?`))
        if (!operation) throw new Error(`${url} is not described`)
        const { told, status, named } = await answer(operation, url)
        expect(status === 400 ? named : [], told).toEqual(status === 400 ? ['where'] : [])
        statuses.push(status)
      }
      expect(new Set(statuses).size, where).toBe(1)
      for (const operation of sample(questions, 3)) {
        const body = JSON.stringify({ ...operation.example, question: `measures=orders&${filter}` })
        const { told, status } = await answer(operation, at(operation.path), body)
        // Links and alerts of an account are limited in number.
        if (statuses[0] === 400) expect(status, told).not.toBe(200)
      }
      const { refusal } = await callTool(app, key, 'answer_question', {
        measures: ['orders'],
        where: [where],
        from: '2026-05-01',
        to: '2026-05-31',
      })
      if (!/\ud800/.test(where))
        expect(refusal === undefined, `${where}: ${refusal}`).toBe(statuses[0] === 200)
      made++
    }
  })

  test('survives hostile messages to assistants and addresses of data links', LONG, async () => {
    const key = (await apiTokenOf(app, token, API_TOKEN_PERMISSIONS)).token
    // Hostile names may have filled the list of links.
    const { data: links } = (await callWithToken(app, token, 'GET', '/api/data-links')).json()
    for (const { id } of links) await callWithToken(app, token, 'DELETE', `/api/data-links/${id}`)
    const link = (
      await callWithToken(app, token, 'POST', '/api/data-links', {
        name: 'Mayo',
        question: 'measures=orders',
      })
    ).json()
    const secret = link.data.path.split('/').at(-1)
    secrets.push(key, secret)
    const runs = { seed: SEED, numRuns: NIGHTLY ? MOST_HOSTILE : 30 }
    const told = (reply: { statusCode: number; body: string }, sent: string) => {
      const words = `${sent.slice(0, 300)} → ${reply.statusCode} ${reply.body.slice(0, 400)}`
      expect(reply.statusCode, words).toBeLessThan(500)
      // A tool may repeat the question, but nothing may reveal internals of the server.
      expect(reply.body, words).not.toMatch(/\.ts:\d|\n\s+at |node_modules|500 Internal|Binder Error|pg_/)
      expect(leaks(reply.body), words).toBe(false)
      made++
    }
    await fc.assert(
      fc.asyncProperty(hostileMessage, async (body) => told(await sendMessage(app, key, body), body)),
      runs,
    )
    await fc.assert(
      fc.asyncProperty(hostileLink(secret), async (link) => told(await app.get(`/api/data/${link}`), link)),
      runs,
    )
    const headers = { authorization: `Bearer ${key}` }
    await fc.assert(
      fc.asyncProperty(hostileQuestion, async (question) => {
        const url = `/api/questions/answer?${question}`
        told(await app.get({ url, headers }), url)
      }),
      runs,
    )
  })

  test('writes a line for each call, and no secret in one', () => {
    expect(lines).toBeGreaterThanOrEqual(made)
    expect(leakedLines).toEqual([])
  })

  test('leaves the figures of the shop unchanged', LONG, async () => {
    expect(made).toBeGreaterThan(engine.name === 'postgres' ? 1_500 : 200)
    expect(await figuresOfMay()).toBe(figures)
    expect(JSON.parse(figures).main_month).toMatchObject({
      net_sale: 383.42 + HOSTILE_NAMES.length,
      total_orders: 7 + HOSTILE_NAMES.length,
    })
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
