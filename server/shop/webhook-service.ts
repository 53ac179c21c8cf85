// Shows and enables the shop's webhooks, with their last deliveries.
import { randomBytes } from 'node:crypto'
import type { ShopWebhooks } from '#contract/shop.ts'
import type { WebhookState } from '#contract/shop-states.ts'
import { Secret } from '#server/config/config.ts'
import type { ShopService } from '../features/shop/routes.ts'
import { WEBHOOK_PATH } from '../features/shop/webhook-route.ts'
import { HttpError } from '../http/errors.ts'
import type { WebhookCheck } from '../ingest/jobs/job.ts'
import type { Jobs } from '../ingest/jobs/jobs.ts'
import { type Probe, probeOf } from '../sources/woocommerce/probe.ts'
import {
  enableWebhooks,
  ownWebhooks,
  restartWebhook,
  statesOf,
  WebhookError,
} from '../sources/woocommerce/webhook-admin.ts'
import { WEBHOOK_TOPICS } from '../sources/woocommerce/webhooks.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import { type Connection, plainKeys, type ShopKeys } from './connection.ts'
import { connectedShop } from './connection-service.ts'

type Webhooks = Pick<ShopService, 'webhooks' | 'enableWebhooks'>

/** Setting with the delivery address last registered in the shop. */
const DELIVERY = 'webhook_delivery_url'

async function deliveryUrlIn(store: Store, publicUrl: string): Promise<string> {
  const stored = await readSetting(store, DELIVERY)
  return typeof stored === 'string' ? stored : `${publicUrl}${WEBHOOK_PATH}`
}

/** For the job that restarts disabled webhooks; webhooks with another address may belong to another installation. */
export const webhookRestarter =
  (store: Store, connection: Connection, publicUrl: string) =>
  async (): Promise<WebhookCheck | undefined> => {
    const { shop } = await connection.read()
    const secret = await connection.webhookSecret()
    if (!shop || !secret) return undefined
    const url = await deliveryUrlIn(store, publicUrl)
    const own = await ownWebhooks(probe(shop), url)
    const stopped = own.filter(({ delivery_url, status }) => delivery_url === url && status === 'disabled')
    const restarted: string[] = []
    let reason = ''
    for (const { id, topic } of stopped) {
      try {
        await restartWebhook(probe(shop), id, secret.reveal())
        restarted.push(topic)
      } catch (error) {
        if (!(error instanceof WebhookError)) throw error
        reason = error.message
      }
    }
    const states = statesOf(own, url)
    const inState = (state: WebhookState) => WEBHOOK_TOPICS.filter((topic) => states.get(topic) === state)
    const active = new Set([...inState('active'), ...restarted])
    const disabled = inState('disabled').filter((topic) => !active.has(topic))
    return { active: active.size, restarted, disabled, reason, missing: inState('missing') }
  }

export function webhookService(
  store: Store,
  connection: Connection,
  { publicUrl, jobs }: { readonly publicUrl: string; readonly jobs: Pick<Jobs, 'start'> },
): Webhooks {
  const deliveryUrl = () => deliveryUrlIn(store, publicUrl)

  async function look(): Promise<ShopWebhooks> {
    const url = await deliveryUrl()
    const { shop } = await connection.read()
    const received = await store.all<{ topic: string; deliveries: number; received_at: string }>(
      sql`select topic, deliveries, received_at from webhook_deliveries`,
    )
    const { states, message } = await fetchStates(shop, url)
    return {
      can_receive: (await connection.webhookSecret()) !== undefined,
      delivery_url: url,
      asked: states !== undefined,
      message,
      topics: WEBHOOK_TOPICS.map((topic) => {
        const known = received.find((one) => one.topic === topic)
        return {
          topic,
          state: states?.get(topic) ?? 'unknown',
          deliveries: known?.deliveries ?? 0,
          last_delivery: known?.received_at.slice(0, 19) ?? null,
        }
      }),
    }
  }

  return {
    webhooks: look,
    async enableWebhooks(wanted, note) {
      const shop = await connectedShop(connection)
      const url = wanted === undefined ? await deliveryUrl() : deliveryUrlOf(wanted)
      const secret = (await connection.webhookSecret()) ?? new Secret(randomBytes(32).toString('base64url'))
      // Saved first: deliveries of a webhook with an unknown secret would be refused.
      await store.transaction(async (tx) => {
        await connection.saveWebhookSecret(tx, secret)
        await writeSetting(tx, DELIVERY, url)
      })
      const { made, mended } = await withStoreErrors(() => enableWebhooks(probe(shop), url, secret.reveal()))
      await store.transaction((tx) =>
        note(tx, { action: 'store.webhooks', subject: url, after: { made, mended } }),
      )
      // Its last message may still name them as missing.
      await jobs.start('webhooks')
      return look()
    },
  }
}

const probe = (shop: ShopKeys): Probe => probeOf(plainKeys(shop))

/** Turns a refusal of the shop into a 409 with its message. */
async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WebhookError)
      throw new HttpError('store-webhooks-refused', { message: error.message })
    throw error
  }
}

async function fetchStates(shop: ShopKeys | undefined, url: string) {
  if (!shop) return { states: undefined, message: '' }
  try {
    return { states: statesOf(await ownWebhooks(probe(shop), url), url), message: '' }
  } catch (error) {
    if (error instanceof WebhookError) return { states: undefined, message: error.message }
    throw error
  }
}

/** Adds the path to the address of Góndola. */
function deliveryUrlOf(text: string): string {
  const url = new URL(text)
  const folder = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${folder.endsWith(WEBHOOK_PATH) ? folder : `${folder}${WEBHOOK_PATH}`}`
}
