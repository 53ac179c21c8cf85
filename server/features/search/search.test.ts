// What the palette finds, on both engines, against a plain reading of the same facts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Found } from '#contract/search.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { SCOPE, type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { addNewcomer, callWithToken } from '#test/newcomers.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

const FIRST = ['María José', 'Ana', 'Ñandú', 'Luz del Mar', "D'Ángelo", 'Zoë', 'Jean-Luc', 'İpek', '']
const LAST = ['Gómez', 'Pérez Gil', "O'Higgins", 'Añasco (h)', 'de la Fuente', 'Мария', 'Gomez', '']
const HOSTS = ['correo.com', 'mail.example', 'maría.com.ar']

/** Bought as a guest without an e-mail. */
const NOBODY = 12

/** A person has an account, an e-mail, or both; several orders each. */
function personOf(index: number) {
  const [first_name, last_name] = [FIRST[index % FIRST.length] ?? '', LAST[(index * 5) % LAST.length] ?? '']
  const local = `${first_name}.${last_name}${index % 7}`.toLowerCase().replaceAll(/[^\p{L}\p{N}.]/gu, '_')
  const email = index % 6 === 0 ? '' : `${local}@${HOSTS[index % HOSTS.length]}`
  const hasAccount = index !== NOBODY && (email === '' || index % 4 === 0)
  return { first_name, last_name, email, customer_id: hasAccount ? 50_000 + index : 0 }
}

/** In scope, more than are read first; those of the first year are older than these. */
const ORDERS = 1500
const OLDER = 250

/** People with more buyers of a name than fit, some of them without an e-mail; only the older orders hold all. */
const quique = (index: number, last_name: string) => ({
  ...{ first_name: 'Quique', last_name, customer_id: 0 },
  email: index % 5 === 0 ? '' : `quique${index}@correo.com`,
})

function buyerOf(index: number) {
  if (index < OLDER && index % 10 === 0) return quique(index, 'Lejano')
  if (index % 400 === 0) return quique(index, 'Cercano')
  return personOf((index * 17) % 67)
}

const [model] = smallShop.orders as [OrderFacts]
const orders = Array.from({ length: ORDERS }, (_, index): OrderFacts => {
  const order_id = 9_000 + index
  const year = index < OLDER ? 2025 : 2026
  const day = `${year}-0${1 + (index % 4)}-${String(1 + ((index * 7) % 28)).padStart(2, '0')}`
  const dist_id = ['101', '102', '102', '101', '301', '101', '102', '0'][index % 8] ?? '0'
  return {
    ...model,
    order: {
      ...model.order,
      ...buyerOf(index),
      ...{ order_id, dist_id, number: index % 9 === 0 ? `PED-${index}` : '' },
      invoice_number: index % 10 === 0 ? `FC A-0001-${index}` : '',
      ...{ month: day.slice(0, 7), order_date: day, created_at: `${day} 10:00:00` },
    },
    lines: model.lines.map((line) => ({ ...line, order_id, dist_id, line_id: line.line_id + index * 100 })),
    discounts: [],
    refunds: [],
    distributor: { dist_id, name: `Distribuidora Ñ ${dist_id}` },
  }
})

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
const split = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
const every = (wanted: readonly string[], words: readonly string[]) =>
  wanted.some((word) => word.length > 1) && wanted.every((word) => words.some((one) => one.startsWith(word)))

const words = new Map(
  orders.map(({ order }) => [
    order.order_id,
    {
      name: split(plain(`${order.first_name} ${order.last_name}`)),
      email: split(order.email),
    },
  ]),
)
type Named = { readonly order_id: number }
const hasName = ({ order_id }: Named, wanted: readonly string[]) => every(wanted, words.get(order_id)!.name)
const hasEmail = ({ order_id }: Named, wanted: readonly string[]) => every(wanted, words.get(order_id)!.email)

/** Ids of the newest order of each person: those with the name first. */
function expected(typed: string, scope: readonly string[] | null): number[] {
  const newest = orders
    .map(({ order }) => order)
    .filter(({ dist_id }) => scope === null || scope.includes(dist_id))
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.order_id - a.order_id)
  const found: typeof newest = []
  const take = (matching: (order: (typeof newest)[number]) => boolean) => {
    for (const order of newest.filter(matching))
      if (
        !found.some(
          (one) =>
            (one.customer_id !== 0 && one.customer_id === order.customer_id) ||
            (one.email !== '' && one.email === order.email),
        )
      )
        found.push(order)
  }
  const [names, emails] = [split(plain(typed)), split(typed.toLowerCase())]
  take((order) => hasName(order, names))
  take((order) => hasEmail(order, emails))
  return found.slice(0, 8).map(({ order_id }) => order_id)
}

/** Ids of all orders of those buyers. */
function matching(typed: string, scope: readonly string[] | null): number[] {
  const [names, emails] = [split(plain(typed)), split(typed.toLowerCase())]
  return orders
    .map(({ order }) => order)
    .filter(({ dist_id }) => scope === null || scope.includes(dist_id))
    .filter((order) => hasName(order, names) || hasEmail(order, emails))
    .map(({ order_id }) => order_id)
    .sort()
}

const TYPED = [
  ...[
    'maria',
    'MARÍA',
    'gom',
    'gomez ana',
    'ñan',
    'nandu',
    'perez gil',
    'gil pérez',
    "d'angelo",
    'higg',
    'luc',
  ],
  ...[
    'de la',
    'zoe',
    'Мар',
    'correo',
    'ana.gómez',
    'ana.gomez3@mail',
    'maría.com',
    '3',
    'x',
    '...',
    'ipek',
    'qu',
    'quique',
    'quique cercano',
    'lejano',
    'quique50',
  ],
  ...["'; drop", ':*', 'a & b', '\\', '%', '_', 'añasco h', 'jean-luc o', 'nadie así'],
]

describeEngines('search', (engine) => {
  let app: TestApp
  let limited: string
  beforeAll(async () => {
    app = await testApp(await openSmallShop(engine, { ...smallShop, orders: [...orders] }))
    const permissions = ['view:orders', 'personal-data', 'view:distributors'] as const
    limited = (await addNewcomer(app, app.store, 'limitada', permissions, SCOPE)).session
  })
  afterAll(() => app.close())

  const search = async (text: string): Promise<Found> =>
    (await app.post('/api/search', { text }, 'superAdmin')).json().data
  const asLimited = async (text: string): Promise<Found> =>
    (await callWithToken(app, limited, 'POST', '/api/search', { text })).json().data

  test('finds buyers by the beginnings of words of their names and e-mails', async () => {
    const ids = ({ buyers }: Found) => buyers.map(({ order_id }) => order_id)
    for (const typed of TYPED) {
      expect(ids(await search(typed)), typed).toEqual(expected(typed, null))
      expect(ids(await asLimited(typed)), `${typed}, limited`).toEqual(expected(typed, SCOPE))
    }
  })

  test('lists the orders of buyers by name or e-mail, of all months and statuses, in scope', async () => {
    const url = (typed: string) => `/api/orders/of-buyers?per_page=1000&buyer=${encodeURIComponent(typed)}`
    const idsOf = (answer: { json(): { data: { order_id: number }[] } }) =>
      answer
        .json()
        .data.map(({ order_id }) => order_id)
        .sort()
    for (const typed of [...TYPED.filter((_, at) => at % 2 === 0), '']) {
      expect(idsOf(await app.get(url(typed), 'superAdmin')), typed).toEqual(matching(typed, null))
      const own = await callWithToken(app, limited, 'GET', url(typed))
      expect(idsOf(own), `${typed}, limited`).toEqual(matching(typed, SCOPE))
    }
    const page = (
      await app.get('/api/orders/of-buyers?buyer=ana&per_page=7&page=2&order=ASC', 'superAdmin')
    ).json()
    const ofAna = new Set(matching('ana', null))
    const oldest = orders
      .map(({ order }) => order)
      .filter(({ order_id }) => ofAna.has(order_id))
      .sort((a, b) => a.order_date.localeCompare(b.order_date) || a.order_id - b.order_id)
    expect(page.data.map(({ order_id }: { order_id: number }) => order_id)).toEqual(
      oldest.slice(7, 14).map(({ order_id }) => order_id),
    )
    expect(page.meta.total).toBe(oldest.length)
    const months = orders.filter(({ order }) => ofAna.has(order.order_id))
    expect(new Set(months.map(({ order }) => order.month)).size).toBe(8)
    for (const [name, permissions] of [
      ['sin-personas', ['view:orders']],
      ['sin-ordenes', ['view:customers', 'personal-data']],
    ] as const) {
      const { session } = await addNewcomer(app, app.store, name, permissions)
      expect((await callWithToken(app, session, 'GET', url('ana'))).statusCode, name).toBe(403)
    }
  })

  test('tells accounts apart that share an e-mail of billing', async () => {
    const [model] = smallShop.orders
    if (!model) throw new Error('no orders')
    const of = (order_id: number, customer_id: number, last_name: string): OrderFacts => ({
      ...{ ...model, discounts: [], refunds: [] },
      order: {
        ...model.order,
        order_id,
        customer_id,
        first_name: 'Zulema',
        last_name,
        email: 'compras@empresa.test',
      },
      lines: model.lines.map((line) => ({ ...line, order_id })),
    })
    const orders = [of(9001, 501, 'Paz'), of(9002, 502, 'Rey')]
    const own = await testApp(await openSmallShop(engine, { ...smallShop, orders }))
    const { buyers } = (await own.post('/api/search', { text: 'zulema' }, 'superAdmin')).json().data as Found
    expect(buyers.map(({ surname }) => surname).sort()).toEqual(['Paz', 'Rey'])
    await own.close()
  })

  test('a text that PostgreSQL cannot store is refused by name', async () => {
    const answer = await app.post('/api/search', { text: 'a\0b' }, 'superAdmin')
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      [expect.objectContaining({ path: 'text' })],
    ])
  })

  test('a buyer opens all orders of the account or the e-mail, in scope, for those who may see names', async () => {
    const [
      {
        buyers: [first],
      } = { buyers: [] },
    ] = [await search('gomez')]
    if (!first) throw new Error('no buyer')
    const own = orders.find(({ order }) => order.order_id === first.order_id)?.order
    const theirs = orders
      .map(({ order }) => order)
      .filter(
        ({ customer_id, email }) =>
          (customer_id !== 0 && customer_id === own?.customer_id) || (email !== '' && email === own?.email),
      )
    const list = `/api/orders/of-buyer/${first.order_id}?per_page=1000`
    const ids = (rows: { order_id: number }[]) => rows.map(({ order_id }) => order_id).sort()
    expect(ids((await app.get(list, 'superAdmin')).json().data)).toEqual(ids(theirs))
    expect(theirs.length).toBeGreaterThan(1)
    const nobody = orders.find(({ order }) => order.email === '' && order.customer_id === 0)?.order
    expect(
      ids((await app.get(`/api/orders/of-buyer/${nobody?.order_id}`, 'superAdmin')).json().data),
    ).toEqual([nobody?.order_id])
    const inScope = orders.find(({ order }) => order.dist_id === '101' && order.email !== '')?.order
    const { data } = (
      await callWithToken(app, limited, 'GET', `/api/orders/of-buyer/${inScope?.order_id}`)
    ).json()
    expect(data.every((row: { dist_id: string }) => SCOPE.includes(row.dist_id))).toBe(true)
    const outside = orders.find(({ order }) => order.dist_id === '301')?.order.order_id
    const statusOf = async (session: string, id: number | undefined) =>
      (await callWithToken(app, session, 'GET', `/api/orders/of-buyer/${id}`)).statusCode
    expect(await statusOf(limited, outside)).toBe(404)
    const blind = (await addNewcomer(app, app.store, 'sin-nombres', ['view:orders'], null)).session
    expect(await statusOf(blind, outside)).toBe(403)
    const answer = await callWithToken(app, blind, 'POST', '/api/search', { text: 'gomez' })
    expect(answer.json().data).toEqual({
      orders: [],
      buyers: [],
      distributors: [],
      products: [],
      coupons: [],
    })
  })

  test('finds orders by id or number, and distributors, products and coupons by what begins them', async () => {
    expect((await search('orden #ped-9')).orders.map(({ order_id }) => order_id)).toEqual([9_009])
    expect((await search('9012')).orders.map(({ order_id }) => order_id)).toEqual([9_012])
    const invoiced = (await search('factura fc a-0001-10')).orders
    expect(invoiced.map((order) => [order.order_id, order.invoice_number])).toEqual([[9_010, 'FC A-0001-10']])
    expect((await search('FC A-0001-10')).orders).toEqual(invoiced)
    // Of distributor 301.
    expect((await asLimited('FC A-0001-20')).orders).toEqual([])
    expect((await search('FC A-0001-20')).orders).toHaveLength(1)
    expect((await search('distribuidora n')).distributors.map(({ dist_id }) => dist_id)).toEqual(
      expect.arrayContaining(['101', '301']),
    )
    expect((await asLimited('distribuidora')).distributors.map(({ dist_id }) => dist_id)).toEqual([
      '101',
      '102',
    ])
    expect((await search('30')).distributors.map(({ dist_id }) => dist_id)).toEqual(['301'])
    const [product] = smallShop.products
    const bySku = (await search(product?.sku.slice(0, -1) ?? '')).products
    expect(bySku.map(({ sku }) => sku)).toContain(product?.sku)
    expect((await search(plain(product?.name ?? ''))).products.map(({ sku }) => sku)).toContain(product?.sku)
    expect((await asLimited(product?.sku ?? '')).products).toEqual([])
  })
})

describeEngines('search of coupons', (engine) => {
  test('by the beginning of the code, of orders in scope', async () => {
    const app = await testApp(await openSmallShop(engine))
    const codes = [
      ...new Set(
        smallShop.orders.flatMap(({ discounts }) =>
          discounts.filter(({ kind }) => kind === 'coupon').map(({ name }) => name),
        ),
      ),
    ].sort()
    const [first = ''] = codes
    const start = first.slice(0, 3).toUpperCase()
    const { data } = (await app.post('/api/search', { text: start }, 'superAdmin')).json()
    expect(data.coupons.map(({ code }: { code: string }) => code)).toEqual(
      codes.filter((code) => code.startsWith(start.toLowerCase())).slice(0, 8),
    )
    await app.close()
  })
})
