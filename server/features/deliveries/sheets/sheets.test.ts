// The Ficha by mail to distributors, through a real SMTP server: who may get it, what is in it, who hears of it, how it stops.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DistributorProfile } from '#contract/profile.ts'
import type { SheetMailLogRow, SheetMails } from '#contract/sheet-mails.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { writeDistributors } from '#server/ingest/write-distributors.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { ACCOUNTS, signIn, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { addNewcomer, callWithToken } from '#test/newcomers.ts'
import { pdfText } from '#test/pdf-text.ts'
import { PRODUCTS, randomCustomers, randomNumbers, randomOrder } from '#test/questions-shop.ts'
import { unzip } from '#test/unzip.ts'
import { integer, money } from '#web/text/format.ts'
import { openSmallShop } from '../../../../fixtures/open-small-shop.ts'
import { writeSheets } from './write.ts'

const IDS = Array.from({ length: 10 }, (_, index) => String(101 + index))
const MONTH = '2026-04'
const NOW = '2026-05-20T15:00:00Z'
const random = randomNumbers(11)

/** Spread over ten distributors; every order names a person. */
const orders = Array.from({ length: 700 }, (_, index): OrderFacts => {
  const facts = randomOrder(random, 1000 + index)
  const dist_id = IDS[index % 10] ?? ''
  return {
    ...facts,
    distributor: { dist_id, name: `Distribuidora ${dist_id}` },
    order: { ...facts.order, dist_id, first_name: 'Zulema', last_name: 'Quiroga' },
    lines: facts.lines.map((line) => ({ ...line, dist_id })),
    discounts: facts.discounts.map((discount) => ({ ...discount, dist_id })),
  }
})

const addressOf = (id: string) => `ventas${id}@norte.example`
const noFlags = {
  named_at: '2020-01-01 00:00:00',
  emailed_at: '2020-01-01 00:00:00',
  mp_enabled: 0,
  lyra_enabled: 0,
  calendar_enabled: 0,
}

describeOneEngine('Fichas to distributors', (engine) => {
  let store: Store
  let app: TestApp
  let mails: MailServer
  let clock = NOW
  beforeAll(async () => {
    mails = await startMailServer()
    const customers = randomCustomers(random)
    store = await openSmallShop(engine, { products: [...PRODUCTS], customers, orders })
    await fromShop(IDS.slice(0, 9))
    const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
    app = await testApp(store, { ...options, now: () => new Date(clock) })
  })
  afterEach(() => {
    mails.reset()
    clock = NOW
  })
  afterAll(async () => {
    await app.close()
    await mails.close()
  })

  /** What an import of the shop writes. */
  const fromShop = (ids: readonly string[]) =>
    store.transaction((tx) =>
      writeDistributors(
        tx,
        ids.map((dist_id) => ({
          ...{ dist_id, name: `Distribuidora ${dist_id}`, email: addressOf(dist_id) },
          ...noFlags,
        })),
      ),
    )
  const call = async (who: Who, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    callWithToken(app, await signIn(app, ACCOUNTS[who]), method, path, body)
  const send = (who: Who, ids: readonly string[] | null, more: object = {}) =>
    call(who, 'POST', '/api/sheet-mails/send', { dist_ids: ids, start_date: MONTH, ...more })
  /** The month with which a mail compares. */
  const comparedIn = (words: string | undefined) => /comparada con ([a-z]+ \d+)/.exec(words ?? '')?.[1]
  const state = async (who: Who): Promise<SheetMails> =>
    (await call(who, 'GET', '/api/sheet-mails')).json().data
  const log = async (who: Who): Promise<SheetMailLogRow[]> =>
    (await call(who, 'GET', '/api/sheet-mails/log')).json().data
  const audited = async (action: string) =>
    (await call('superAdmin', 'GET', '/api/config/audit?per_page=500'))
      .json()
      .data.filter((entry: { action: string }) => entry.action === action)
      .map(({ who, subject, changes }: Record<string, string>) => [who, subject, JSON.parse(changes ?? '{}')])
  const arrived = async () => {
    app.outbox.kick()
    await app.outbox.settled()
    return mails.received
  }
  const allow = (target: string) => call('superAdmin', 'POST', '/api/config/mail-allowances', { target })

  test('go nowhere outside the accounts until a superAdmin allows it', async () => {
    const refused = await send('admin', ['101'])
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ path: 'dist_ids.0', message: 'has an e-mail that is not allowed', code: 'address-not-allowed' }],
    ])
    expect((await send('admin', null)).json().data).toMatchObject({ sent: 0 })
    expect(await arrived()).toEqual([])
    expect(
      (await call('admin', 'POST', '/api/config/mail-allowances', { target: '@norte.example' })).statusCode,
    ).toBe(403)
    for (const wrong of ['norte', '@', 'a b@norte.example', '@norte.example, @otro.example'])
      expect((await allow(wrong)).json().errors?.[0]?.path, wrong).toBe('target')
    expect((await allow('@Norte.example')).statusCode).toBe(200)
    expect(await audited('mail-allowance.add')).toEqual([[ACCOUNTS.superAdmin, '@norte.example', {}]])
    const { recipients } = await state('admin')
    expect(recipients.map(({ dist_id, reach }) => [dist_id, reach])).toEqual(
      IDS.map((id) => [id, id === '110' ? 'missing' : 'ready']),
    )
    expect((await send('admin', ['110'])).json().errors?.[0]?.code).toBe('address-missing')
  })

  test('hold the figures of the call and the screen, of their distributor alone, without names or links inside', async () => {
    const note = { from_date: '2026-04-10', to_date: '2026-04-12', dist_id: '101', text: 'Hablar con Zulema' }
    await app.post('/api/notes', note, 'admin')
    await call('admin', 'POST', '/api/distributors/110/email', { email: 'Ventas110@norte.example' })
    expect((await send('admin', IDS)).json().data).toEqual({ sent: 10, left_out: [] })
    const received = await arrived()
    expect(received.map(({ to }) => to[0]).sort()).toEqual(IDS.map(addressOf))
    for (const id of IDS) {
      const mail = received.find(({ to }) => to.includes(addressOf(id)))!
      const profile: DistributorProfile = (
        await call('admin', 'GET', `/api/distributors/${id}/profile?start_date=${MONTH}`)
      ).json().data
      const { main_month: own } = profile
      const sheet = pdfText(mail.files.get(`ficha_${id}_${MONTH}.pdf`) ?? Buffer.alloc(0)).lines
      expect(mail.subject).toBe(`Ficha de Distribuidora ${id}, abril 2026`)
      for (const [label, value] of [
        ['Venta Neta', money(own.net_sale)],
        ['Órdenes completas', integer(own.orders)],
        ['Clientes activos', integer(own.buyers)],
        ['Nuevos', integer(own.new_buyers)],
        ['Perdidos', integer(profile.lost_customers)],
        ['Reembolsado', money(own.refunded)],
        ['Abiertas hoy', integer(profile.service?.open_orders ?? 0)],
        ['Monto', money(profile.benefits?.main_month.benefit_amount ?? 0)],
      ] as const) {
        expect(mail.text, `${id} ${label}`).toMatch(
          new RegExp(`^${label} \\| ${value.replace(/[$.]/g, '\\$&')}( \\||\r?$)`, 'm'),
        )
        expect(
          sheet.some((line, at) => line === label && sheet[at + 1] === value),
          `${id} ${label}`,
        ).toBe(true)
      }
      const [name = '', book = Buffer.alloc(0)] =
        [...mail.files].find(([file]) => file.endsWith('.xlsx')) ?? []
      expect(name).toBe(`ordenes_${id}_${MONTH}.xlsx`)
      const cells = [...unzip(book).values()].join('')
      for (const { order } of orders)
        expect(cells.includes(`>${order.order_id}<`), `${id} ${order.order_id}`).toBe(
          order.dist_id === id && order.month === MONTH,
        )
      for (const words of [mail.text, mail.html, cells, sheet.join(' ')]) {
        expect(words).not.toMatch(/Zulema|Quiroga|Solo |Puesto|pares|Pares|Oportunidades/)
        for (const other of IDS) if (other !== id) expect(words).not.toContain(`Distribuidora ${other}`)
      }
      const links = mail.text.match(/https?:\S+/g) ?? []
      expect(links).toEqual([expect.stringContaining('https://gondola.example/api/deliveries/unsubscribe/')])
      expect(mail.html.match(/href="[^"]+"/g)).toHaveLength(1)
      expect(mail.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
      expect(links[0]).not.toContain('@')
    }
    const entries = await audited('sheet.send')
    expect(entries).toHaveLength(10)
    expect(entries).toContainEqual([
      ...[ACCOUNTS.admin, 'Distribuidora 110 (110)'],
      { email: [null, addressOf('110')], month: [null, MONTH], with_names: [null, false] },
    ])
    expect(await audited('distributor.email')).toEqual([
      [ACCOUNTS.admin, 'Distribuidora 110 (110)', { email: ['', addressOf('110')] }],
    ])
    const sent = await log('admin')
    expect(sent.map(({ state, email, sender }) => [state, email, sender])).toEqual(
      IDS.toReversed().map((id) => ['sent', addressOf(id), 'admin de prueba']),
    )
  })

  test('name buyers only if the sender may see them and says so', async () => {
    const cellsOf = async (more: object) => {
      mails.reset()
      expect((await send('admin', ['101'], more)).statusCode).toBe(200)
      const files = (await arrived())[0]?.files ?? new Map<string, Buffer>()
      return [...unzip(files.get(`ordenes_101_${MONTH}.xlsx`) ?? Buffer.alloc(0)).values()].join('')
    }
    expect(await cellsOf({})).not.toContain('Zulema')
    expect(await cellsOf({ with_names: true })).toContain('Zulema')
    expect((await send('scoped', ['101'], { with_names: true })).statusCode).toBe(403)
  })

  test('are sent by limited roles for their own distributors alone', async () => {
    expect((await state('scoped')).recipients.map(({ dist_id }) => dist_id)).toEqual(['101', '102'])
    expect((await send('scoped', ['101', '103'])).json().errors?.[0]?.path).toBe('dist_ids.1')
    expect((await call('scoped', 'POST', '/api/distributors/103/email', { email: '' })).statusCode).toBe(404)
    expect((await call('viewer', 'GET', '/api/sheet-mails/log')).statusCode).toBe(403)
    expect((await send('scoped', null)).json().data.sent).toBe(2)
    const received = await arrived()
    expect(received.map(({ to }) => to[0]).sort()).toEqual([addressOf('101'), addressOf('102')])
    for (const { text, html } of received) expect(text + html).not.toContain('Solo ')
    expect((await log('scoped')).every(({ dist_id }) => ['101', '102'].includes(dist_id))).toBe(true)
  })

  test('are dropped where their sender may no longer send files', async () => {
    await addNewcomer(app, store, 'sin-exportar', ['view:distributors'], null)
    const sender = await store.one<{ user_id: number; email: string }>(
      sql`select user_id, email from users where role = 'sin-exportar'`,
    )
    const recipient = (await state('admin')).recipients.find(({ dist_id }) => dist_id === '101')!
    const sending = {
      sender: { userId: Number(sender!.user_id), email: sender!.email },
      ...{ scheduleId: null, month: MONTH, withNames: false, at: new Date(NOW) },
      comparison: { compare: 'previous', days: 'same' } as const,
    }
    await store.transaction((tx) =>
      writeSheets(tx, [{ ...recipient, is_active: true }], sending, new Date(NOW)),
    )
    expect(await arrived()).toEqual([])
    const written = sql`select state from outbox where channel = 'sheet' order by created_at desc, message_id desc`
    expect(await store.one(written)).toEqual({ state: 'dropped' })
  })

  test('show what would be sent, and go to their sender as a test without the link that unsubscribes', async () => {
    const body = { dist_id: '101', start_date: MONTH }
    const preview = (await call('admin', 'POST', '/api/sheet-mails/preview', body)).json().data
    expect(preview.files).toEqual([`ficha_101_${MONTH}.pdf`, `ordenes_101_${MONTH}.xlsx`])
    expect((await call('admin', 'POST', '/api/sheet-mails/try', body)).statusCode).toBe(200)
    const [mail] = await arrived()
    expect([mail?.to, mail?.subject]).toEqual([[ACCOUNTS.admin], `Prueba: ${preview.subject}`])
    expect(mail?.text.replaceAll('\r\n', '\n').trim()).toBe(preview.text.trim())
    expect(mail?.raw).not.toContain('List-Unsubscribe')
    const ofYear = await call('admin', 'POST', '/api/sheet-mails/preview', { ...body, compare: 'year' })
    expect([preview.text, ofYear.json().data.text].map(comparedIn)).toEqual(['marzo 2026', 'abril 2025'])
    await send('admin', ['101'], { compare: 'year' })
    expect(comparedIn((await arrived()).at(-1)?.text)).toBe('abril 2025')
    const early = { ...body, start_date: '2019-01' }
    expect((await call('admin', 'POST', '/api/sheet-mails/preview', early)).json().errors?.[0]?.path).toBe(
      'start_date',
    )
    expect(
      (await call('scoped', 'POST', '/api/sheet-mails/preview', { ...body, dist_id: '103' })).statusCode,
    ).toBe(404)
  })

  test('keep the address that was set through imports, and go back to that of the shop', async () => {
    const set = (email: string) => call('admin', 'POST', '/api/distributors/102/email', { email })
    expect((await set('otra@norte.example')).json().data).toEqual({
      email: 'otra@norte.example',
      reach: 'ready',
    })
    await fromShop(['102'])
    const shown = (await call('admin', 'GET', `/api/distributors/102/profile?start_date=${MONTH}`)).json()
      .data
    expect(shown.dist_email).toBe('otra@norte.example')
    expect((await set('sin arroba')).json().errors?.[0]?.path).toBe('email')
    expect((await set('')).json().data).toEqual({ email: addressOf('102'), reach: 'ready' })
  })

  test('stop by one click, also those that wait, and start again by the same link', async () => {
    await send('admin', ['103'])
    const link = (await arrived())[0]?.text.match(/https:\S+unsubscribe\S+/)?.[0] ?? ''
    const path = new URL(link).pathname
    const click = (url: string) =>
      app.server.inject({
        ...{ method: 'POST', url, payload: 'List-Unsubscribe=One-Click' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    mails.reset()
    mails.trouble = '451'
    await send('admin', ['103'])
    await arrived()
    expect((await click(path)).body).toContain('no llegan más fichas')
    mails.trouble = undefined
    clock = '2026-05-20T18:00:00Z'
    expect(await arrived()).toEqual([])
    const [last] = await log('admin')
    expect([last?.state, last?.reason]).toEqual(['dropped', 'La dirección pidió no recibir más fichas'])
    expect((await state('admin')).recipients.find(({ dist_id }) => dist_id === '103')?.reach).toBe(
      'unsubscribed',
    )
    expect((await send('admin', ['103'])).json().errors?.[0]?.code).toBe('address-unsubscribed')
    expect((await app.server.inject({ method: 'GET', url: path })).body).toContain('Volver a recibirlas')
    await click(`${path}?again=1`)
    expect((await send('admin', ['103'])).statusCode).toBe(200)
    expect(await arrived()).toHaveLength(1)
    expect((await app.server.inject({ method: 'GET', url: `${path.slice(0, -1)}!` })).statusCode).toBe(404)
  })

  test('leave each month for the month that was over, also when late, and wait until its orders are read', async () => {
    clock = '2026-04-20T15:00:00Z'
    const wanted = { dist_ids: ['104', '105'], on_day: 1, at_time: '08:00' }
    const made = await call('admin', 'POST', '/api/sheet-mails/schedules', wanted)
    expect(made.statusCode, made.body).toBe(200)
    expect(await audited('sheet-schedule.create')).toMatchObject([
      [ACCOUNTS.admin, 'Fichas, cada mes el día 1 a las 08:00', { dist_ids: [null, ['104', '105']] }],
    ])
    expect((await state('admin')).schedules).toMatchObject([{ ...wanted, next_at: '2026-05-01 11:00:00' }])
    clock = '2026-05-19T15:00:00Z'
    const received = await arrived()
    expect(received.map(({ to, subject }) => [to[0], subject]).sort()).toEqual(
      ['104', '105'].map((id) => [addressOf(id), `Ficha de Distribuidora ${id}, abril 2026`]),
    )
    expect((await log('admin')).slice(0, 2).map(({ monthly }) => monthly)).toEqual([true, true])
    mails.reset()
    // Nothing of June is in the shop.
    clock = '2026-07-01T15:00:00Z'
    expect(await arrived()).toEqual([])
    const [waiting] = await log('admin')
    expect([waiting?.state, waiting?.month, waiting?.reason]).toEqual([
      ...['waiting', '2026-06', 'Todavía no están en Góndola todas las órdenes de ese mes'],
    ])
    clock = '2026-07-09T15:00:00Z'
    await arrived()
    const notices = (await call('admin', 'GET', '/api/notices')).json().data.notices
    expect(notices.map(({ title }: { title: string }) => title)).toEqual(['Una ficha no salió'])
    const { id } = made.json().data
    expect((await call('superAdmin', 'DELETE', `/api/sheet-mails/schedules/${id}`)).statusCode).toBe(404)
    expect((await call('admin', 'DELETE', `/api/sheet-mails/schedules/${id}`)).statusCode).toBe(200)
  })

  test('that a sender could not send in time leave a notice', async () => {
    clock = '2026-04-20T15:00:00Z'
    const wanted = { dist_ids: ['104'], on_day: 1, at_time: '08:00' }
    const made = await call('admin', 'POST', '/api/sheet-mails/schedules', wanted)
    const needsFactor = (needs: boolean) =>
      store.transaction(async (tx) => {
        await tx.run(sql`update roles set second_factor = ${needs} where name = 'admin'`)
        await bumpVersions(tx, ['accounts'])
      })
    await needsFactor(true)
    clock = '2026-05-19T15:00:00Z'
    const received = await arrived()
    expect(received.map(({ to, subject }) => [to[0], subject])).toEqual([
      [ACCOUNTS.admin, 'Las fichas de abril 2026 no salieron'],
    ])
    await needsFactor(false)
    const [notice] = (await call('admin', 'GET', '/api/notices')).json().data.notices
    expect([notice.kind, notice.title, notice.body]).toEqual([
      'delivery-failed',
      'Las fichas de abril 2026 no salieron',
      'Cuando había que enviarlas, a la cuenta le faltaba un permiso, la contraseña, el segundo factor o un ingreso reciente. Se pueden enviar a mano.',
    ])
    await call('admin', 'DELETE', `/api/sheet-mails/schedules/${made.json().data.id}`)
  })

  test('of each month can be paused by a sender who may do less than before, and not widened', async () => {
    const permissions = ['view:distributors', 'view:orders', 'export'] as const
    const { session } = await addNewcomer(
      app,
      store,
      'de-menos',
      [...permissions, 'personal-data'],
      ['104', '105'],
    )
    const save = (body: object) => callWithToken(app, session, 'POST', '/api/sheet-mails/schedules', body)
    const schedule = { dist_ids: ['104', '105'], with_names: true, on_day: 1, at_time: '08:00' }
    const { id } = (await save(schedule)).json().data
    await store.transaction(async (tx) => {
      const less = JSON.stringify(permissions)
      await tx.run(sql`update roles set permissions = ${less}, dist_ids = '["104"]' where name = 'de-menos'`)
      await bumpVersions(tx, ['accounts'])
    })
    expect((await save({ ...schedule, id, paused: true })).statusCode).toBe(200)
    const own = (await callWithToken(app, session, 'GET', '/api/sheet-mails')).json().data as SheetMails
    expect(own.schedules).toMatchObject([{ ...schedule, id, paused: true }])
    expect((await save(schedule)).statusCode).toBe(403)
    const wider = { ...schedule, id, dist_ids: ['104', '105', '106'] }
    expect((await save(wider)).json().errors?.[0]?.path).toBe('dist_ids.2')
    expect((await save({ ...schedule, id, with_names: false })).statusCode).toBe(200)
    expect((await save({ ...schedule, id })).statusCode).toBe(403)
    await callWithToken(app, session, 'DELETE', `/api/sheet-mails/schedules/${id}`)
  })

  test('that wait do not go to an address that was corrected meanwhile', async () => {
    mails.trouble = '451'
    await send('admin', ['107'])
    await arrived()
    const correct = (email: string) => call('admin', 'POST', '/api/distributors/107/email', { email })
    expect((await correct('nueva@norte.example')).statusCode).toBe(200)
    mails.trouble = undefined
    clock = '2026-05-20T15:02:00Z'
    expect(await arrived()).toEqual([
      expect.objectContaining({ to: [ACCOUNTS.admin], subject: 'Una ficha no salió' }),
    ])
    const reason = 'La dirección del distribuidor cambió después de escribir el correo'
    expect((await log('admin'))[0]).toMatchObject({ state: 'failed', email: addressOf('107'), reason })
    mails.reset()
    await send('admin', ['107'])
    expect((await arrived()).map(({ to }) => to)).toEqual([['nueva@norte.example']])
    await correct('')
  })

  test('stop where the allowance ends, also those that wait', async () => {
    mails.trouble = '451'
    await send('admin', ['106'])
    await arrived()
    const [{ id }] = (await call('superAdmin', 'GET', '/api/config/mail-allowances')).json().data
    expect((await call('superAdmin', 'DELETE', `/api/config/mail-allowances/${id}`)).statusCode).toBe(200)
    mails.trouble = undefined
    clock = '2026-05-20T19:00:00Z'
    expect(await arrived()).toEqual([])
    expect((await log('admin'))[0]).toMatchObject({ state: 'dropped' })
    expect((await send('admin', ['106'])).json().errors?.[0]?.code).toBe('address-not-allowed')
    expect((await audited('mail-allowance.remove'))[0]?.[1]).toBe('@norte.example')
  })
})
