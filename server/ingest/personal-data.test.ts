// Personal data, compared with the schema: every table is declared, and a person planted in every declared table is
// exported and deleted.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablesOf } from '#server/store/schema-tables.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { unzip } from '#test/unzip.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'
import { HELD, NOT_HELD } from './personal-data.ts'

/** Names of columns that name or describe a person. */
const PERSONAL =
  /(^|_)(user_id|owner|author|created_by|customer_id|e?mail|name|who|subject|network|client|device|city|locality|employee_id|address|recipient|reason|message|detail|content|title|note|text|body)(_|$)/

const EMAIL = 'zulema.quiroga@example.com'
const MARK = 'Zulema Quiroga'
const ORDER = 990_001
const ACCOUNT = 990_002

describeEngines('personal data', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store)
  })
  afterAll(() => app.close())

  test('every table is declared, and so is every column that may hold a person', async () => {
    const tables = await tablesOf(store)
    expect(Object.keys({ ...HELD, ...NOT_HELD }).sort()).toEqual(tables.map(({ name }) => name).sort())
    for (const { name, columns } of tables) {
      const held = Object.entries(HELD).find(([table]) => table === name)?.[1]
      if (!held) continue
      const told = [...held.columns, ...(held.secret ?? [])]
      const all = columns.map((column) => column.name)
      expect(all, name).toEqual(expect.arrayContaining(told))
      for (const column of all.filter((one) => PERSONAL.test(one) && !/^(message|note)_id$/.test(one)))
        expect(told, name).toContain(column)
    }
  })

  /** A row of the person: its e-mail or name in every text, its ids, and harmless values elsewhere. */
  async function plant(table: string, userId: number): Promise<void> {
    const columns = await store.all<{ name: string; type: string }>(sql`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = ${table} and table_schema = current_schema()`)
    const ids: Record<string, number> = { user_id: userId, customer_id: ACCOUNT, order_id: ORDER }
    const fixed: Record<string, string> = {
      month: '2026-05',

      option: 'import_report',
      job_key: 'planted',
    }
    const removed = {
      order: {
        order_id: ORDER,
        customer_id: ACCOUNT,
        email: EMAIL,
        first_name: MARK,
        last_name: MARK,
        city: 'x',
      },
      ...{ lines: [], discounts: [], refunds: [{ reason: MARK }] },
    }
    if (table === 'removals')
      Object.assign(fixed, {
        ...{ collection: 'orders', state: 'removed', evidence: 'gone', label: 'completed' },
        content: JSON.stringify(removed),
      })
    if (table === 'file_import_orders') fixed.content = JSON.stringify(removed)
    if (table === 'file_import_records')
      Object.assign(fixed, {
        collection: 'customers',
        content: JSON.stringify({ ...removed.order, employee_id: MARK }),
      })
    const values = columns.map(({ name, type }) => {
      if (/time/i.test(type)) return sql`cast('2026-05-14 10:00:00' as timestamp)`
      if (/^date$/i.test(type)) return sql`cast('2026-05-14' as date)`
      if (/bool/i.test(type)) return sql`false`
      if (/int|decimal|numeric/i.test(type)) return sql.raw(String(ids[name] ?? 990_003))
      const told = PERSONAL.test(name) || ['code', 'value'].includes(name) ? EMAIL : 'x'
      // Names appear where names are stored; in other texts, deletion only finds the e-mail.
      const isName = name.endsWith('name') && !['order_lines', 'order_discounts'].includes(table)
      return sql`${fixed[name] ?? (isName ? MARK : told)}`
    })
    await store.run(sql`
      insert into ${sql.identifier(table)} (${sql.join(columns.map(({ name }) => sql.identifier(name)))})
      select ${sql.join(values)}`)
  }

  test('exports and deletes a person who is in every table, and only that person', async () => {
    const post = (path: string, body: object) => app.post(path, body, 'superAdmin')
    const created = await post('/api/users', {
      name: MARK,
      email: EMAIL,
      role: 'admin',
      password: 'otra clave larga',
    })
    const userId: number = created.json().data.id
    for (const table of Object.keys(HELD)) if (table !== 'users') await plant(table, userId)

    const told = (await post('/api/people/data', { email: ` ${EMAIL.toUpperCase()}` })).json().data
    expect(told.sections.map(({ key }: { key: string }) => key)).toEqual(Object.keys(HELD))
    for (const { key, rows } of told.sections) {
      expect(JSON.stringify(rows), key).toMatch(new RegExp(`${MARK}|${EMAIL}|"user_id":${userId}`, 'i'))
      for (const secret of HELD[key as keyof typeof HELD].secret ?? [])
        expect(Object.keys(rows[0])).not.toContain(secret)
    }
    expect(told.elsewhere.join()).toContain('copias de seguridad')
    const book = await post('/api/people/data', { email: EMAIL, format: 'xlsx' })
    const sheet = unzip(book.rawPayload).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    expect(sheet).toContain('Cuentas de Góndola')
    expect(sheet).toContain(EMAIL)

    await post('/api/people/forget', { email: EMAIL })
    const users = () => store.all(sql`select name, deleted_at from users where user_id = ${userId}`)
    expect(await users()).toEqual([{ name: MARK, deleted_at: null }])
    await app.server.inject({
      method: 'DELETE',
      url: `/api/users/${userId}`,
      headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
    })
    const done = await post('/api/people/forget', { email: EMAIL })
    expect(done.statusCode, done.body).toBe(200)
    const again = done.json().data
    expect(again.account_in_use).toBe(false)
    for (const { name } of await tablesOf(store)) {
      const rows = JSON.stringify(await store.all(sql`select * from ${sql.identifier(name)}`))
      expect([name, rows.includes(MARK), rows.toLowerCase().includes(EMAIL)]).toEqual([name, false, false])
      const isOwn = Object.entries(HELD).some(([table, { forget }]) => table === name && forget === 'deleted')
      if (isOwn)
        expect(
          await store.all(sql`select 1 as one from ${sql.identifier(name)} where user_id = ${userId}`),
          name,
        ).toEqual([])
    }
    const left = (await post('/api/people/data', { email: EMAIL })).json().data.sections
    expect(left).toEqual([])
    const other = (await post('/api/people/data', { email: 'ana@example.com' })).json().data.sections
    expect(other[0].rows[0]).toMatchObject({ first_name: 'Ana' })
    const trail = await store.all<{ action: string }>(sql`select action from audit order by audit_id`)
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['person.export', 'person.forget']),
    )
  })

  /** A filter takes only values that an order has. */
  async function withCity(city: string, save: () => Promise<unknown>) {
    const first = sql`order_id = (select min(order_id) from orders)`
    const { was } =
      (await store.one<{ was: string }>(sql`select city as was from orders where ${first}`)) ?? {}
    await store.run(sql`update orders set city = ${city} where ${first}`)
    await save()
    await store.run(sql`update orders set city = ${was ?? ''} where ${first}`)
  }

  test('clears what others keep about a guest, whose figures their filters still find', async () => {
    const email = 'dani@example.com'
    const hash = createHash('md5').update(email).digest('hex')
    const filters = `where=customer%3Aguest-${hash}&where=city!%3A${encodeURIComponent(email)}`
    const query = `measures=net_sale,orders&${filters}&from=2026-01-01&to=2026-05-31`
    const save = async (path: string, body: object) => (await app.post(path, body, 'superAdmin')).json().data
    let path = ''
    await withCity(email, async () => {
      path = (await save('/api/data-links', { name: `De ${email}`, question: query })).path
    })
    await save('/api/views', { name: 'Invitado', address: `/analysis/explore?${query}` })
    const kept = async () =>
      JSON.stringify([
        await store.all(sql`select name, question from data_links`),
        await store.all(sql`select name, address, question from views`),
      ])
    const figures = async () => (await app.get(`${path}.json`)).json()
    const before = await figures()
    expect(before[0].orders).toBeGreaterThan(0)
    expect(await kept()).toContain(hash)
    expect(await kept()).toContain(email)
    await save('/api/people/forget', { email })
    expect(await figures()).toEqual(before)
    expect(await kept()).not.toContain(hash)
    expect(await kept()).not.toContain(email)
    expect(await kept()).not.toContain(encodeURIComponent(email))
  })

  test("clears an e-mail that addresses escape, wherever other people's texts hold it", async () => {
    const email = "o'dani+vip@example.com"
    const where = new URLSearchParams({ where: `city:${email}` }).toString()
    const name = `De ${email}`
    const question = `measures=net_sale&${where}`
    const save = async (path: string, body: object) => {
      const saved = await app.post(path, body, 'superAdmin')
      expect(saved.statusCode, saved.body).toBe(200)
    }
    await save('/api/views', { name: 'Cupón', address: `/analysis/explore?${question}` })
    await save('/api/views', { name: 'Por qué', address: `/?${new URLSearchParams({ why: question })}` })
    await withCity(email, () => save('/api/data-links', { name, question }))
    await save('/api/tokens', { name, permissions: ['view:scorecard'] })
    const often = { every: 'day', at_time: '08:00', recipients: [1] }
    await save('/api/deliveries', { name, question, ...often })
    for (const table of ['alert_incidents', 'webhook_targets']) await plant(table, 1)
    await store.run(sql`update alert_incidents set value_key = ${email}`)
    await store.run(sql`update webhook_targets set name = ${name}`)
    const holding = async () => {
      const tables = await tablesOf(store)
      const texts = await Promise.all(
        tables.map(({ name }) => store.all(sql`select * from ${sql.identifier(name)}`)),
      )
      return tables.flatMap((table, index) =>
        /dani.{1,5}vip/i.test(JSON.stringify(texts[index])) ? table.name : [],
      )
    }
    const kept = [
      'alert_incidents',
      'api_tokens',
      'audit',
      'data_links',
      'deliveries',
      'views',
      'webhook_targets',
    ]
    expect((await holding()).sort()).toEqual(kept)
    await save('/api/people/forget', { email })
    expect(await holding()).toEqual([])
  })

  test('only who may see personal data and change settings, with a recent password', async () => {
    for (const path of ['/api/people/data', '/api/people/forget']) {
      expect((await app.post(path, { email: EMAIL }, 'admin')).statusCode).toBe(403)
      app.travel(16 * 60)
      const late = await app.post(path, { email: EMAIL }, 'superAdmin')
      app.travel(-16 * 60)
      expect([late.statusCode, late.json().message]).toEqual([403, 'The password must be confirmed.'])
      expect((await app.post(path, { email: 'nadie' }, 'superAdmin')).json().errors).toEqual([
        { path: 'email', message: 'must be an e-mail' },
      ])
    }
  })
})
