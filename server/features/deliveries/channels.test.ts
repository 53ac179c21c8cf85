// Notices by mail and webhook, with a real mail server and a real receiver of webhooks.
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reachThrough } from '#server/domain/proxy.ts'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import type { Notice } from '#server/outbox/notices.ts'
import { WEBHOOK_PURPOSE } from '#server/outbox/webhook-transport.ts'
import { type Connection, openConnection } from '#server/shop/connection.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, firstSignIn, PASSWORD, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import chatTools from '../../../fixtures/chat-tools.json' with { type: 'json' }

describeOneEngine('notices', (engine) => {
  let store: Store
  let app: TestApp
  let connection: Connection
  let mails: MailServer
  let hooks: WebhookReceiver
  const lines: string[] = []
  beforeAll(async () => {
    mails = await startMailServer()
    hooks = await startWebhookReceiver()
    store = await engine.open()
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
    connection = openConnection(store)
    app = await testApp(store, {
      connection,
      mail: smtpMailer(mails.url),
      publicUrl: 'https://gondola.example',
      logger,
    })
  })
  afterEach(() => {
    mails.reset()
    hooks.reset()
  })
  afterAll(async () => {
    await app.close()
    await mails.close()
    await hooks.close()
  })

  const idOf = async (who: Who) => (await accountByEmail(store, ACCOUNTS[who]))?.user_id ?? 0
  const notify = async (who: Who, key: string, more: Partial<Notice> = {}) => {
    const userId = await idOf(who)
    const told = { title: 'Norte no vende desde ayer', text: 'Sin órdenes hace 26 horas.' }
    const notice = { ...told, path: '/avisos?aviso=7', data: { hours: 26 }, topic: 'alert', ...more } as const
    await store.transaction((tx) => app.outbox.notify(tx, { key, userId, ...notice }))
    await look()
  }
  async function look() {
    app.outbox.kick()
    await app.outbox.settled()
  }
  const channels = async (who: Who) => (await app.get('/api/notice-channels', who)).json().data
  const remove = async (path: string, who: Who) =>
    app.server.inject({
      method: 'DELETE',
      url: path,
      headers: { authorization: `Bearer ${await app.tokenOf(who)}` },
    })

  test('come by mail, unless their reader turned them off', async () => {
    await notify('viewer', 'one')
    expect(mails.received).toHaveLength(1)
    const [mail] = mails.received
    expect(mail).toMatchObject({ to: [ACCOUNTS.viewer], subject: 'Norte no vende desde ayer' })
    expect(mail?.text).toContain('https://gondola.example/avisos?aviso=7')
    expect((await channels('viewer')).messages[0]).toMatchObject({
      state: 'sent',
      topic: 'alert',
      attempts: 1,
    })
    await app.post('/api/notice-channels', { topic: 'alert', mail: false }, 'viewer')
    await notify('viewer', 'two')
    expect(mails.received).toHaveLength(1)
    expect((await channels('viewer')).topics[0]).toMatchObject({ topic: 'alert', mail: false })
    await app.post('/api/notice-channels', { topic: 'alert', mail: true }, 'viewer')
    await notify('viewer', 'two')
    expect(mails.received).toHaveLength(2)
  })

  const isCard = (body: {
    type: string
    attachments: { contentType: string; content: { type: string } }[]
  }) =>
    body.type === 'message' &&
    body.attachments.length === 1 &&
    body.attachments[0]?.contentType === 'application/vnd.microsoft.card.adaptive' &&
    body.attachments[0].content.type === 'AdaptiveCard'
  /** What the makers document that their webhooks take, and the host of their addresses. */
  const TOOLS = {
    slack: {
      host: 'hooks.slack.com',
      takes: (body: { text: string }) => body.text !== '' && !/[<>]|&(?!(amp|lt|gt);)/.test(body.text),
    },
    teams: { host: 'prod-12.brazilsouth.logic.azure.com', takes: isCard },
    'teams connector': { host: 'tienda.webhook.office.com', takes: isCard },
  }

  test.each(chatTools)('go to $tool, which answers $status $body: $becomes', async (fixture) => {
    // `told`: the status that an answer of 200 tells.
    const { status, headers = {}, body, becomes, told = status } = fixture
    const { host, takes } = TOOLS[fixture.tool as keyof typeof TOOLS]
    const target = { name: fixture.tool, url: `${hooks.url}/services/T0/B0/x`, of_shop: true }
    const { id } = (await app.post('/api/notice-channels/webhooks', target, 'superAdmin')).json().data
    const address = connection.secretKey.seal(WEBHOOK_PURPOSE, `http://${host}/services/T0/B0/x`)
    await store.run(sql`update webhook_targets set address = ${address} where webhook_id = ${id}`)
    // The tool's host is reached through the receiver.
    const direct = reachThrough({ https: undefined, http: hooks.url, exempt: '' })
    Object.assign(hooks, { status, answer: { headers, body } })
    await notify('viewer', `${fixture.tool} ${status} ${body}`, {
      title: 'Caramelos <surtidos> & más',
      forShop: true,
    })
    direct()
    const [sent] = hooks.received
    expect([hooks.received.length, sent?.headers.host]).toEqual([1, host])
    expect(takes(JSON.parse(sent?.body ?? ''))).toBe(true)
    const last = await store.one<{ state: string; reason: string }>(
      sql`select state, reason from outbox where channel = 'webhook' order by message_id desc limit 1`,
    )
    const reason = becomes === 'sent' ? '' : `El webhook contestó ${told}`
    expect(last).toEqual({ state: becomes, reason })
    await store.run(sql`delete from outbox where channel = 'webhook'`)
    await remove(`/api/notice-channels/webhooks/${id}`, 'superAdmin')
  })

  test('reach the webhook of the shop once, signed, and again after an outage', async () => {
    const made = await app.post(
      '/api/notice-channels/webhooks',
      { name: 'Canal #ventas', url: `${hooks.url}/clave-del-chat`, of_shop: true },
      'superAdmin',
    )
    const { id, secret } = made.json().data
    hooks.status = 503
    await notify('viewer', 'shop', { forShop: true })
    await notify('scoped', 'shop', { forShop: true })
    hooks.status = 200
    app.travel(60)
    await look()
    expect(hooks.received).toHaveLength(2)
    const [first, second] = hooks.received
    expect(JSON.parse(second?.body ?? '')).toMatchObject({
      text: '*Norte no vende desde ayer*\nSin órdenes hace 26 horas.\nhttps://gondola.example/avisos?aviso=7',
      title: 'Norte no vende desde ayer',
      topic: 'alert',
      data: { hours: 26 },
      id: second?.headers['x-gondola-id'],
    })
    expect(second?.body).toBe(first?.body)
    const timestamp = second?.headers['x-gondola-timestamp']
    const hmac = createHmac('sha256', secret).update(`${timestamp}.${second?.body}`).digest('hex')
    expect(second?.headers['x-gondola-signature']).toBe(`v1=${hmac}`)
    const stored = await store.one<{ address: string; secret: string }>(
      sql`select address, secret from webhook_targets where webhook_id = ${id}`,
    )
    expect(JSON.stringify(stored)).not.toMatch(/clave-del-chat|gondola_whk/)
    expect(lines.join('')).not.toMatch(/clave-del-chat|gondola_whk|Norte/)

    hooks.status = 404
    await notify('viewer', 'refused', { forShop: true })
    expect(
      (await channels('viewer')).messages.find(({ channel }: { channel: string }) => channel === 'webhook'),
    ).toMatchObject({ state: 'failed', reason: 'El webhook contestó 404', attempts: 1 })
    hooks.status = 200
    hooks.reset()
    expect((await app.post(`/api/notice-channels/webhooks/${id}/try`, {}, 'superAdmin')).statusCode).toBe(200)
    await look()
    expect(hooks.received).toHaveLength(1)
    expect((await remove(`/api/notice-channels/webhooks/${id}`, 'superAdmin')).statusCode).toBe(200)
    await notify('viewer', 'removed', { forShop: true })
    expect(hooks.received).toHaveLength(1)
  })

  test('webhooks of the shop belong to the shop, whatever becomes of the account that added them', async () => {
    const role = { name: 'integraciones', permissions: ['view:scorecard', 'export', 'settings'] }
    const saved = await app.post('/api/roles-permissions', { ...role, dist_ids: null }, 'superAdmin')
    const roleId: number = saved.json().data.id
    const account = { name: 'Irma Integra', email: 'irma@example.com', role: role.name }
    const made = await app.post('/api/users', { ...account, password: PASSWORD }, 'superAdmin')
    const authorization = `Bearer ${await firstSignIn(app, account.email)}`
    const add = async (name: string) =>
      app.server.inject({
        method: 'POST',
        url: '/api/notice-channels/webhooks',
        headers: { authorization },
        payload: { name, url: hooks.url, of_shop: true },
      })
    const { id } = (await add('Canal')).json().data
    const limited = {
      ...role,
      id: roleId,
      revision: 1,
      permissions: ['view:scorecard', 'export'],
      dist_ids: ['101'],
    }
    await app.post('/api/roles-permissions', limited, 'superAdmin')
    expect((await add('Otro')).statusCode).toBe(403)
    await notify('admin', 'of-limited-maker', { forShop: true })
    expect(hooks.received).toHaveLength(1)
    expect((await remove(`/api/users/${made.json().data.id}`, 'superAdmin')).statusCode).toBe(200)
    await notify('admin', 'of-deleted-maker', { forShop: true })
    expect(hooks.received).toHaveLength(2)
    const [webhook] = (await channels('superAdmin')).webhooks
    expect(webhook).toMatchObject({ id, of_shop: true, made_by: account.name })
    expect((await remove(`/api/notice-channels/webhooks/${id}`, 'superAdmin')).statusCode).toBe(200)
  })

  test('a webhook of an account drops what was read with other rights than the account has now', async () => {
    const target = { name: 'Mío', url: 'https://203.0.113.7/' }
    const { id } = (await app.post('/api/notice-channels/webhooks', target, 'admin')).json().data
    await notify('admin', 'other-rights', { rights: 'those of another role' })
    const states = (await channels('admin')).messages.slice(0, 2)
    const dropped = { state: 'dropped', reason: 'Sus permisos cambiaron desde que se preparó', attempts: 1 }
    expect(states).toMatchObject([
      { channel: 'webhook', ...dropped },
      { channel: 'mail', ...dropped },
    ])
    await remove(`/api/notice-channels/webhooks/${id}`, 'admin')
  })

  test('refuses addresses inside the network, and webhooks without permission', async () => {
    const add = async (who: Who, url: string, of_shop = false) => {
      const answer = await app.post('/api/notice-channels/webhooks', { name: 'x', url, of_shop }, who)
      return [answer.statusCode, answer.json().errors?.[0]?.message]
    }
    const outside = 'must be an address of the public internet'
    expect(await add('admin', hooks.url)).toEqual([400, outside])
    expect(await add('admin', 'https://10.1.2.3/')).toEqual([400, outside])
    for (const host of [
      '[::ffff:192.168.0.1]',
      '[64:ff9b::10.1.2.3]',
      '[2002:7f00:1::]',
      '[::127.0.0.1]',
      '224.0.0.1',
      '240.0.0.1',
    ])
      expect(await add('admin', `https://${host}/`), host).toEqual([400, outside])
    expect(await add('admin', 'http://203.0.113.7/')).toEqual([400, 'must be an https address'])
    expect(await add('admin', 'ftp://example.com/')).toEqual([400, 'must be an https address'])
    expect(await add('admin', 'https://ana:clave@203.0.113.7/')).toEqual([400, 'must not contain a user'])
    expect(await add('admin', 'https://203.0.113.7/', true)).toEqual([403, undefined])
    expect(await add('viewer', 'https://203.0.113.7/')).toEqual([403, undefined])
    expect(await add('admin', 'https://203.0.113.7/')).toEqual([200, undefined])
    const [{ id }] = (await channels('admin')).webhooks
    expect((await app.post(`/api/notice-channels/webhooks/${id}/try`, {}, 'scoped')).statusCode).toBe(404)
    expect((await remove(`/api/notice-channels/webhooks/${id}`, 'superAdmin')).statusCode).toBe(404)
    // A host name that now resolves to an internal address.
    const address = connection.secretKey.seal(
      'notice webhook',
      `https://localhost:${new URL(hooks.url).port}/`,
    )
    await store.run(sql`update webhook_targets set address = ${address} where webhook_id = ${id}`)
    await app.post(`/api/notice-channels/webhooks/${id}/try`, {}, 'admin')
    await look()
    expect((await channels('admin')).messages[0]).toMatchObject({
      state: 'failed',
      reason: 'La dirección es de una red interna',
    })
  })
})
