// The description of the API: valid OpenAPI 3.1, complete, and with examples that the contract accepts.
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { failure } from '#contract/vocabulary.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'

const media = z.object({
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
})
const response = z.object({ description: z.string(), content: z.record(z.string(), media).optional() })
const operation = z.object({
  summary: z.string().min(5),
  operationId: z.string(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        description: z.string({ error: 'says nothing' }).min(5),
        example: z.union([z.string(), z.number()]),
      }),
    )
    .default([]),
  requestBody: z.object({ content: z.object({ 'application/json': media }) }).optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), response])),
})
const description = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ responses: z.record(z.string(), response) }),
})

const bodiesOf = ({ example, examples }: z.infer<typeof media>) =>
  examples ? Object.values(examples).map(({ value }) => value) : [example]

describe('the description of the API', () => {
  const engine = testEngine('duckdb')
  let app: TestApp
  let told: z.infer<typeof description>
  beforeAll(async () => {
    app = await testApp(await openSmallShop(engine))
    told = description.parse((await app.get('/api/openapi.json')).json())
  })
  afterAll(() => app.close())

  test('is valid OpenAPI 3.1', async () => {
    const document = (await app.get('/api/openapi.json')).json()
    const { valid, errors } = await new Validator().validate(document)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  test('says of every call who may make it, and gives no parameter two spellings', () => {
    for (const [path, methods] of Object.entries(told.paths))
      for (const [method, one] of Object.entries(methods)) {
        const { parameters = [], security } = one as { parameters?: { name: string }[]; security?: object[] }
        expect(security, `${method} ${path}`).toBeDefined()
        const names = parameters.map(({ name }) => name.replaceAll('_', '').toLowerCase())
        expect(new Set(names).size, `${method} ${path}`).toBe(names.length)
      }
    expect(told.paths['/api/login']?.post).toMatchObject({ security: [] })
  })

  test('describes every file that a call answers', async () => {
    const month = 'start_date=2026-05'
    const asked = [
      ['get', '/api/orders', `?${month}&export=1`],
      ['get', '/api/orders', `?${month}&export=1&format=xlsx`],
      ...['csv', 'xlsx', 'parquet'].map((format) => [
        'get',
        '/api/questions/answer',
        `?export=1&format=${format}`,
      ]),
      ...['csv', 'xlsx'].map((format) => ['get', '/api/goals', `?export=1&format=${format}`]),
      ['get', '/api/distributors/{dist_id}/profile/sheet', `?${month}&format=pdf`],
      ['post', '/api/people/data', ''],
    ] as const
    for (const [method = '', path = '', query] of asked) {
      const url = `${path.replace('{dist_id}', '101')}${query}`
      const reply =
        method === 'get'
          ? await app.get(url, 'superAdmin')
          : await app.post(url, { email: 'ana@example.com', format: 'xlsx' }, 'superAdmin')
      const [type = ''] = String(reply.headers['content-type']).split(';')
      const ok = operation.parse(told.paths[path]?.[method]).responses[200]
      const content = Object.keys((ok && 'content' in ok && ok.content) || {})
      expect([url, reply.statusCode, content]).toEqual([url, 200, expect.arrayContaining([type])])
    }
  })

  test('names every operation once', () => {
    const ids = Object.values(told.paths)
      .flatMap((methods) => Object.values(methods))
      .map((one) => operation.parse(one).operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(
    endpoints.map((endpoint: Endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('%s: parameters, bodies, answers and failures with examples that hold', (_, endpoint) => {
    const { parameters, requestBody, responses } = operation.parse(
      told.paths[endpoint.path]?.[endpoint.method.toLowerCase()],
    )
    const sent = (place: 'path' | 'query') =>
      Object.fromEntries(
        parameters.filter((item) => item.in === place).map(({ name, example }) => [name, String(example)]),
      )
    expect(z.safeParse(endpoint.params, sent('path')).error).toBeUndefined()
    expect(z.safeParse(endpoint.query, sent('query')).error).toBeUndefined()
    if (requestBody) {
      const { example } = requestBody.content['application/json']
      expect(z.safeParse(endpoint.body, example).error).toBeUndefined()
    }
    for (const [status, of] of Object.entries(responses)) {
      const known = '$ref' in of ? told.components.responses[of.$ref.split('/').at(-1) ?? ''] : of
      expect(known?.description.length, status).toBeGreaterThan(5)
      const json = known?.content?.['application/json']
      if (status === '304') continue
      const shape = status === '200' ? endpoint.response : failure
      const bodies = json ? bodiesOf(json) : []
      expect(bodies.length, status).toBeGreaterThan(0)
      for (const body of bodies) expect(z.safeParse(shape, body).error, status).toBeUndefined()
    }
    const table = endpoint.list ?? endpoint.table
    if (table) {
      const ok = responses[200]
      const lines = String(ok && 'content' in ok && ok.content?.['text/csv']?.example).split('\r\n')
      expect(lines[0]).toBe(`\uFEFF${table.columns.map(({ title }) => `"${title}"`).join(';')}`)
      expect(lines.length).toBeGreaterThan(2)
      expect(lines[1]?.split(';').length).toBeGreaterThanOrEqual(table.columns.length)
    }
    for (const code of endpoint.failures ?? []) {
      const [status, message] = ERRORS[code]
      const of = responses[status]
      const json = of && 'content' in of ? of.content?.['application/json'] : undefined
      expect((json ? bodiesOf(json) : []).map((body) => failure.parse(body))).toContainEqual({
        success: false,
        code,
        message,
      })
    }
  })
})
