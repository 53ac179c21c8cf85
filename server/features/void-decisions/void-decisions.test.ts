// Following and dismissing voids: what was sold since against a plain sum of the orders, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/month.ts'
import type { Opportunity, OpportunitySummary } from '#contract/opportunities.ts'
import type { DistributorProfile } from '#contract/profile.ts'
import { NO_BUSINESS, NO_SEGMENT, type OrderFacts } from '#server/domain/facts.ts'
import { clearStore } from '#server/ingest/data-source.ts'
import { applyRemovals } from '#server/ingest/removal/removals.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeEngines, describeOneEngine } from '#test/engines.ts'
import { addNewcomer, callWithToken } from '#test/newcomers.ts'
import { orderFacts, productFacts } from '#test/opportunities/orders.ts'
import { UNTUNED_SHOPS } from '#test/opportunities/untuned-shops.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const LIST = '/api/distributors/opportunities'
const DECISIONS = `${LIST}/decisions`
const shop = UNTUNED_SHOPS.few!(3)
const products = productFacts(shop)
/** A unit of each larger line of September came back. */
const sales: readonly OrderFacts[] = orderFacts(shop).map((facts) => ({
  ...facts,
  lines: facts.lines.map((line) => {
    if (line.month !== '2026-09' || line.quantity < 2) return line
    const refunded = (Number(line.net) / Number(line.quantity)).toFixed(2)
    return { ...line, refunded_units: 1, refunded, net: (Number(line.net) - Number(refunded)).toFixed(2) }
  }),
}))

const recent = sales.filter(({ order: { month } }) => month >= '2026-08')

/** Copies of orders, which are no sales. */
function copies(ids: number, change: { readonly status?: string; readonly counted?: boolean }): OrderFacts[] {
  return recent.map((facts) => ({
    ...facts,
    order: { ...facts.order, ...change, order_id: facts.order.order_id + ids },
    lines: facts.lines.map((line) => ({ ...line, ...change, order_id: line.order_id + ids })),
  }))
}

const orders = [
  ...sales,
  ...copies(1_000_000, { status: 'wc-cancelled' }),
  ...copies(2_000_000, { counted: false }),
]

/** Each order is of the tenth of its month. */
const DAYS = { before: '2026-08-09', same: '2026-08-10', early: '2026-10-10', late: '2026-11-20' } as const
type Day = keyof typeof DAYS

const plain = (dist_id: string, key: string, since: string, today: string) => {
  const lines = sales.flatMap(({ order, lines: all }) =>
    order.dist_id === dist_id && order.order_date > since && order.order_date < today
      ? all.filter(({ product_id }) => String(product_id) === key)
      : [],
  )
  const sum = (of: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + of(line), 0)
  return {
    sold_units: sum(({ quantity, refunded_units }) => Number(quantity) - Number(refunded_units)),
    sold_net: Math.round(sum(({ net }) => Number(net) * 100)) / 100,
  }
}

describeEngines('decisions about opportunities', (engine) => {
  let store: Store
  const apps = {} as Record<Day, TestApp>
  beforeAll(async () => {
    store = await openSmallShop(engine, { products, customers: [], orders })
    for (const day of Object.keys(DAYS) as Day[])
      apps[day] = await testApp(store, { now: () => new Date(`${DAYS[day]}T15:00:00Z`) })
  })
  afterAll(async () => {
    for (const app of Object.values(apps)) await app.close()
  })

  const listed = async (day: Day, state = 'open', more = ''): Promise<Opportunity[]> => {
    const url = `${LIST}?start_date=${DAYS[day].slice(0, 7)}&per_page=1000&state=${state}${more}`
    const answer = await apps[day].get(url, 'admin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const summary = async (day: Day): Promise<OpportunitySummary> =>
    (await apps[day].get(`${LIST}/summary?start_date=${DAYS[day].slice(0, 7)}`, 'admin')).json().data
  const decide = (day: Day, { dist_id, key }: Pick<Opportunity, 'dist_id' | 'key'>, body: object) =>
    apps[day].post(DECISIONS, { start_date: DAYS[day].slice(0, 7), dist_id, key, ...body }, 'admin')
  const done = async (answer: ReturnType<typeof decide>): Promise<number> => {
    const { statusCode, body, json } = await answer
    expect(statusCode, body).toBe(200)
    return json().data.decision
  }
  const back = (day: Day, decision: number) => apps[day].post(`${DECISIONS}/${decision}/undo`, {}, 'admin')
  const change = (version: string, statement: Sql) =>
    store.transaction(async (tx) => {
      await tx.run(statement)
      await bumpVersions(tx, [version])
    })
  const voidKey = ({ dist_id, key }: Opportunity) => `${dist_id} ${key}`
  const sameVoid = ({ dist_id, key }: Opportunity) => ({ dist_id, key })

  test('a followed void leaves the open ones, and says what was sold since in whole days, net of returns', async () => {
    const open = await listed('before')
    const sold = open.filter((row) => plain(row.dist_id, row.key, DAYS.before, DAYS.late).sold_units > 0)
    expect(sold.length).toBeGreaterThan(3)
    const [one, other, third] = sold as [Opportunity, Opportunity, Opportunity]
    await done(decide('before', one, { state: 'followed', decision: null }))
    await done(decide('same', other, { state: 'followed' }))
    await done(decide('before', third, { state: 'followed' }))

    const now = (await listed('before')).map(sameVoid)
    for (const row of [one, other, third]) expect(now).not.toContainEqual(sameVoid(row))
    expect(now).toHaveLength(open.length - 3)

    for (const day of ['early', 'late'] as const) {
      const followed = await listed(day, 'followed')
      expect(new Set(followed.map(voidKey))).toEqual(new Set([third, other, one].map(voidKey)))
      for (const [row, { since, estimated_net }] of [
        [one, { since: DAYS.before, estimated_net: one.estimated_net }],
        [other, { since: DAYS.same, estimated_net: expect.any(Number) }],
      ] as const) {
        const found = followed.find(({ key, dist_id }) => key === row.key && dist_id === row.dist_id)
        const from = Date.parse(DAYS[day]) - Date.parse(since)
        expect(found).toMatchObject({
          ...{ state: 'followed', since, estimated_net, reason: '', product_name: row.product_name },
          ...plain(row.dist_id, row.key, since, DAYS[day]),
          sold_days: from / 86_400_000 - 1,
        })
      }
      const { followed: count, followed_net } = await summary(day)
      expect(count).toBe(3)
      expect(followed_net).toBeCloseTo(
        followed.reduce((sum, { sold_net }) => sum + (sold_net ?? 0), 0),
        2,
      )
    }
    // Returns count, and the day of the decision does not.
    const whole = plain(one.dist_id, one.key, addDays(DAYS.before, -1), DAYS.late)
    expect(plain(one.dist_id, one.key, DAYS.same, DAYS.late)).not.toEqual(whole)
    for (const row of await listed('before', 'followed'))
      expect(row).toMatchObject({ sold_net: null, sold_units: null, sold_days: null })
  })

  test('the Ficha and its sheet show it', async () => {
    const [row] = (await listed('late', 'followed')) as [Opportunity]
    const month = DAYS.late.slice(0, 7)
    const url = `/api/distributors/${row.dist_id}/profile`
    const profile: DistributorProfile = (await apps.late.get(`${url}?start_date=${month}`, 'admin')).json()
      .data
    const { decided_by: _, ...ofProfile } = row
    const own = (await listed('late', 'followed', `&dist_id=${row.dist_id}`)).length
    expect(profile.opportunities?.followed).toBe(own)
    expect(profile.opportunities?.first_followed).toEqual([ofProfile])
    const sheet = (await apps.late.get(`${url}/sheet?start_date=${month}`, 'admin')).json().data
    const block = sheet.blocks.find(({ title }: { title: string }) => title === 'Oportunidades')
    expect(block.lines[0]).toMatch(
      new RegExp(`^${row.product_name}, en seguimiento desde el (9|10)/8/2026: .* en ${row.sold_days} días$`),
    )
    const dismissed = await done(decide('late', row, { state: 'dismissed', reason: 'Error' }))
    const { data: after } = (await apps.late.get(`${url}?start_date=${month}`, 'admin')).json()
    expect(after.opportunities).toMatchObject({ followed: own - 1, first_followed: [] })
    expect((await back('late', dismissed)).statusCode).toBe(200)
  })

  test('a void is dismissed with a reason, opened again, and each step is undone in turn', async () => {
    const [row] = (await listed('early')) as [Opportunity]
    const reason = '  No tiene   heladera '
    const dismissed = await done(decide('early', row, { state: 'dismissed', reason }))
    expect(await listed('early', 'dismissed')).toMatchObject([
      {
        ...sameVoid(row),
        ...{
          state: 'dismissed',
          reason: 'No tiene heladera',
          since: DAYS.early,
          estimated_net: row.estimated_net,
        },
        ...{ sold_net: null, sold_units: null, decision: dismissed },
      },
    ])
    expect((await summary('early')).dismissed).toBe(1)
    const opened = await done(decide('early', row, { state: 'open', decision: dismissed }))
    expect((await listed('early')).map(sameVoid)).toContainEqual(sameVoid(row))
    expect((await back('early', dismissed)).statusCode).toBe(409)
    expect((await back('early', opened)).statusCode).toBe(200)
    expect((await listed('early', 'dismissed')).map(sameVoid)).toEqual([sameVoid(row)])
    expect((await back('early', opened)).statusCode).toBe(404)
    expect((await back('early', dismissed)).statusCode).toBe(200)
    expect(await listed('early', 'dismissed')).toEqual([])
    expect(
      (await listed('early')).find(({ key, dist_id }) => key === row.key && dist_id === row.dist_id),
    ).toEqual(row)
  })

  test('a followed void that is dismissed by mistake is followed since the same day again', async () => {
    const [, , first] = (await listed('late', 'followed')) as [Opportunity, Opportunity, Opportunity]
    const dismissed = await done(decide('late', first, { state: 'dismissed', reason: 'Error' }))
    expect((await listed('late', 'dismissed'))[0]).toMatchObject({ estimated_net: first.estimated_net })
    expect((await back('late', dismissed)).statusCode).toBe(200)
    expect((await listed('late', 'followed'))[2]).toEqual(first)
  })

  test('of two people the later one is told, and only known voids are decided about', async () => {
    const [row] = (await listed('early')) as [Opportunity]
    const both = await Promise.all([
      decide('early', row, { state: 'followed', decision: null }),
      decide('early', row, { state: 'dismissed', reason: 'Nunca', decision: null }),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const refused = both.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().code).toBe('opportunity-changed')
    const [{ decision }] = both.filter(({ statusCode }) => statusCode === 200).map((one) => one.json().data)
    expect((await back('early', decision)).statusCode).toBe(200)
    const unknown = await decide('early', { ...row, key: '999999' }, { state: 'followed' })
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'opportunity-not-found'])
    for (const reason of [undefined, ' ', 'x'.repeat(201)]) {
      const wrong = await decide('early', row, { state: 'dismissed', reason })
      expect([wrong.statusCode, wrong.json().errors?.[0]?.path]).toEqual([400, 'reason'])
    }
  })

  test('needs the permission, and stays within the distributors of a role', async () => {
    const app = apps.late
    const ids = ['200', '202', '204', '205', '206', '208']
    const viewing = ['view:distributors', 'export'] as const
    const own = await addNewcomer(app, store, 'propia', [...viewing, 'notes'], ids)
    const reader = await addNewcomer(app, store, 'lectora', viewing, ids)
    const writer = await addNewcomer(app, store, 'escritora', ['view:scorecard', 'notes'], ids)
    const at = (token: string, state: string) =>
      callWithToken(app, token, 'GET', `${LIST}?start_date=2026-11&per_page=1000&state=${state}`)
    const post = (token: string, row: Pick<Opportunity, 'dist_id' | 'key'>, state = 'followed') =>
      callWithToken(app, token, 'POST', DECISIONS, { dist_id: row.dist_id, key: row.key, state })
    const [row] = (await at(own.session, 'open')).json().data as [Opportunity]
    for (const { session } of [reader, writer]) expect((await post(session, row)).statusCode).toBe(403)
    const beyond = (await listed('late')).find(({ dist_id }) => !ids.includes(dist_id))!
    expect((await post(own.session, beyond)).statusCode).toBe(404)
    const { decision } = (await post(own.session, row)).json().data
    // Whoever sees all of its distributors sees the estimate; of what a wider role followed, only what was sold.
    const [seen] = (await at(reader.session, 'followed')).json().data as [Opportunity]
    expect(seen).toMatchObject({ ...sameVoid(row), estimated_net: row.estimated_net, decided_by: 'propia' })
    expect((await listed('late', 'followed'))[0]).toMatchObject({ estimated_net: row.estimated_net })
    const wider = (await at(reader.session, 'followed')).json().data.slice(1) as Opportunity[]
    expect(wider.map(({ dist_id }) => dist_id).every((id) => ids.includes(id))).toBe(true)
    expect(wider.length).toBeGreaterThan(0)
    for (const each of wider)
      expect(each).toMatchObject({ estimated_net: null, peers: null, sold_net: expect.any(Number) })
    await change('accounts', sql`update users set deleted_at = created_at where name = 'propia'`)
    const [orphan] = (await at(reader.session, 'followed')).json().data as [Opportunity]
    expect(orphan).toEqual({ ...seen, decided_by: '' })
    const narrow = await addNewcomer(app, store, 'angosta', [...viewing, 'notes'], [row.dist_id])
    const [narrowed] = (await at(narrow.session, 'followed')).json().data as [Opportunity]
    expect(narrowed).toMatchObject({ ...sameVoid(row), estimated_net: null })
    const outside = await addNewcomer(app, store, 'otra', [...viewing, 'notes'], ['201'])
    const undo = (token: string) => callWithToken(app, token, 'POST', `${DECISIONS}/${decision}/undo`, {})
    expect((await undo(outside.session)).statusCode).toBe(404)
    expect((await undo(reader.session)).statusCode).toBe(403)
    expect((await undo(narrow.session)).statusCode).toBe(200)
  })

  test('exports the columns of its state, and the audit names what was decided', async () => {
    const file = async (state: string) =>
      (await apps.late.get(`${LIST}?start_date=2026-11&export=1&csv=standard&state=${state}`, 'admin')).body
        .replace('\ufeff', '')
        .split('\r\n')[0]
        ?.replaceAll('"', '')
        .split(',')
    expect(await file('open')).not.toContain('Vendido desde entonces')
    expect((await file('followed'))?.slice(0, 3)).toEqual([
      'Producto',
      'Vendido desde entonces',
      'Estimado por mes',
    ])
    expect(await file('dismissed')).toEqual(expect.arrayContaining(['Motivo', 'Decidida el', 'Por']))
    const trail = (await apps.late.get('/api/config/audit?per_page=1000', 'superAdmin')).json().data
    const actions = new Set(trail.map(({ action }: { action: string }) => action))
    for (const action of ['follow', 'dismiss', 'open', 'undo'])
      expect(actions).toContain(`opportunity.${action}`)
  })

  test('a new name, SKU or class keeps it, and what the catalogue loses keeps its name', async () => {
    const [row] = (await listed('late', 'followed')) as [Opportunity]
    await change(
      'dimensions',
      sql`
      update products set name = 'Otro nombre', sku = 'OTRO', segment = 'Otra' where product_id = ${Number(row.key)}`,
    )
    const [renamed] = (await listed('late', 'followed', '&product_name=otro nombre')) as [Opportunity]
    expect(renamed).toMatchObject({ ...sameVoid(row), sku: 'OTRO', segment: 'Otra', sold_net: row.sold_net })
    await change('dimensions', sql`delete from products where product_id = ${Number(row.key)}`)
    const [lost] = await listed('late', 'followed')
    expect(lost).toEqual({ ...row, business: NO_BUSINESS, segment: NO_SEGMENT })
  })

  test('leaves with the shop that it is about', async () => {
    await store.transaction((tx) => clearStore(tx))
    expect(await store.all(sql`select * from opportunity_decisions`)).toEqual([])
  })
})

describeOneEngine('opportunities of a product that the shop deletes', (engine) => {
  test('end with it', async () => {
    const store = await openSmallShop(engine, { products, customers: [], orders: [...sales] })
    const app = await testApp(store, { now: () => new Date('2026-10-10T15:00:00Z') })
    const listed = async () =>
      (await app.get(`${LIST}?start_date=2026-10&per_page=1000`, 'admin'))
        .json()
        .data.map(({ key }: Opportunity) => key)
    const [key] = await listed()
    const removal = { now: app.now(), rollups: 'now' } as const
    await store.transaction((tx) =>
      applyRemovals(tx, 'products', [{ id: Number(key), evidence: 'gone' }], removal),
    )
    expect(await listed()).not.toContain(key)
    await app.close()
  })
})
