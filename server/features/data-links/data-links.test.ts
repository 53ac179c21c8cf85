// Data links over a real server: the requests of spreadsheets, the figures, the limits of the owner.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataLink } from '#contract/data-links.ts'
import type { Permission } from '#contract/permissions.ts'
import type { ProgramAccess } from '#contract/program-access.ts'
import { accountByEmail, allRoles, changeRole } from '#server/features/account/accounts.ts'
import { noLimits } from '#server/http/load-limits.ts'
import { logTo } from '#server/http/logging.ts'
import { rateLimiter } from '#server/http/rate-limiter.ts'
import { lane } from '#server/store/concurrency.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { markDirty } from '#server/store/versions.ts'
import { apiTokenOf, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { addNewcomer, type CallWithToken, callWithToken } from '#test/newcomers.ts'
import { rowsOfParquet } from '#test/parquet.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const MAY = 'measures=net_sale,orders&by=distributor&from=2026-05-01&to=2026-05-31'
const VIEWS = ['view:scorecard', 'view:distributors', 'view:customers', 'export'] as const

const MASHUP = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate',
  'user-agent': 'Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)',
}
/** Headers that the programs send. Power Query may send no If-None-Match, and reads everything at each refresh. */
const PROGRAMS: Record<string, Record<string, string>> = {
  'Power Query': MASHUP,
  'Power Query, newest data': { ...MASHUP, 'cache-control': 'no-cache' },
  'Power Query, data since': { ...MASHUP, 'if-modified-since': 'Thu, 14 May 2026 10:00:00 GMT' },
  'Power BI, part of a file': { ...MASHUP, range: 'bytes=0-7' },
  'Power BI behind its gateway': { ...MASHUP, 'x-forwarded-proto': 'https', 'x-forwarded-for': '20.37.1.1' },
  IMPORTDATA: {
    'user-agent': 'Mozilla/5.0 (compatible; GoogleDocs; apps-spreadsheets; +http://docs.google.com)',
    'accept-encoding': 'gzip, deflate, br',
  },
  nothing: { 'user-agent': '' },
}

describeOneEngine('data links', (engine) => {
  let store: Store
  let app: TestApp
  let address: string
  const lines: string[] = []
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store, { logger: logTo({ write: (line) => void lines.push(line) }, 'info') })
    address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  const as = (...call: CallWithToken) => callWithToken(app, ...call)
  const create = (session: string, question: string) =>
    as(session, 'POST', '/api/data-links', { name: 'Ventas', question })
  async function linkOf(session: string, question = MAY): Promise<{ id: number; url: string; path: string }> {
    const answer = await create(session, question)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const { id, path } = answer.json().data
    return { id, path, url: address + path }
  }
  const listOf = async (session: string): Promise<DataLink[]> =>
    (await as(session, 'GET', '/api/data-links')).json().data

  const newcomer = (name: string, permissions: readonly Permission[] = VIEWS, dist_ids?: readonly string[]) =>
    addNewcomer(app, store, name, permissions, dist_ids)

  test('answers CSV, JSON and Parquet with the figures of the call', async () => {
    const { session } = await newcomer('planillas')
    const { url } = await linkOf(session)
    const csv = await fetch(`${url}.csv`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await csv.text()).toBe(
      '"Distribuidor","Venta Neta","Órdenes"\r\nNorte Hermanos,192.97,3\r\nDistribuidora Sur,154.45,3\r\nSin distribuidor,36.00,1\r\n',
    )
    expect((await (await fetch(`${url}.csv?csv=excel`)).text()).split('\r\n')[1]).toBe(
      'Norte Hermanos;192,97;3',
    )
    const json: object[] = JSON.parse(await (await fetch(`${url}.json`)).text())
    const asked = (await app.get(`/api/questions/answer?${MAY}`, 'superAdmin')).json()
    expect(json).toEqual(
      asked.data.map((row: { distributor: { label: string } }) => ({
        ...row,
        distributor: row.distributor.label,
      })),
    )
    expect(json[0]).toEqual({ distributor: 'Norte Hermanos', net_sale: 192.97, orders: 3 })
    const file = await fetch(`${url}.parquet`)
    expect(file.headers.get('content-type')).toBe('application/vnd.apache.parquet')
    expect(await rowsOfParquet(Buffer.from(await file.arrayBuffer()))).toEqual([
      { distributor: 'Norte Hermanos', net_sale: '192.97', orders: '3' },
      { distributor: 'Distribuidora Sur', net_sale: '154.45', orders: '3' },
      { distributor: 'Sin distribuidor', net_sale: '36.00', orders: '1' },
    ])
  })

  test('answers the requests of Power Query, IMPORTDATA and Power BI completely and without a redirect', async () => {
    const { session } = await newcomer('detalle')
    const { url } = await linkOf(session)
    const whole = await (await fetch(`${url}.csv`)).text()
    for (const [name, headers] of Object.entries(PROGRAMS)) {
      for (const called of [`${url}.csv`, `${url}.csv?t=45000.5`]) {
        const answer = await fetch(called, { headers, redirect: 'error' })
        expect([answer.status, await answer.text()], name).toEqual([200, whole])
        expect(answer.headers.get('content-length'), name).toBe(String(Buffer.byteLength(whole)))
        expect([answer.headers.get('set-cookie'), answer.headers.get('accept-ranges')], name).toEqual([
          null,
          null,
        ])
      }
    }
    // As a proxy redirects from http to https, from an old host name, or from an address with an extra slash.
    const front = createServer((request, response) => {
      response.writeHead(301, { location: address + request.url?.replace(/\/$/, '') }).end()
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    const { port } = front.address() as AddressInfo
    const led = url.replace(address, `http://127.0.0.1:${port}`)
    for (const ending of ['.csv', '.csv/']) {
      const followed = await fetch(led + ending, { headers: MASHUP })
      expect([followed.redirected, followed.status, await followed.text()]).toEqual([true, 200, whole])
    }
    front.close()
    const slash = await fetch(`${url}.csv/`, { redirect: 'error' })
    expect([slash.status, slash.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })

  test('refreshes with a 304 while nothing changed', async () => {
    const { session } = await newcomer('refresco')
    const { id, url } = await linkOf(session)
    const head = await fetch(`${url}.csv`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const etag = head.headers.get('etag') ?? ''
    const again = await fetch(`${url}.csv`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await fetch(`${url}.json`, { headers: { 'if-none-match': etag } })).status).toBe(200)
    await store.transaction((tx) => markDirty(tx, ['2026-05']))
    const changed = await fetch(`${url}.csv`, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    await expect.poll(async () => (await listOf(session))[0]?.uses).toBe(3)
    const [link] = await listOf(session)
    expect(link).toMatchObject({ id, name: 'Ventas', question: MAY })
    expect(link?.used_at).toMatch(/^\d{4}-/)
  })

  test('follows the rights of its owner at each call', async () => {
    const { session, email } = await newcomer('alcance')
    const { url } = await linkOf(session)
    const whole = await (await fetch(`${url}.json`)).json()
    expect(whole).toHaveLength(3)
    const change = async (permissions: readonly Permission[], dist_ids: readonly string[] | null) => {
      const role = (await allRoles(store)).find(({ name }) => name === 'alcance')
      await store.transaction((tx) => changeRole(tx, role!, { name: 'alcance', permissions, dist_ids }))
    }
    const [etag] = [(await fetch(`${url}.json`)).headers.get('etag') ?? '']
    await change(VIEWS, ['102'])
    const limited = await fetch(`${url}.json`, { headers: { 'if-none-match': etag } })
    expect(await limited.json()).toEqual([{ distributor: 'Distribuidora Sur', net_sale: 154.45, orders: 3 }])
    await change(['view:scorecard', 'view:distributors'], null)
    expect((await fetch(`${url}.json`)).status).toBe(403)
    await change(['view:distributors', 'export'], null)
    expect((await fetch(`${url}.json`)).status).toBe(403)
    await change(VIEWS, null)
    expect((await fetch(`${url}.json`)).status).toBe(200)
    const id = (await accountByEmail(store, email))?.user_id ?? 0
    await app.server.inject({
      method: 'DELETE',
      url: `/api/users/${id}`,
      headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
    })
    expect((await fetch(`${url}.json`)).status).toBe(404)
  })

  test('names customers only for an owner who may see them, and forbids caching them', async () => {
    const byCustomer = 'measures=net_sale&by=customer&from=2026-05-01&to=2026-05-31'
    const { session } = await newcomer('sinnombres')
    expect((await create(session, byCustomer)).statusCode).toBe(403)
    const other = await newcomer('connombres', [...VIEWS, 'personal-data'])
    const answer = await fetch(`${(await linkOf(other.session, byCustomer)).url}.json`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('ends at once when revoked, and reveals nothing for an unknown address', async () => {
    const { session } = await newcomer('revoca')
    const { id, url } = await linkOf(session)
    const other = await newcomer('ajena')
    expect((await as(other.session, 'DELETE', `/api/data-links/${id}`)).statusCode).toBe(404)
    expect((await fetch(`${url}.csv`)).status).toBe(200)
    expect((await as(session, 'DELETE', `/api/data-links/${id}`)).statusCode).toBe(200)
    const gone = await fetch(`${url}.csv`)
    expect([gone.status, await gone.json()]).toEqual([
      404,
      { success: false, code: 'data-link-gone', message: 'This data link does not exist or was revoked.' },
    ])
    expect(await listOf(session)).toEqual([])
    for (const path of [
      'x.csv',
      'gondola_lnk_.csv',
      `${url.split('/').at(-1)}.exe`,
      `${url.split('/').at(-1)}`,
    ])
      expect((await fetch(`${address}/api/data/${path}`)).status).toBe(404)
  })

  test('lets administrators list and revoke the links and tokens of others', async () => {
    const { session, email } = await newcomer('programas')
    const link = await linkOf(session)
    const token = await apiTokenOf(app, session, ['view:scorecard', 'export'])
    const expired = await apiTokenOf(app, session, ['export'])
    await store.run(
      sql`update api_tokens set expires_at = timestamp '2020-01-01 00:00:00' where token_id = ${expired.id}`,
    )
    const admin = await app.tokenOf('superAdmin')
    const seen = async (): Promise<ProgramAccess[]> => {
      const all: ProgramAccess[] = (await as(admin, 'GET', '/api/config/program-access')).json().data
      return all.filter(({ owner }) => owner === email).sort((a, b) => a.kind.localeCompare(b.kind))
    }
    const both = await seen()
    expect(both).toMatchObject([
      { kind: 'link', id: link.id, name: 'Ventas', opens: MAY, used_at: null, expires_at: null },
      { kind: 'token', id: token.id, name: 'de prueba', opens: 'view:scorecard,export' },
    ])
    expect(both.map(({ hint }) => hint)).toEqual([link.path.slice(-4), token.token.slice(-4)])
    const revoke = (kind: string, id: number) =>
      as(admin, 'DELETE', `/api/config/program-access/${kind}/${id}`)
    const status = async () => [
      (await fetch(`${link.url}.csv`)).status,
      (await as(token.token, 'GET', '/api/summary/main-page')).statusCode,
    ]
    expect(await status()).toEqual([200, 200])
    expect((await revoke('link', link.id)).statusCode).toBe(200)
    expect(await status()).toEqual([404, 200])
    expect((await revoke('token', token.id)).statusCode).toBe(200)
    expect(await status()).toEqual([404, 401])
    expect((await revoke('token', token.id)).json().message).toBe('Token or data link not found')
    expect(await seen()).toEqual([])
    const trail = (await as(admin, 'GET', '/api/config/audit?per_page=2')).json().data
    expect(trail).toMatchObject([
      { who: 'super@example.com', action: 'token.revoke', subject: 'de prueba' },
      { who: 'super@example.com', action: 'data-link.revoke', subject: 'Ventas' },
    ])
    expect(JSON.parse(trail[0].changes)).toEqual({ owner: [null, email] })
  })

  test('sends nothing through a link that is revoked during its answer', async () => {
    const exports = lane({ size: 1 })
    const busy = await testApp(store, { limits: { ...noLimits(), exports } })
    const { session } = await newcomer('mientras')
    const { id, path } = await linkOf(session)
    const { promise: taken, resolve: release } = Promise.withResolvers<void>()
    const holding = exports.run(() => taken)
    const reading = busy.get(`${path}.csv`)
    await expect.poll(() => exports.load().waiting).toBe(1)
    expect((await as(session, 'DELETE', `/api/data-links/${id}`)).statusCode).toBe(200)
    release()
    expect((await reading).statusCode).toBe(404)
    await holding
    await busy.close()
  })

  test('refuses a question that cannot be answered', async () => {
    const { session } = await newcomer('preguntas')
    for (const [question, told] of [
      ['measures=everything', 'measures must be some of'],
      ['measures=net_sale&page=2', 'page is not a parameter of a question'],
      ['measures=net_sale&from=2026-05-01', 'from needs the last day'],
    ] as const) {
      const { errors } = (await create(session, question)).json()
      expect(errors).toEqual([{ path: 'question', message: expect.stringContaining(told) }])
    }
    const noExport = await newcomer('sinarchivos', ['view:scorecard', 'view:distributors'])
    expect((await create(noExport.session, MAY)).statusCode).toBe(403)
  })

  test('limits the calls of each link separately', async () => {
    const limits = { ...noLimits(), dataLinks: rateLimiter({ most: 2, seconds: 3600 }) }
    const limited = await testApp(store, { limits })
    const { session } = await newcomer('muchasveces')
    const [one, other] = [await linkOf(session), await linkOf(session)]
    const statusOf = async ({ path }: { path: string }) => limited.get(`${path}.csv`)
    expect((await statusOf(one)).statusCode).toBe(200)
    expect((await statusOf(one)).statusCode).toBe(200)
    const refused = await statusOf(one)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1700)
    expect((await statusOf(other)).statusCode).toBe(200)
    await limited.close()
  })

  test('keeps its secret out of logs, lists, tables and the audit trail', async () => {
    const { session } = await newcomer('secreta')
    const { path } = await linkOf(session)
    await fetch(`${address}${path}.csv`)
    const stored = await store.all(sql`select * from data_links`)
    const audited = await store.all(sql`select * from audit`)
    const seen = JSON.stringify([stored, audited, lines, await listOf(session)])
    expect(seen).toContain('data-link.create')
    expect(seen).not.toContain(path.split('_').at(-1)?.slice(0, -6))
  })
})
