// Shows and enables the store's webhooks, with their last deliveries.
import { randomBytes } from 'node:crypto'
import type { ShopWebhooks } from '#contract/shop.ts'
import { Secret } from '../config.ts'
import type { ShopService } from '../features/shop/routes.ts'
import { WEBHOOK_PATH } from '../features/shop/webhook-route.ts'
import { HttpError } from '../http/errors.ts'
import { readSetting, writeSetting } from '../ingest/settings.ts'
import { type Probe, probeOf } from '../sources/woocommerce/probe.ts'
import { enableWebhooks, ownWebhooks, statesOf, WebhookError } from '../sources/woocommerce/webhook-admin.ts'
import { WEBHOOK_TOPICS } from '../sources/woocommerce/webhooks.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import type { Connection, ShopKeys } from './connection.ts'

type Webhooks = Pick<ShopService, 'webhooks' | 'enableWebhooks'>

/** Setting with the delivery address last registered in the store. */
const DELIVERY = 'webhook_delivery_url'

export function webhookService(store: Store, connection: Connection, publicUrl: string): Webhooks {
  async function deliveryUrl(): Promise<string> {
    const told = await readSetting(store, DELIVERY)
    return typeof told === 'string' ? told : `${publicUrl}${WEBHOOK_PATH}`
  }

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
      const { shop } = await connection.read()
      if (!shop) throw new HttpError(409, 'No store is connected')
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
      return look()
    },
  }
}

const probe = ({ url, key, secret }: ShopKeys): Probe =>
  probeOf({ url, key: key.reveal(), secret: secret.reveal() })

/** Turns a refusal of the store into a 409 with its message. */
async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WebhookError) throw new HttpError(409, error.message)
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
