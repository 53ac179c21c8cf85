// The test store answers like the recorded one, page by page and header by header.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oauth } from '#server/sources/woocommerce/signing.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { FIXTURES, recorded } from './shop-server/recordings.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'

let server: StoreServer
beforeAll(async () => {
  server = await startStoreServer()
})
afterAll(() => server.close())

const get = (path: string, keys = { key: KEY, secret: SECRET }) => {
  const url = new URL(path, server.url)
  return fetch(url, { headers: { authorization: oauth(url, keys, Date.now()) } })
}

interface Recorded {
  request: { path: string }
  status: number
  headers: [string, string][]
}
const headersOf = (name: string): Recorded =>
  JSON.parse(readFileSync(join(FIXTURES, `${name}.headers.json`), 'utf8'))

test.each([
  'orders/page_001',
  'orders/page_002',
  'orders/page_150_last',
  'orders/page_151_beyond',
  'orders/modified_asc_p1',
  'orders/month_local',
  'orders/month_gmt_flag',
  'orders/fields_small',
  'orders/status_custom',
  'orders/one_plain',
  'orders/refunds_of_two_refunds',
  'orders/refunds_of_none',
  'errors/400_bad_date',
  'errors/400_bad_orderby',
  'errors/400_bad_status',
  'errors/400_customers_bad_role',
  'errors/400_page_0',
  'errors/400_per_page_101',
  'errors/404_order',
  'errors/404_route',
  'errors/200_refunds_of_missing_order',
])('%s', async (name) => {
  const { request, status, headers } = headersOf(name)
  const answer = await get(request.path)
  expect(answer.status).toBe(status)
  for (const header of ['X-WP-Total', 'X-WP-TotalPages']) {
    const value = headers.find(([key]) => key === header)?.[1]
    if (value !== undefined) expect(answer.headers.get(header)).toBe(value)
  }
  const [told, expected]: unknown[] = [await answer.json(), JSON.parse(recorded(name))]
  if (Array.isArray(told) && Array.isArray(expected))
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
  else expect(told).toEqual(expected)
})

test.each([
  ['errors/401_no_auth', {}],
  ['errors/401_basic_over_plain_http', { authorization: `Basic ${btoa(`${KEY}:${SECRET}`)}` }],
])('%s', async (name, headers) => {
  const answer = await fetch(new URL('/wp-json/wc/v3/orders', server.url), { headers })
  expect([answer.status, await answer.text()]).toEqual([401, recorded(name)])
})

test('an unknown key and a wrong secret', async () => {
  const unknown = await get('/wp-json/wc/v3/orders', { key: 'ck_other', secret: SECRET })
  expect(await unknown.text()).toBe(recorded('errors/401_unknown_key'))
  const wrong = await get('/wp-json/wc/v3/orders?status=any&search=a%20b', { key: KEY, secret: 'cs_other' })
  expect(await wrong.text()).toContain('Invalid signature')
})
