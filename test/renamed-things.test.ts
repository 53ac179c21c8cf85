// A shop renames a category, a product, a distributor, a promotion and a role: what was set up for them follows by id, or says
// that the name is gone.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { mappingSchema } from '#server/sources/woocommerce/mapping.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, type TestApp, TIME_ZONE, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import type { Json } from './shop-server/recordings.ts'
import { folderOf, lineJson, orderJson } from './small-files.ts'

const MONTH = 'from=2026-10-01&to=2026-10-31'

interface Names {
  readonly category: string
  readonly product: string
  readonly distributor: string
  readonly promotion: string
  /** Raised with each change, as the shop does. */
  readonly changedAt: string
}
const BEFORE: Names = {
  ...{ category: 'Dulces', product: 'Caramelo', distributor: 'Norte', promotion: 'Promo 3x2 dulces' },
  changedAt: '2026-10-10T15:00:00',
}
const AFTER: Names = {
  ...{ category: 'Dulces finos', product: 'Caramelo ácido', distributor: 'Norte Hermanos' },
  ...{ promotion: 'Llevá 3x2 dulces', changedAt: '2026-11-20T15:00:00' },
}

const productJson = (id: number, name: string, category: number): Json => ({
  ...{ id, name, sku: `P${id}`, status: 'publish', type: 'simple', price: '100', stock_status: 'instock' },
  ...{ permalink: '', categories: [{ id: category }] },
})

/** The same shop with these names: Dulces sells 1,200 at distributor 101 with a promotion of 100, Yerbas 500 twice at 102. */
const shopOf = ({ category, product, distributor, promotion, changedAt }: Names, later: Json[]) => ({
  categories: [
    { id: 1, name: 'Golosinas', slug: 'golosinas', parent: 0 },
    { id: 22, name: category, slug: 'dulces', parent: 1 },
    { id: 23, name: 'Yerbas', slug: 'yerbas', parent: 1 },
  ],
  products: [productJson(11, product, 22), productJson(12, 'Yerba', 23)],
  orders: [
    orderJson(101, [{ ...lineJson(11, 12, '1200.00'), name: BEFORE.product }], {
      meta_data: [
        { key: '_dist_id', value: '101' },
        { key: '_dist_name', value: distributor },
      ],
      fee_lines: [{ id: 9, name: promotion, total: '-100.00', total_tax: '0.00' }],
      ...{ total: '1100.00', date_modified: changedAt, date_modified_gmt: changedAt },
    }),
    orderJson(102, [lineJson(12, 1, '500.00')], {
      meta_data: [
        { key: '_dist_id', value: '102' },
        { key: '_dist_name', value: 'Sur' },
      ],
    }),
    // Nothing of what alerts watch, on the day that they look at.
    orderJson(104, [lineJson(12, 1, '500.00')], {
      meta_data: [{ key: '_dist_id', value: '102' }],
      ...{ date_created: '2026-11-25T09:00:00', date_created_gmt: '2026-11-25T12:00:00' },
    }),
    ...later,
  ],
  ...{ refunds: [], customers: [], coupons: [] },
})

/** Sold after everything was renamed, on the day that the alerts look at. */
const LATER = orderJson(103, [lineJson(11, 1, '100.00')], {
  meta_data: [{ key: '_dist_id', value: '101' }],
  ...{ date_created: '2026-11-25T12:00:00', date_created_gmt: '2026-11-25T15:00:00' },
})

/** What each filter finds before and after; the former promotion is found nowhere. */
const FILTERS = {
  category: { where: 'segment:Dulces', measure: 'net_sale', value: 1100 },
  product: { where: 'product:11', measure: 'net_sale', value: 1100 },
  distributor: { where: 'distributor:101', measure: 'net_sale', value: 1100 },
  promotion: { where: `promotion:${BEFORE.promotion}`, measure: 'benefit_amount', value: 100 },
} as const
const THINGS = Object.keys(FILTERS) as (keyof typeof FILTERS)[]
const FOLLOWING = THINGS.filter((thing) => thing !== 'promotion')
const questionOf = (thing: keyof typeof FILTERS) => {
  const { where, measure } = FILTERS[thing]
  return `measures=${measure}&${MONTH}&where=${encodeURIComponent(where)}`
}
const GONE = { dimension: 'promotion', title: 'Promoción', values: [BEFORE.promotion] }
const GONE_WORDS = `El filtro ya no encuentra Promoción «${BEFORE.promotion}». Si cambió de nombre, elegí el nuevo.`

interface Named {
  readonly name: string
}

describeOneEngine('a shop that renames', (engine) => {
  let store: Store
  let app: TestApp
  let mails: MailServer
  const importNames = async (names: Names, later: Json[] = []) =>
    importShop({
      ...{ store, timeZone: TIME_ZONE, progress: silentProgress, currency: 'ARS' },
      source: wooCommerceSource(await filesShop(folderOf(shopOf(names, later))), async () =>
        mappingSchema.parse({}),
      ),
    })
  beforeAll(async () => {
    mails = await startMailServer()
    store = await engine.open()
    const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
    app = await testApp(store, { ...options, now: () => new Date('2026-11-26T15:00:00Z') })
  })
  afterAll(async () => {
    await app.close()
    await mails.close()
  })

  const get = async (path: string) => {
    const answer = await app.get(path, 'superAdmin')
    expect([path, answer.statusCode, answer.body]).toEqual([path, 200, expect.anything()])
    return answer.json()
  }
  const post = async (path: string, body: object) => {
    const answer = await app.post(path, body, 'superAdmin')
    expect([path, answer.statusCode, answer.body]).toEqual([path, 200, expect.anything()])
    return answer.json().data
  }

  const noticesOf = async (): Promise<string[]> =>
    (await get('/api/notices')).data.notices.map(({ title }: Record<string, string>) =>
      title?.replaceAll('\u00a0', ' '),
    )

  test('keeps what was set up, or says what is gone', async () => {
    await importNames(BEFORE)
    const own = await accountByEmail(store, ACCOUNTS.superAdmin)
    const links = new Map<string, string>()
    const views = new Map<string, number>()
    const deliveries = new Map<string, number>()
    for (const thing of THINGS) {
      const question = questionOf(thing)
      links.set(thing, (await post('/api/data-links', { name: thing, question })).path)
      views.set(
        thing,
        (await post('/api/views', { name: thing, address: `/analysis/explore?${question}` })).id,
      )
      const schedule = { every: 'day', at_time: '08:00', attachment: 'none', recipients: [own?.user_id] }
      deliveries.set(thing, (await post('/api/deliveries', { name: thing, question, ...schedule })).id)
      const watched = question.replace(`&${MONTH}`, '')
      const condition = { kind: 'above', value: 1, over: 1 }
      await post('/api/alerts', { name: thing, question: watched, condition, least: 0, role_ids: [] })
    }
    const pins = THINGS.map((thing) => ({
      id: thing,
      title: thing,
      question: questionOf(thing),
      show: 'card',
      size: 'small',
    }))
    await post('/api/boards', { name: 'Tablero', pins })
    for (const [by, key] of [
      ['segment', 'Dulces'],
      ['distributor', '101'],
    ])
      await post('/api/goals', { measure: 'net_sale', by, cells: [{ key, month: '2026-11', amount: 500 }] })
    const note = { text: 'Paro', from_date: '2026-10-05', to_date: '2026-10-06', dist_id: '101' }
    await post('/api/notes', note)

    const told = async () => {
      const found: Record<string, unknown> = {}
      const { data: all } = await get('/api/data-links')
      for (const thing of THINGS) {
        const { measure } = FILTERS[thing]
        const file = await app.get(`${links.get(thing)}.json`)
        const link = file.statusCode === 200 ? file.json()[0]?.[measure] : file.json()
        const { data, meta } = await get(`/api/questions/answer?${questionOf(thing)}`)
        const view = (await get(`/api/views/${views.get(thing)}`)).data
        await post(`/api/deliveries/${deliveries.get(thing)}/try`, {})
        await app.outbox.settled()
        const [mail] = mails.received
        mails.reset()
        found[thing] = {
          ...{ link, ofLink: all.find(({ name }: Named) => name === thing).gone },
          ...{ pin: data[0]?.[measure], missing: meta.missing, ofView: view.missing },
          subject: mail?.subject.replaceAll('\u00a0', ' ').replace(/.*: /, ''),
          isSaid: mail?.text.includes(GONE_WORDS),
        }
      }
      const { own: sent } = (await get('/api/deliveries')).data
      await app.alerts.evaluate()
      const problems = (rows: readonly (Named & { trouble?: string; problem?: string })[]) =>
        rows.flatMap(({ name, trouble, problem }) => (trouble || problem ? [[name, trouble ?? problem]] : []))
      return {
        ...found,
        deliveries: problems(sent),
        alerts: problems((await get('/api/alerts')).data),
        told: (await noticesOf()).sort(),
      }
    }
    const nothing = { ofLink: '', missing: [], ofView: [], isSaid: false }
    const following = Object.fromEntries(
      FOLLOWING.map((thing) => [thing, { ...nothing, link: 1100, pin: 1100, subject: '$ 1.100' }]),
    )
    expect(await told()).toEqual({
      ...following,
      promotion: { ...nothing, link: 100, pin: 100, subject: '$ 100' },
      ...{ deliveries: [], alerts: [], told: [] },
    })

    await importNames(AFTER, [LATER])
    expect(await told()).toEqual({
      ...following,
      promotion: {
        link: expect.objectContaining({
          ...{ code: 'data-link-finds-nothing', errors: [{ path: 'question', message: GONE_WORDS }] },
        }),
        ...{ ofLink: GONE_WORDS, pin: 0, missing: [GONE], ofView: [GONE] },
        ...{ subject: 'sin datos', isSaid: true },
      },
      deliveries: [['promotion', GONE_WORDS]],
      alerts: [['promotion', GONE_WORDS]],
      told: [
        'La alerta «promotion» ya no mira nada',
        ...FOLLOWING.map(() => 'Venta Neta por encima de $ 1,00'),
      ],
    })
    // Once, however often it is evaluated.
    await app.alerts.evaluate()
    expect(await noticesOf()).toHaveLength(4)

    const goalsBy = async (by: string) =>
      (await get(`/api/goals?measure=net_sale&by=${by}&year=2026`)).data.flatMap(
        ({ label, goals }: { label: string; goals: (number | null)[] }) =>
          goals[10] ? [[label, goals[10]]] : [],
      )
    expect([await goalsBy('segment'), await goalsBy('distributor')]).toEqual([
      [['Dulces finos', 500]],
      [['Norte Hermanos', 500]],
    ])
    expect((await get('/api/notes?start_date=2026-10')).data).toMatchObject([
      { distributor: 'Norte Hermanos' },
    ])
    const named = async (by: string) =>
      (await get(`/api/questions/answer?measures=net_sale&by=${by}&${MONTH}`)).data.map(
        (row: Record<string, Named & { label: string }>) => row[by]?.label,
      )
    expect(await named('product')).toEqual(['Caramelo ácido', 'Yerba'])
  })
})

describeOneEngine('a shop that makes a second category of a name', (engine) => {
  test('has two segments on every screen, and what held the first one follows it', async () => {
    const store = await engine.open()
    const app = await testApp(store, { now: () => new Date('2026-11-26T15:00:00Z') })
    onTestFinished(() => app.close())
    const importFiles = async (shop: ReturnType<typeof shopOf>) =>
      importShop({
        ...{ store, timeZone: TIME_ZONE, progress: silentProgress, currency: 'ARS' },
        source: wooCommerceSource(await filesShop(folderOf(shop)), async () => mappingSchema.parse({})),
      })
    const get = async (path: string) => {
      const answer = await app.get(path, 'superAdmin')
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, expect.anything()])
      return answer.json().data
    }
    const first = shopOf(BEFORE, [])
    await importFiles(first)
    const question = `measures=net_sale&${MONTH}&where=segment:Dulces`
    const link = await app.post('/api/data-links', { name: 'Dulces', question }, 'superAdmin')
    const cells = [{ key: 'Dulces', month: '2026-11', amount: 500 }]
    await app.post('/api/goals', { measure: 'net_sale', by: 'segment', cells }, 'superAdmin')

    await importFiles({
      ...first,
      categories: [
        ...first.categories,
        { id: 2, name: 'Almacén', slug: 'almacen', parent: 0 },
        { id: 24, name: 'Dulces', slug: 'dulces-almacen', parent: 2 },
      ],
      products: [...first.products, productJson(13, 'Mermelada', 24)],
      orders: [...first.orders, orderJson(104, [lineJson(13, 1, '300.00')], {})],
    })
    const ranked = await get('/api/orders/ranking-orders-by-segments?start_date=2026-10')
    const asked = await get(`/api/questions/answer?measures=net_sale&by=segment&${MONTH}`)
    const figures = [
      ['Dulces (Golosinas)', 1100],
      ['Yerbas', 500],
      ['Dulces (Almacén)', 300],
    ]
    expect(
      ranked.rows.map(({ segment, total_amount }: Record<string, unknown>) => [segment, total_amount]),
    ).toEqual(figures)
    expect(
      asked.map(({ segment, net_sale }: Record<string, { label: string }>) => [segment?.label, net_sale]),
    ).toEqual(figures)
    expect((await app.get(`${link.json().data.path}.json`)).json()).toEqual([{ net_sale: 1100 }])
    const goals = (await get('/api/goals?measure=net_sale&by=segment&year=2026')).map(
      (row: { label: string; goals: (number | null)[] }) => [row.label, row.goals[10]],
    )
    expect(goals).toEqual([
      ['Dulces (Almacén)', null],
      ['Dulces (Golosinas)', 500],
      ['Yerbas', null],
    ])
  })
})
