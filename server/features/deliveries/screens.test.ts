// Mails of screens: each reader receives the rows that the screen's own call answers to them. By day four of the ten roles receive
// each table, in turn; nightly runs send each to all.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { REPORTED_PATHS } from '#contract/address.ts'
import type { DeliveryLogRow } from '#contract/deliveries.ts'
import type { Permission } from '#contract/permissions.ts'
import { accountByEmail, addAccount, createRole } from '#server/features/account/accounts.ts'
import { writeDistributors } from '#server/ingest/write-distributors.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { NIGHTLY } from '#test/nightly.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const CALLS = [
  '/api/distributors/get-distributors-list?orderBy=dist_name&order=DESC',
  '/api/distributors/101/get-distributors-sells',
  '/api/distributors/service',
  '/api/products/get-ranking-products-selled?compare=year',
  '/api/products/by-distributor',
  '/api/products/distribution?by=segment',
  '/api/products/distribution/Alfajores/distributors?by=segment',
  '/api/orders/ranking-orders-by-segments',
  '/api/orders/ranking-orders-by-business',
  '/api/orders/group-by-states-and-period',
  '/api/customers/group-by-states-and-period',
  '/api/discounts/total-by-periods',
  '/api/reports/products/simple',
  '/api/reports/distributor/order-discounts?type=ORDEN&segment=Alfa',
]

const NO_FLAGS = {
  named_at: '2020-01-01 00:00:00',
  emailed_at: '2020-01-01 00:00:00',
  mp_enabled: 0,
  lyra_enabled: 0,
  calendar_enabled: 0,
}

const VIEWS = [
  ...(['view:scorecard', 'view:distributors', 'view:products', 'view:orders'] as const),
  ...(['view:customers', 'view:benefits', 'view:reports'] as const),
]

const ROLES: Record<string, [readonly Permission[], readonly string[] | null]> = {
  todo: [[...VIEWS, 'export'], null],
  norte: [[...VIEWS, 'export'], ['101']],
  sur: [[...VIEWS, 'export'], ['102']],
  ambos: [
    [...VIEWS, 'export'],
    ['101', '102'],
  ],
  nadie: [[...VIEWS, 'export'], ['999']],
  sin_productos: [[...VIEWS.filter((one) => one !== 'view:products'), 'export'], null],
  sin_distribuidores: [[...VIEWS.filter((one) => one !== 'view:distributors'), 'export'], ['101']],
  sin_archivo: [VIEWS, ['102']],
  sin_nada: [['export'], null],
  personal: [[...VIEWS, 'export', 'personal-data'], ['102']],
}

describeOneEngine('mails of screens', (engine) => {
  let store: Store
  let app: TestApp
  let mails: MailServer
  let clock = '2026-06-10T10:00:00Z'
  beforeAll(async () => {
    mails = await startMailServer()
    store = await openSmallShop(engine)
    const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
    app = await testApp(store, { ...options, now: () => new Date(clock) })
    for (const [name, [permissions, dist_ids]] of Object.entries(ROLES)) {
      await store.transaction((tx) => createRole(tx, { name, permissions, dist_ids }))
      const account = { email: `${name}@example.com`, name, role: name, password: PASSWORD }
      await addAccount(store, account, new Date(clock))
    }
  })
  afterEach(() => mails.reset())
  afterAll(async () => {
    await app.close()
    await mails.close()
  })

  /** By account and time, since the clock jumps beyond sessions. */
  const tokens = new Map<string, Promise<string>>()
  async function as(email: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const key = `${email} ${clock}`
    const token = tokens.get(key) ?? signIn(app, email)
    tokens.set(key, token)
    const headers = { authorization: `Bearer ${await token}` }
    return app.server.inject({ method, url, headers, ...(payload && { payload }) })
  }

  const idOf = async (email: string) => (await accountByEmail(store, email))?.user_id ?? 0

  async function create(emails: readonly string[], what: object, schedule: object = { every: 'day' }) {
    const body = { name: 'Lo mío', attachment: 'csv', at_time: '08:00', ...schedule, ...what }
    const recipients = await Promise.all(emails.map(idOf))
    return as(ACCOUNTS.superAdmin, 'POST', '/api/deliveries', { ...body, recipients })
  }

  const plain = (text: string | undefined) => (text ?? '').replaceAll('\u00a0', ' ')

  /** The mails of a delivery made at `from`, sent at `to` (UTC; the shop's clock is three hours behind). */
  async function mailsOf(
    what: object,
    {
      emails = [ACCOUNTS.superAdmin],
      schedule = { every: 'day' },
      from,
      to,
    }: {
      emails?: readonly string[]
      schedule?: object
      from: string
      to: string
    },
  ) {
    clock = from
    const made = await create(emails, what, schedule)
    expect(made.statusCode, made.body).toBe(200)
    clock = to
    app.outbox.kick()
    await app.outbox.settled()
    await as(ACCOUNTS.superAdmin, 'DELETE', `/api/deliveries/${made.json().data.id}`)
    return mails.received
  }

  const JUNE = { from: '2026-06-10T10:00:00Z', to: '2026-06-10T11:01:00Z' }

  const roles = Object.entries(ROLES)
  const receivers = (turn: number) =>
    NIGHTLY ? roles : roles.filter((_, index) => index === 0 || index % 3 === turn % 3)

  test.each(CALLS)('hold the rows of %s, for each role', async (call) => {
    const readers = receivers(CALLS.indexOf(call))
    const emails = readers.map(([name]) => `${name}@example.com`)
    const sent = await mailsOf({ table: call, address: '/una-pantalla?vista=2' }, { emails, ...JUNE })
    let files = 0
    for (const [name, [permissions]] of readers) {
      const email = `${name}@example.com`
      const own = sent.filter(({ to }) => to.includes(email))
      const joined = `${call}${call.includes('?') ? '&' : '?'}`
      const shown = await as(email, 'GET', joined)
      expect(own.length, email).toBe(shown.statusCode === 200 ? 1 : 0)
      const [mail] = own
      if (!mail) continue
      const { meta, data } = shown.json()
      const rows: readonly object[] = Array.isArray(data)
        ? data
        : (Object.values(data).find(Array.isArray) ?? [])
      expect(mail.text.split('\r\n').filter((line) => line.includes(' | ')).length, email).toBe(
        Math.min(meta.total ?? rows.length, 50) && Math.min(meta.total ?? rows.length, 50) + 1,
      )
      const exported = await as(email, 'GET', `${joined}export=1`)
      const [file] = [...mail.files]
      expect(file !== undefined, email).toBe(permissions.includes('export'))
      if (!file) continue
      files++
      expect(file[1].toString(), email).toBe(exported.body)
      expect(exported.headers['content-disposition']).toContain(file[0])
    }
    expect(files).toBeGreaterThan(NIGHTLY ? 3 : 1)
  })

  test('name the month, the comparison, the reader’s distributors and the screen with its month', async () => {
    const call = '/api/distributors/get-distributors-list'
    const emails = [ACCOUNTS.superAdmin, 'norte@example.com']
    const what = { name: 'Reportes', table: call, address: '/distributors/distributors-details?order=ASC' }
    const sent = await mailsOf(what, { emails, ...JUNE })
    const [whole, limited] = emails.map((email) => sent.find(({ to }) => to.includes(email)))
    expect(plain(whole?.subject)).toBe('Reportes de mayo')
    expect(plain(limited?.subject)).toBe('Reportes de mayo (Solo Norte Hermanos)')
    const text = plain(whole?.text)
    expect(text).toContain('Mayo, contra abril')
    // May 2026 of the first distributor: 192.97, counted by hand in one-number's shop.
    expect(text).toMatch(/Norte Hermanos.*192,97/)
    expect(text).toContain(
      'https://gondola.example/distributors/distributors-details?order=ASC&month=2026-05',
    )
    expect([...(limited?.files.keys() ?? [])]).toEqual([
      'reportes_de_distribuidores_2026-05_solo_distribuidor_101.csv',
    ])
  })

  test.each([
    [
      '/api/products/distribution?by=segment&province=CORDOBA',
      'Provincia: Córdoba',
      'distribucion_provincia_cordoba_2026-05.csv',
    ],
    [
      '/api/distributors/101/get-distributors-sells',
      'Distribuidor: Norte Hermanos',
      'reporte_por_distribuidor_distribuidor_101_2026-05.csv',
    ],
    [
      '/api/products/get-ranking-products-selled?only_dist_id=102&compare=year',
      'Distribuidor: Distribuidora Sur',
      'ranking_de_ventas_distribuidor_102_2026-05.csv',
    ],
    [
      '/api/distributors/get-distributors-list?dist_name=Norté',
      'Distribuidor: Norté',
      'reportes_de_distribuidores_distribuidor_norte_2026-05.csv',
    ],
    [
      '/api/orders?status=TODOS&only_dist_id=101',
      'Órdenes de todos los estados; Distribuidor: Norte Hermanos',
      'ordenes_todos_los_estados_distribuidor_101_2026-05.csv',
    ],
    [
      '/api/orders?status=PROCESANDO,EN%20ARMADO',
      'Estado: Procesando y En armado',
      'ordenes_estado_procesando_en_armado_2026-05.csv',
    ],
    [
      '/api/discounts/coupon-and-discount-lists?group=bank&sub_group=GALICIA',
      'Grupo de beneficio: BANCARIOS; Subgrupo de beneficio: GALIC…',
      'detalle_de_descuento_GALICIA_grupo_de_beneficio_bancarios_2026-05.csv',
    ],
    [
      '/api/reports/distributor/order-discounts?discounts=1',
      'Solo con descuento',
      'reporte_comercial_solo_con_descuento_2026-05.csv',
    ],
    ['/api/orders?status=completed', '', 'ordenes_2026-05.csv'],
  ])('say the filters of %s in subject, text and file name', async (table, words, file) => {
    const [mail] = await mailsOf({ name: 'Tabla', table, address: '/x' }, JUNE)
    expect(plain(mail?.subject)).toBe(words === '' ? 'Tabla de mayo' : `Tabla de mayo (${words})`)
    for (const said of words.replace(/…$/, '').split('; ')) expect(plain(mail?.text)).toContain(said)
    expect([...(mail?.files.keys() ?? [])]).toEqual([file])
    const exported = await as(
      ACCOUNTS.superAdmin,
      'GET',
      `${table}${table.includes('?') ? '&' : '?'}export=1`,
    )
    expect(exported.headers['content-disposition']).toContain(`"${file}"`)
  })

  test.each([
    ['f_dist_name=NORT%C3%89', 'Distribuidor: empieza con «NORTÉ»', 'distribuidor_empieza_con_norte'],
    [
      'f_completed_amount=192%2C9',
      'Monto completado: empieza con «192,9»',
      'monto_completado_empieza_con_192_9',
    ],
  ])('hold the rows that %s typed on screen keeps', async (typed, words, name) => {
    const table = `/api/distributors/get-distributors-list?${typed}`
    const [mail] = await mailsOf({ name: 'Tabla', table, address: '/x' }, JUNE)
    expect(plain(mail?.subject)).toBe(`Tabla de mayo (${words})`)
    const [[file, bytes] = []] = [...(mail?.files ?? [])]
    expect(file).toBe(`reportes_de_distribuidores_${name}_2026-05.csv`)
    // May 2026 of the first distributor: 192.97, counted by hand in one-number's shop.
    const [, ...rows] = `${bytes}`.trim().split('\r\n')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('192,97')
    expect(plain(mail?.text)).not.toContain('Distribuidora Sur')
  })

  test('refuse filters of no column', async () => {
    const table = '/api/distributors/get-distributors-list?f_other=x'
    const refused = await create([ACCOUNTS.superAdmin], { table, address: '/x' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([{ path: 'table', message: 'table f_other filters no column' }])
  })

  test('hold no names or e-mails of customers, whatever the reader may see', async () => {
    const what = { table: '/api/orders?status=completed', address: '/customers-orders' }
    const [mail] = await mailsOf(what, { emails: ['personal@example.com'], ...JUNE })
    const shown = await as('personal@example.com', 'GET', '/api/orders?status=completed')
    const [order] = shown.json().data
    expect(order.name).not.toBe('')
    const file = [...(mail?.files.values() ?? [])].join()
    expect(file).toContain(`${order.order_id}`)
    for (const personal of [order.name, order.surname]) {
      expect(mail?.text).not.toContain(personal)
      expect(file).not.toContain(personal)
    }
  })

  test('of a running month say so, and of a month without data hold no zeros as falls', async () => {
    const table = '/api/products/get-ranking-products-selled?start_date=2026-05'
    const what = { name: 'Ranking', table, address: '/x' }
    const running = await mailsOf(what, { from: '2026-05-20T10:00:00Z', to: '2026-05-20T11:01:00Z' })
    expect(plain(running[0]?.subject)).toBe('Ranking de mayo, en curso al 20/5/2026')
    expect(plain(running[0]?.text)).not.toContain('−100')
    mails.reset()
    const distributors = {
      name: 'Distribuidores',
      table: '/api/distributors/get-distributors-list?start_date=2026-07',
    }
    const empty = await mailsOf(
      { ...distributors, address: '/x' },
      {
        from: '2026-08-03T10:00:00Z',
        to: '2026-08-03T11:01:00Z',
      },
    )
    expect(plain(empty[0]?.subject)).toBe('Distribuidores de julio: sin datos')
    expect(plain(empty[0]?.text)).toContain('Todavía no hay órdenes de julio en Góndola')
    expect(plain(empty[0]?.text)).not.toContain('−100')
    expect(empty[0]?.files.size).toBe(0)
  })

  test('that are sent late say so and keep the month that was due', async () => {
    const what = { name: 'Ranking', table: '/api/products/get-ranking-products-selled', address: '/x' }
    const schedule = { every: 'month', on_day: 31, at_time: '23:30' }
    const sent = await mailsOf(what, {
      ...{ schedule, from: '2026-06-01T02:20:00Z', to: '2026-06-04T02:00:00Z' },
    })
    expect(plain(sent[0]?.subject)).toBe('Ranking de mayo')
    expect(plain(sent[0]?.text)).toContain('correspondía al 31/5/2026 a las 23:30')
    expect(sent[0]?.text).toContain('https://gondola.example/x?month=2026-05')
  })

  test('of the week hold its figures against both weeks, by distributor and product', async () => {
    const what = { name: 'La semana', address: '/analysis/week' }
    const weekly = { every: 'week', on_day: 1 }
    const at = { from: '2026-05-11T10:00:00Z', to: '2026-05-11T11:01:00Z' }
    const emails = [ACCOUNTS.superAdmin, 'sin_productos@example.com']
    const sent = await mailsOf(what, { emails, schedule: weekly, ...at })
    const [whole, limited] = emails.map((email) => sent.find(({ to }) => to.includes(email)))
    expect(plain(whole?.subject)).toBe('Semana del 4/5/2026 al 10/5/2026')
    const answer = async (compare: string) => {
      const query = 'measures=net_sale,orders,buyers&from=2026-05-04&to=2026-05-10'
      const given = await as(ACCOUNTS.superAdmin, 'GET', `/api/questions/answer?${query}&compare=${compare}`)
      return given.json().meta.totals
    }
    const [previous, year] = [await answer('previous'), await answer('year')]
    const write = (value: number, digits = 2) =>
      value.toLocaleString('es-AR', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    const text = plain(whole?.text)
    expect(text).toContain(
      `La semana | ${write(previous.net_sale)} | ${previous.orders} | ${previous.buyers}`,
    )
    expect(text).toContain(`Semana anterior (27/4/2026 al 3/5/2026) | ${write(previous.net_sale_compared)}`)
    expect(text).toContain(
      `Misma semana del año anterior (5/5/2025 al 11/5/2025) | ${write(year.net_sale_compared)}`,
    )
    expect(text).toContain(`| ${previous.buyers_compared} | −${write(-previous.net_sale_change, 1)} % |`)
    expect(text).toMatch(/Por distribuidor[\s\S]*Por producto/)
    expect(plain(limited?.text)).toContain('Por distribuidor')
    expect(plain(limited?.text)).not.toContain('Por producto')
    mails.reset()
    // No order was read after the Monday of the week, and there were some on later days of the week before.
    const cut = { from: '2026-05-18T10:00:00Z', to: '2026-05-18T11:01:00Z' }
    const [part] = await mailsOf(what, { schedule: weekly, ...cut })
    expect(plain(part?.subject)).toBe('Semana del 11/5/2026 al 17/5/2026: datos hasta el 11/5/2026')
    expect(plain(part?.text)).toMatch(/La semana \| [\d.,]+ \|/)
    expect(plain(part?.text)).not.toContain(' %')
  })

  test('of a week that the address names hold that one', async () => {
    const named = { name: 'Una semana', address: '/analysis/week?week=2026-05-04' }
    const [mail] = await mailsOf(named, JUNE)
    expect(plain(mail?.subject)).toMatch(/^Semana del 4\/5\/2026 al 10\/5\/2026/)
    expect(plain(mail?.text)).toContain('Semana anterior (27/4/2026 al 3/5/2026)')
  })

  test('exist for every screen that the form offers', () => {
    expect([...app.screenReports.keys()].sort()).toEqual([...REPORTED_PATHS].sort())
  })

  test.each([
    ['table', { table: '/api/users', address: '/settings' }],
    ['table', { table: '/api/questions/answer?measures=net_sale', address: '/x' }],
    ['table', { table: '/api/products/distribution?by=nothing', address: '/x' }],
    ['table', { table: '/api/products/distribution/%E0%A4%A/distributors', address: '/x' }],
    ['table', { table: 'https://example.com/api/x', address: '/x' }],
    ['address', { table: '/api/products/distribution' }],
    [
      'question',
      {
        table: '/api/products/distribution',
        address: '/x',
        question: 'measures=nothing',
        every: 'week',
        on_day: 1,
      },
    ],
  ])('refuse a wrong %s: %j', async (field, what) => {
    const refused = await create([ACCOUNTS.superAdmin], what)
    expect([refused.statusCode, refused.json().errors?.[0]?.path]).toEqual([400, field])
  })

  test('of one distributor are dropped where it is not seen, and tell their owner once it is gone', async () => {
    clock = '2026-06-12T10:00:00Z'
    const dist_id = 'de-paso'
    await store.transaction((tx) =>
      writeDistributors(tx, [{ dist_id, name: 'De paso', email: '', ...NO_FLAGS }]),
    )
    const table = `/api/distributors/${dist_id}/get-distributors-sells`
    const readers = [ACCOUNTS.superAdmin, 'sur@example.com']
    const made = await create(readers, { name: 'De uno', table, address: '/x' })
    expect(made.statusCode, made.body).toBe(200)
    const { id } = made.json().data
    const look = async (at: string) => {
      clock = at
      app.outbox.kick()
      await app.outbox.settled()
      const log: DeliveryLogRow[] = (await as(ACCOUNTS.superAdmin, 'GET', `/api/deliveries/${id}/log`)).json()
        .data
      return new Map(log.slice(0, 2).map(({ recipient, state, reason }) => [recipient, [state, reason]]))
    }
    const noPermission = ['dropped', 'La persona no tiene permiso para ver estas cifras']
    expect(await look('2026-06-12T11:01:00Z')).toEqual(
      new Map([
        ['superAdmin de prueba', ['sent', '']],
        ['sur', noPermission],
      ]),
    )
    await store.run(sql`delete from distributors where dist_id = ${dist_id}`)
    const reason = 'Lo que muestra este envío ya no existe'
    expect(await look('2026-06-13T11:01:00Z')).toEqual(
      new Map([
        ['superAdmin de prueba', ['failed', reason]],
        ['sur', noPermission],
      ]),
    )
    const { own } = (await as(ACCOUNTS.superAdmin, 'GET', '/api/deliveries')).json().data
    expect(own).toContainEqual(expect.objectContaining({ id, trouble: reason }))
    await as(ACCOUNTS.superAdmin, 'DELETE', `/api/deliveries/${id}`)
  })

  test('are refused to whoever may not read the table', async () => {
    const body = { name: 'Mal', table: '/api/products/distribution', address: '/x', every: 'day' }
    const own = await idOf('sin_productos@example.com')
    const made = await as('sin_productos@example.com', 'POST', '/api/deliveries', {
      ...body,
      ...{ at_time: '08:00', recipients: [own] },
    })
    expect(made.statusCode).toBe(403)
  })
})
