// Every failure carries a code of the contract, with its status.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { ERRORS } from '#contract/errors.ts'
import { failure } from '#contract/vocabulary.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'

const engine = testEngine('duckdb')
let app: TestApp

beforeAll(async () => {
  app = await testApp(await engine.open())
})
afterAll(async () => {
  await app.close()
})

/** The code of a failure, whose status is that of the code. */
function codeOf({ statusCode, body }: { statusCode: number; body: string }): string {
  const { code } = failure.strict().parse(JSON.parse(body))
  expect(`${code} ${statusCode}`).toBe(`${code} ${ERRORS[code][0]}`)
  return code
}

/** Calls that would sign the accounts of the test out. */
const ENDING: readonly string[] = ['/api/logout', '/api/account/sessions']

const refused = ({ statusCode }: { statusCode: number }) => statusCode >= 400

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s: a stranger, an account without rights and wrong parameters get codes',
  async (_, { method, path, access }) => {
    const url = path.replaceAll(/\{\w+\}/g, '999999')
    const payload = method === 'POST' && { payload: {} }
    const stranger = await app.server.inject({ method, url, ...payload })
    if (access !== 'public') expect(codeOf(stranger)).toBe('unauthorized')
    else if (refused(stranger)) codeOf(stranger)
    if (ENDING.includes(path)) return
    for (const who of ['viewer', 'superAdmin'] as const) {
      const headers = { authorization: `Bearer ${await app.tokenOf(who)}` }
      const wrong = `${url}?start_date=x&page=x&measures=x&measure=x&year=x&state=x`
      const answers = [
        await app.server.inject({ method, url: wrong, headers, ...(payload && { payload: { x: 1 } }) }),
        await app.server.inject({ method, url: path.replaceAll(/\{\w+\}/g, 'x y'), headers, ...payload }),
      ]
      for (const answer of answers) if (refused(answer)) codeOf(answer)
    }
  },
)

test('what no call answers carries codes too', async () => {
  const { server } = app
  const json = { 'content-type': 'application/json' }
  const login = { method: 'POST', url: '/api/login' } as const
  expect(codeOf(await server.inject('/api/nothing'))).toBe('not-found')
  expect(codeOf(await server.inject({ ...login, headers: json, payload: '{' }))).toBe('bad-request')
  expect(
    codeOf(await server.inject({ ...login, headers: { 'content-type': 'text/xml' }, payload: '<a/>' })),
  ).toBe('unsupported-media-type')
  expect(
    codeOf(await server.inject({ ...login, headers: json, payload: JSON.stringify('x'.repeat(20_000)) })),
  ).toBe('payload-too-large')
  const wrong = { email: 'super@example.com', password: 'no es esa', device: 'dashboard-web' }
  expect(codeOf(await server.inject({ ...login, payload: wrong }))).toBe('wrong-credentials')
})
