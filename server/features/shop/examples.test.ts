// From the examples of an unknown shop to a saved mapping and its figures, without a pattern, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExamplesAnswer, MappingProposal, ProposalAnswer } from '#contract/mapping-examples.ts'
import { openConnection } from '#server/shop/connection.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { KEY, SECRET } from '#test/shop-server/keys.ts'
import { type StoreServer, startStoreServer } from '#test/shop-server/server.ts'
import { BAKERY_NOW, BAKERY_PEOPLE, bakery } from '#test/shop-server/unfamiliar.ts'

const PATH = '/api/config/store'

describeOneEngine('the mapping of an unknown shop', (engine) => {
  let shop: StoreServer
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    shop = await startStoreServer(undefined, bakery())
    store = await engine.open()
    app = await testApp(store, { connection: openConnection(store), now: () => BAKERY_NOW })
  })
  afterAll(async () => {
    await app.close()
    await shop.close()
  })

  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await app.post(PATH + path, body, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  /** Polls until the shop has been read, as the screen does. */
  const examples = async (again = false): Promise<NonNullable<ExamplesAnswer['examples']>> => {
    let answer = await post<ExamplesAnswer>('/mapping/examples', { again })
    while (answer.state === 'reading') answer = await post('/mapping/examples', {})
    expect(answer.state).toBe('ready')
    return answer.examples!
  }
  const propose = async (choices: object): Promise<MappingProposal> =>
    (await post<ProposalAnswer>('/mapping/from-examples', choices)).proposal!
  const familyOf = (found: Awaited<ReturnType<typeof examples>>, name: string) =>
    found.families.find(({ names }) => names.some((one) => one.name === name))!

  let choices: Record<string, unknown>
  let proposal: MappingProposal

  test('needs a connected shop and the permission of settings', async () => {
    const refused = await app.post(`${PATH}/mapping/examples`, {}, 'superAdmin')
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'No store is connected'])
    await post('', { url: shop.url, key: KEY, secret: SECRET })
    for (const path of ['examples', 'from-examples'])
      expect((await app.post(`${PATH}/mapping/${path}`, {}, 'admin')).statusCode).toBe(403)
  })

  test('a shop that does not answer is reported, and can be read again', async () => {
    shop.trouble = () => ({ kind: 'status', status: 403 })
    let answer = await post<ExamplesAnswer>('/mapping/examples', {})
    while (answer.state === 'reading') answer = await post('/mapping/examples', {})
    shop.trouble = () => undefined
    expect(answer).toEqual({ state: 'failed', progress: 0, examples: null })
    expect((await post<ExamplesAnswer>('/mapping/examples', {})).state).toBe('failed')
    expect((await examples(true)).orders).toBe(7)
  })

  test('shows the codes, fields, roles and categories of last month', async () => {
    const found = await examples()
    expect(found).toMatchObject({
      month: '2026-05',
      orders: 7,
      complete: true,
      distributor: null,
      products: 4,
    })
    expect(
      found.families.map(({ kind, form, label, group, uses, amount, names }) => ({
        kind,
        text: [form, ...label.map(({ is, text }) => text || is)].join(' '),
        group,
        uses,
        amount,
        names: names.map(({ name }) => name).sort(),
      })),
    ).toEqual(
      expect.arrayContaining([
        {
          kind: 'fee',
          text: 'whole Bonificación Tarjeta Sol  number %',
          group: null,
          uses: 2,
          amount: 850,
          names: ['Bonificación Tarjeta Sol 10%', 'Bonificación Tarjeta Sol 20%'],
        },
        {
          kind: 'coupon',
          text: 'starts socio-',
          group: null,
          uses: 2,
          amount: 300,
          names: ['socio-abril', 'socio-mayo'],
        },
        {
          kind: 'coupon',
          text: 'whole fiesta number',
          group: null,
          uses: 2,
          amount: 80,
          names: ['fiesta25', 'fiesta26'],
        },
      ]),
    )
    expect(found.families).toHaveLength(3)
    expect(familyOf(found, 'fiesta25').names).toContainEqual({
      name: 'fiesta25',
      uses: 1,
      amount: 10,
      order_id: 507,
    })
    expect(found.fields).toEqual([
      {
        key: 'reparto_cod',
        orders: 6,
        coverage: 85.71,
        distinct: 2,
        values: ['N1', 'S2'],
        pair: 'reparto_nombre',
        holds: 'ids',
      },
      expect.objectContaining({
        key: 'reparto_nombre',
        values: ['Reparto Norte', 'Reparto Sur'],
        holds: 'names',
      }),
    ])
    expect(found.roles).toEqual([
      { role: 'customer', accounts: 3, company: null, known: true },
      { role: 'socio_club', accounts: 2, company: null, known: false },
      { role: 'gremio', accounts: 1, company: null, known: false },
    ])
    expect(found.places.map(({ place, values }) => [place, values])).toEqual(
      expect.arrayContaining([
        [{ from: 'category', level: 1 }, ['Tienda', 'Ofertas']],
        [{ from: 'category', level: 2 }, ['Dulces', 'Panes']],
        [{ from: 'attribute', name: 'Marca' }, ['Luna', 'Sol']],
        [{ from: 'meta', key: 'linea' }, ['Diaria', 'Fiesta']],
      ]),
    )
    const shown = JSON.stringify(found)
    expect(BAKERY_PEOPLE.filter((one) => shown.includes(one))).toEqual([])
  })

  test('turns choices into rules, and shows their effect on last month', async () => {
    const found = await examples()
    choices = {
      discounts: [
        { family: familyOf(found, 'socio-mayo').id, group: 'CORPORATIVOS', sub_group: '' },
        {
          family: familyOf(found, 'Bonificación Tarjeta Sol 10%').id,
          group: 'BANCARIOS',
          sub_group: 'Tarjeta Sol',
        },
        {
          family: familyOf(found, 'fiesta26').id,
          names: ['fiesta26'],
          group: 'CUPONES MASIVOS',
          sub_group: 'Fiesta',
        },
      ],
      distributor: { id_key: 'reparto_cod', name_key: 'reparto_nombre' },
      roles: [
        { role: 'socio_club', company: 'Club de Socios' },
        { role: 'gremio', company: null },
      ],
      business: { from: 'category', level: 2 },
      segment: { from: 'category', level: 3 },
      ignored_categories: ['ofertas'],
    }
    proposal = await propose(choices)
    expect(
      proposal.rules.map(({ pattern, group, sub_group, also }) => ({ pattern, group, sub_group, also })),
    ).toEqual([
      { pattern: '^socio-', group: 'CORPORATIVOS', sub_group: '', also: [] },
      {
        pattern: '^Bonificación Tarjeta Sol \\d+%$',
        group: 'BANCARIOS',
        sub_group: 'Tarjeta Sol',
        also: [],
      },
      { pattern: '^fiesta26$', group: 'CUPONES MASIVOS', sub_group: 'Fiesta', also: [] },
    ])
    const { effect } = proposal
    expect(effect.groups).toEqual([
      { group: 'CORPORATIVOS', before: 0, after: 300, uses_before: 0, uses_after: 2 },
      { group: 'CUPONES MASIVOS', before: 0, after: 70, uses_before: 0, uses_after: 1 },
      { group: 'BANCARIOS', before: 0, after: 850, uses_before: 0, uses_after: 2 },
      { group: 'DESCUENTOS POR CATEGORÍA', before: 0, after: 0, uses_before: 0, uses_after: 0 },
      { group: 'OTROS', before: 1220, after: 0, uses_before: 5, uses_after: 0 },
    ])
    expect(effect.sub_groups).toEqual([
      { from: 'OTROS', to: 'BANCARIOS', sub_group: 'Tarjeta Sol', uses: 2, amount: 850 },
      { from: 'OTROS', to: 'CORPORATIVOS', sub_group: 'Socio Mayo', uses: 1, amount: 200 },
      { from: 'OTROS', to: 'CORPORATIVOS', sub_group: 'Socio Abril', uses: 1, amount: 100 },
      { from: 'OTROS', to: 'CUPONES MASIVOS', sub_group: 'Fiesta', uses: 1, amount: 70 },
    ])
    // 501: 900, 502: 2000 − 200 − 150; 503: 450, 504: 3200; 506: 300.
    expect(effect.distributors).toEqual([
      { dist_id: '0', name: 'Sin distribuidor', before: 6500, after: 300 },
      { dist_id: 'S2', name: 'Reparto Sur', before: 0, after: 3650 },
      { dist_id: 'N1', name: 'Reparto Norte', before: 0, after: 2550 },
    ])
    expect(effect.distributor_count).toEqual({ before: 0, after: 2 })
    expect(effect.businesses).toEqual([
      { business: 'Tienda', before: 5600, after: 0 },
      { business: 'Panes', before: 0, after: 4100 },
      { business: 'Dulces', before: 0, after: 2400 },
      { business: 'Ofertas', before: 900, after: 0 },
    ])
    expect(effect.companies).toEqual([
      { company: 'Club de Socios', before: 0, after: 2100, accounts_before: 0, accounts_after: 2 },
    ])
  })

  test('the saved mapping gives exactly the figures that the preview showed', async () => {
    await post('/mapping', { mapping: proposal.mapping })
    expect((await app.post(`${PATH}/import`, {}, 'superAdmin')).statusCode).toBe(200)
    expect((await app.jobs.settled()).get('import')?.state).toBe('success')
    const get = async (path: string) => {
      const answer = await app.get(`${path}${path.includes('?') ? '&' : '?'}start_date=2026-05`, 'superAdmin')
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    }
    const { effect } = proposal
    const shown = (all: { after: number }[]) => all.filter(({ after }) => after !== 0)
    const billing = (await get('/api/distributors/resume')).billing.items
    expect(
      billing.map(({ label, amount }: { label: string; amount: number }) => [label, amount]).sort(),
    ).toEqual(effect.distributors.map(({ name, after }) => [name, after]).sort())
    const businesses: { business: string; total_amount: number }[] = await get(
      '/api/reports/test/business-totals',
    )
    expect(Object.fromEntries(businesses.map((one) => [one.business, one.total_amount]))).toEqual(
      Object.fromEntries(
        shown(effect.businesses).map((one) => ['business' in one && one.business, one.after]),
      ),
    )
    const groups = await store.all<{ discount_group: string; amount: number }>(sql`
      select discount_group, sum(amount) as amount from rollup_discounts
      where month = '2026-05' and status <> 'wc-cancelled' group by discount_group order by amount`)
    expect(groups.map(({ discount_group, amount }) => [discount_group, amount])).toEqual([
      ['CUPONES MASIVOS', 70],
      ['CORPORATIVOS', 300],
      ['BANCARIOS', 850],
    ])
    const companies = sql`select company, sum(net) as net from rollup_companies where month = '2026-05' and company <> '' group by company`
    expect(await store.all(companies)).toEqual([{ company: 'Club de Socios', net: 2100 }])
  })

  test('a second round sees stored data and starts from the current mapping', async () => {
    const found = await examples(true)
    expect(familyOf(found, 'socio-abril')).toMatchObject({
      group: 'CORPORATIVOS',
      sub_group: '',
      uses: 3,
      amount: 340,
    })
    expect(familyOf(found, 'fiesta25')).toMatchObject({ group: null, form: 'exact' })
    expect(found.distributor).toEqual({ id_key: 'reparto_cod', name_key: 'reparto_nombre' })
    expect(found.roles).toContainEqual({ role: 'gremio', accounts: 1, company: null, known: true })
    expect(found.business).toEqual({ from: 'category', level: 2 })
    expect(found.categories).toContainEqual({ slug: 'ofertas', name: 'Ofertas', products: 1, ignored: true })

    // The same name again, with another choice: the earlier rule is removed.
    const again = await propose({
      discounts: [{ family: familyOf(found, 'fiesta26').id, group: 'BANCARIOS', sub_group: 'Fiesta' }],
    })
    const rules = again.mapping.discounts as { pattern: string; group: string }[]
    expect(rules.filter(({ pattern }) => pattern === '^fiesta26$')).toMatchObject([{ group: 'BANCARIOS' }])
    expect(again.effect.sub_groups).toEqual([
      { from: 'CUPONES MASIVOS', to: 'BANCARIOS', sub_group: 'Fiesta', uses: 1, amount: 70 },
    ])

    const stale = await app.post(
      `${PATH}/mapping/from-examples`,
      { discounts: [{ family: 'gone', group: 'OTROS', sub_group: '' }] },
      'superAdmin',
    )
    expect([stale.statusCode, stale.json().message]).toEqual([409, 'The examples have changed'])
    const wrong = { discounts: [{ family: 'x', group: 'NADA', sub_group: 'a$1' }] }
    const refused = await app.post(`${PATH}/mapping/from-examples`, wrong, 'superAdmin')
    expect(
      refused
        .json()
        .errors.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['discounts.0.group', 'discounts.0.sub_group'])
  })

  test('a role that the defaults take for a company can be declared not to be one', async () => {
    const customer = shop.store.customers.find(({ id }) => id === 6)
    Object.assign(customer ?? {}, { role: 'convenio_prensa', date_modified_gmt: '2026-06-16T00:00:00' })
    await store.run(
      sql`update customers set role = 'convenio_prensa', company = 'Convenio Prensa' where customer_id = 6`,
    )
    const found = await examples()
    expect(found.roles).toContainEqual({
      role: 'convenio_prensa',
      accounts: 1,
      company: 'Convenio Prensa',
      known: true,
    })
    const { mapping, effect } = await propose({ roles: [{ role: 'convenio_prensa', company: null }] })
    expect(mapping.companies).toMatchObject([
      { role: '^convenio_prensa$', label: null },
      { role: '^socio_club$' },
      {},
    ])
    expect(effect.companies).toContainEqual(
      expect.objectContaining({ company: 'Convenio Prensa', accounts_before: 1, accounts_after: 0 }),
    )
    await post('/mapping', { mapping })
    expect(await store.all(sql`select distinct company from customers order by company`)).toEqual([
      { company: '' },
      { company: 'Club de Socios' },
    ])
  })
})
