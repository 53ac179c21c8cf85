// A person's data as a workbook, over a real connection: a request that has a body ends before its response does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noLimits } from '#server/http/load-limits.ts'
import { lane } from '#server/store/concurrency.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, type TestApp, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'
import { unzip } from '#test/unzip.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const exports = lane({ size: 1, maxWaiting: 0 })
let store: Store
let app: TestApp
let address: string

beforeAll(async () => {
  store = await openSmallShop(testEngine('duckdb'))
  app = await testApp(store, { limits: { ...noLimits(), exports } })
  address = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const workbook = async () =>
  fetch(`${address}/api/people/data`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await app.tokenOf('superAdmin')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email: ACCOUNTS.admin, format: 'xlsx' }),
  })
const audited = () => store.all(sql`select subject from audit where action = 'person.export'`)

test('sends the workbook and audits it', async () => {
  const answer = await workbook()
  expect(answer.status).toBe(200)
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  expect(files.get('xl/worksheets/sheet1.xml')?.toString()).toContain(ACCOUNTS.admin)
  expect(await audited()).toEqual([{ subject: ACCOUNTS.admin }])
})

test('audits no export that was refused', async () => {
  const before = await audited()
  const leave = await exports.enter()
  expect((await workbook()).status).toBe(503)
  leave()
  expect(await audited()).toEqual(before)
})
