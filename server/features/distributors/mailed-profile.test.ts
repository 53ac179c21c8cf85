// The Ficha by mail through a real SMTP server: figures of the call, the orders of that distributor alone, and nobody's name.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DistributorProfile } from '#contract/profile.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, signIn, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { addNewcomer, callWithToken } from '#test/newcomers.ts'
import { pdfText } from '#test/pdf-text.ts'
import { PRODUCTS, randomCustomers, randomNumbers, randomOrder } from '#test/questions-shop.ts'
import { unzip } from '#test/unzip.ts'
import { money } from '#web/text/format.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const random = randomNumbers(5)
/** Every order names a person, of whom no mail may speak. */
const PERSON = 'Zulema'
const orders = Array.from({ length: 300 }, (_, index): OrderFacts => {
  const facts = randomOrder(random, 1000 + index)
  return { ...facts, order: { ...facts.order, first_name: PERSON, last_name: 'Quiroga' } }
})
const AT = { before: '2026-05-20T10:00:00Z', due: '2026-06-01T11:01:00Z' }

describeOneEngine('mails of the Ficha', (engine) => {
  let store: Store
  let app: TestApp
  let mails: MailServer
  let clock = AT.before
  beforeAll(async () => {
    mails = await startMailServer()
    const customers = randomCustomers(random)
    store = await openSmallShop(engine, { products: [...PRODUCTS], customers, orders })
    const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
    app = await testApp(store, { ...options, now: () => new Date(clock) })
  })
  afterEach(() => {
    mails.reset()
    clock = AT.before
  })
  afterAll(async () => {
    await app.close()
    await mails.close()
  })

  const idOf = async (email: string) => (await accountByEmail(store, email))?.user_id ?? 0
  const addressOf = (id: string) => `/distributors/distributors-details/${id}/profile`

  async function schedule(id: string, who: readonly string[], more: object = {}) {
    const body = { name: 'Su ficha', every: 'month', on_day: 1, at_time: '08:00', attachment: 'xlsx' }
    const recipients = await Promise.all(who.map(idOf))
    const session = await signIn(app, ACCOUNTS.superAdmin)
    const given = { ...body, address: addressOf(id), recipients, ...more }
    return callWithToken(app, session, 'POST', '/api/deliveries', given)
  }

  async function sent() {
    clock = AT.due
    app.outbox.kick()
    await app.outbox.settled()
    return mails.received
  }

  const profileOf = async (id: string, who: Who): Promise<DistributorProfile> => {
    const session = await signIn(app, ACCOUNTS[who])
    const path = `/api/distributors/${id}/profile?start_date=2026-05`
    return (await callWithToken(app, session, 'GET', path)).json().data
  }

  test('on the first of a month hold the closed one: the sheet, its words and the orders, without names', async () => {
    const made = await schedule('101', [ACCOUNTS.admin, ACCOUNTS.scoped])
    expect(made.statusCode, made.body).toBe(200)
    const received = await sent()
    expect(received.map(({ to }) => to[0]).sort()).toEqual([ACCOUNTS.admin, ACCOUNTS.scoped])
    for (const [who, mail] of (['admin', 'scoped'] as const).map(
      (who) => [who, received.find(({ to }) => to.includes(ACCOUNTS[who]))] as const,
    )) {
      const profile = await profileOf('101', who)
      const net = money(profile.main_month.net_sale)
      expect(mail?.subject).toMatch(/^Ficha de Distribuidor 101, mayo 2026/)
      expect(mail?.text).toContain(`Venta Neta | ${net} |`)
      const sheet = pdfText(mail?.files.get('ficha_101_2026-05.pdf') ?? Buffer.alloc(0)).lines
      expect(sheet.slice(2, 4)).toEqual(['Venta Neta', net])
      expect(sheet.join(' ')).toContain(`Puesto ${profile.rank} de ${profile.ranked}`)
      const [name = '', book = Buffer.alloc(0)] =
        [...(mail?.files ?? [])].find(([file]) => file.endsWith('.xlsx')) ?? []
      expect(name).toMatch(/^ordenes_101_2026-05/)
      const cells = [...unzip(book).values()].join('')
      const own = orders.filter(({ order }) => order.dist_id === '101' && order.month === '2026-05')
      for (const { order } of own) expect(cells).toContain(`>${order.order_id}<`)
      for (const { order } of orders)
        if (!own.some((each) => each.order.order_id === order.order_id))
          expect(cells).not.toContain(`>${order.order_id}<`)
      for (const words of [mail?.text, mail?.html, cells, sheet.join(' ')]) {
        expect(words).not.toMatch(/Zulema|Quiroga|@example\.com.*@/)
        // A limited reader’s mails name the distributors of the role.
        expect(words).not.toMatch(who === 'scoped' ? /Distribuidor 103/ : /Distribuidor 10[23]/)
      }
    }
    const session = await signIn(app, ACCOUNTS.superAdmin)
    await callWithToken(app, session, 'DELETE', `/api/deliveries/${made.json().data.id}`)
  })

  test('go to nobody who may not see the distributor, nor carry files for those who may not export', async () => {
    const { email } = await addNewcomer(app, store, 'sin-exportar', ['view:scorecard', 'view:distributors'])
    const made = await schedule('103', [ACCOUNTS.scoped, email, ACCOUNTS.viewer])
    expect(made.statusCode, made.body).toBe(200)
    const received = await sent()
    expect(received.map(({ to }) => to[0])).toEqual([email])
    expect([...(received[0]?.files.keys() ?? [])]).toEqual([])
    const session = await signIn(app, ACCOUNTS.superAdmin)
    await callWithToken(app, session, 'DELETE', `/api/deliveries/${made.json().data.id}`)
  })

  test('say of a running month that it runs, and are refused for an unknown distributor', async () => {
    const made = await schedule('102', [ACCOUNTS.superAdmin], {
      address: `${addressOf('102')}?month=2026-05`,
    })
    const session = await signIn(app, ACCOUNTS.superAdmin)
    const { id } = made.json().data
    await callWithToken(app, session, 'POST', `/api/deliveries/${id}/try`)
    await app.outbox.settled()
    expect(mails.received[0]?.subject).toBe(
      'Prueba: Ficha de Distribuidor 102, mayo 2026, en curso al 20/5/2026',
    )
    expect(mails.received[0]?.text).not.toContain('-100')
    await callWithToken(app, session, 'DELETE', `/api/deliveries/${id}`)
    expect((await schedule('nadie', [ACCOUNTS.superAdmin])).statusCode).toBe(404)
  })
})
