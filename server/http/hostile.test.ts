// Wrong, extreme, repeated and hostile parameters for every call, made from the description: 4xx or an answer, never a 5xx, never insides.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'

const VALUES = [
  "' or 1=1 --",
  '"; drop table orders; --',
  '%',
  '\\',
  '',
  '-1',
  '0',
  '1e9',
  '999999999999999',
  '99999999999999999999999999',
  'NaN',
  '2020-13',
  '9999-12-31',
  '0000-01',
  '2026-05-14T00:00:00Z',
  'ñandú 🍫 \u202e',
  '\u0000',
  '\ud800',
  'x'.repeat(300),
  '[object Object]',
  '__proto__',
  '$1',
  '../../etc/passwd',
]
const INSIDES =
  /\b(select|insert|from|where)\b.*\b(orders|rollup|users)\b|duckdb|pg_|\.ts:\d|node_modules|Parser Error|Binder Error/i

const operations = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']) })).default([]),
    }),
  ),
)

describeEngines('hostile parameters', (engine) => {
  let app: TestApp
  let calls: { path: string; method: string; places: string[]; query: string[] }[]
  beforeAll(async () => {
    app = await testApp(await openSmallShop(engine))
    const paths = operations.parse((await app.get('/api/openapi.json')).json().paths)
    calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters }]) => ({
        path,
        method: method.toUpperCase(),
        places: parameters.filter((item) => item.in === 'path').map(({ name }) => name),
        query: parameters.filter((item) => item.in === 'query').map(({ name }) => name),
      })),
    )
  })
  afterAll(() => app.close())

  const answer = async (url: string) => {
    const { statusCode, body, headers } = await app.get(url, 'superAdmin')
    expect(statusCode, `${url} → ${body.slice(0, 300)}`).toBeLessThan(500)
    if (statusCode < 400) return
    expect(body).not.toMatch(INSIDES)
    expect(headers['content-type']).toContain('application/json')
    if (statusCode === 400) expect(JSON.parse(body)).toMatchObject({ success: false, message: 'Bad Request' })
  }
  const at = (path: string, value: string) =>
    path.replaceAll(/\{\w+\}/g, encodeURIComponent(value.toWellFormed()))
  const pair = (name: string, value: string) => `${name}=${encodeURIComponent(value.toWellFormed())}`

  // Thousands of calls.
  test('in queries', { timeout: 180_000 }, async () => {
    for (const [index, { path, method, query }] of calls.entries()) {
      if (method !== 'GET') continue
      for (const [place, name] of query.entries()) {
        // Each parameter meets a third of the values; together the calls meet all of them at every kind of parameter.
        for (const value of VALUES.filter((_, turn) => (turn + index + place) % 3 === 0))
          await answer(
            `${at(path, '1')}?${pair(name, value)}&start_date=2026-05`.replace(
              /(start_date=[^&]*)&start_date=2026-05$/,
              '$1',
            ),
          )
        await answer(`${at(path, '1')}?${name}=1&${name}=2`)
        await answer(`${at(path, '1')}?${name}=%ff%fe&${name}[a]=1`)
      }
    }
  })

  test('in paths', async () => {
    for (const { path, method } of calls.filter(({ places }) => places.length > 0)) {
      if (method !== 'GET') continue
      for (const value of VALUES) await answer(at(path, value || ' '))
    }
  })

  test('in bodies', async () => {
    const bodies = [
      [],
      {},
      null,
      1,
      'x',
      { email: { $ne: null }, password: ['x'] },
      { email: ['a@example.com'] },
      { name: '\u0000', permissions: 'all' },
    ]
    for (const { path, method } of calls.filter(
      (call) => call.method === 'POST' && !/logout|refresh/.test(call.path),
    )) {
      for (const payload of bodies) {
        const { statusCode, body } = await app.server.inject({
          method: 'POST',
          url: path,
          headers: {
            authorization: `Bearer ${await app.tokenOf('superAdmin')}`,
            'content-type': 'application/json',
          },
          payload: JSON.stringify(payload),
        })
        expect(statusCode, `${method} ${path} ${JSON.stringify(payload)} → ${body}`).toBeGreaterThanOrEqual(
          400,
        )
        expect(statusCode, `${method} ${path} ${JSON.stringify(payload)} → ${body}`).toBeLessThan(500)
        expect(body).not.toMatch(INSIDES)
      }
    }
  })
})
