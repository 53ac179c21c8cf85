// How a person receives notices besides the bell: topics by mail, webhooks, and the state of the last messages.
import { randomUUID } from 'node:crypto'
import { MAX_WEBHOOKS } from '#contract/limits.ts'
import * as calls from '#contract/notice-channels.ts'
import { NOTICE_TOPICS, type NoticeTopic } from '#contract/notice-topics.ts'
import { isInternal } from '#server/domain/internal-address.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { route } from '#server/http/route.ts'
import { newSecret } from '#server/http/token-secret.ts'
import { enqueue } from '#server/outbox/enqueue.ts'
import { mutedTopics, setMuted } from '#server/outbox/notices.ts'
import { createTarget, removeTarget, targetsOf, type WebhookTarget } from '#server/outbox/webhook-targets.ts'
import { type Keys, WEBHOOK_PURPOSE } from '#server/outbox/webhook-transport.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { DELIVERY_TEXT } from './text.ts'

export interface ChannelDeps {
  readonly hasMail: boolean
  /** Base URL of links. */
  readonly publicUrl: string
  readonly keys: Keys
  /** Sends what was written. */
  readonly kick: () => void
}

const SHOWN_MESSAGES = 50

export function channelRoutes(app: AdminApp, deps: ChannelDeps): void {
  const { store, now } = app

  route(app, calls.noticeChannels, async ({ principal }) => {
    const muted = await mutedTopics(store, principal.userId)
    const webhooks = await targetsOf(store, principal.userId, { withShop: may(principal, 'settings') })
    return {
      has_mail: deps.hasMail,
      topics: (Object.keys(NOTICE_TOPICS) as NoticeTopic[]).map((topic) => ({
        topic,
        title: NOTICE_TOPICS[topic],
        mail: !muted.includes(topic),
      })),
      webhooks: webhooks.map(({ user_id: _, made_by, ...webhook }) => ({
        ...webhook,
        made_by: webhook.of_shop ? made_by : null,
      })),
      messages: await messagesTo(store, principal.userId),
    }
  })

  route(app, calls.saveNoticeChannel, ({ body: { topic, mail }, principal }) =>
    store.transaction((tx) => setMuted(tx, principal.userId, topic, !mail)),
  )

  route(app, calls.createWebhook, async ({ body, principal }) => {
    if (body.of_shop && !mayAddForShop(principal)) throw new HttpError('forbidden')
    const url = await webhookAddress(body.url, body.of_shop)
    const secret = newSecret('whk')
    const id = await auditedChange(store, async (tx) => {
      const existing = await targetsOf(tx, principal.userId, { withShop: true })
      if (existing.filter(({ of_shop }) => of_shop === body.of_shop).length >= MAX_WEBHOOKS)
        throw new HttpError('too-many-webhooks')
      const { name, of_shop } = body
      const after = { host: url.host, of_shop }
      await audit(tx, principal, { action: 'webhook.create', subject: name, after }, now())
      const sealed = (text: string) => deps.keys.seal(WEBHOOK_PURPOSE, text)
      const target = { name, of_shop, host: url.host, address: sealed(url.href), secret: sealed(secret) }
      return createTarget(tx, { ...target, user_id: principal.userId }, now())
    })
    return { id, secret }
  })

  route(app, calls.tryWebhook, async ({ params: { id }, principal }) => {
    await store.transaction(async (tx) => {
      const { name } = await ownWebhook(tx, id, principal)
      const title = DELIVERY_TEXT.testNotice(name)
      const link = `${deps.publicUrl}/analysis/deliveries`
      const notice = { text: `${title}\n${link}`, title, topic: 'test', link, data: {} }
      const { userId } = principal
      const content = { target: id, notice }
      await enqueue(tx, { channel: 'webhook', key: randomUUID(), topic: 'test', userId, content }, now())
    })
    deps.kick()
  })

  route(app, calls.deleteWebhook, ({ params: { id }, principal }) =>
    auditedChange(store, async (tx) => {
      const { name } = await ownWebhook(tx, id, principal)
      await removeTarget(tx, id, now())
      await audit(tx, principal, { action: 'webhook.delete', subject: name }, now())
    }),
  )
}

/** It receives figures of all distributors, which the claims of a provider may withhold from an account. */
const mayAddForShop = (principal: Principal) => may(principal, 'settings') && principal.scope === null

/** Internal addresses, and plain http to them, are accepted only for webhooks of the whole shop. */
async function webhookAddress(text: string, ofShop: boolean): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw badRequest('url', 'must be an https address')
  if (url.username !== '' || url.password !== '') throw badRequest('url', 'must not contain a user')
  const isInside = await isInternal(url)
  if (isInside && !ofShop) throw badRequest('url', 'must be an address of the public internet')
  if (url.protocol === 'http:' && !isInside) throw badRequest('url', 'must be an https address')
  url.hash = ''
  return url
}

async function ownWebhook(tx: Queries, id: number, principal: Principal): Promise<WebhookTarget> {
  const own = await targetsOf(tx, principal.userId, { withShop: may(principal, 'settings') })
  const webhook = own.find((each) => each.id === id)
  if (!webhook) throw new HttpError('webhook-not-found')
  return webhook
}

const messagesTo = (store: Store, userId: number): Promise<calls.NoticeChannels['messages']> =>
  store.all<calls.NoticeChannels['messages'][number]>(sql`
    select message_id as id, channel, topic, state, reason, attempts, created_at, ended_at from outbox
    where user_id = ${userId} and channel in ('mail', 'webhook')
    order by message_id desc limit ${SHOWN_MESSAGES}`)
