// The webhooks of the test store: stored and checked as WooCommerce does, and delivered with its signature.
import { createHmac } from 'node:crypto'
import { recorded } from './recordings.ts'

export interface Webhook {
  readonly id: number
  name: string
  topic: string
  delivery_url: string
  secret: string
  status: string
}

export interface WebhookKeeper {
  readonly kept: Webhook[]
  /** False: the key may only read. */
  canWrite: boolean
  /** Undefined for a path of other records. */
  answer(method: string, path: string, body: string): { status: number; body: string } | undefined
  /** Sends a change to every active webhook of the topic; returns the statuses of the answers. */
  deliver(topic: string, payload: object): Promise<number[]>
}

const refused = (code: string, message: string, status: number) => ({
  status,
  body: JSON.stringify({ code, message, data: { status } }),
})

export function webhookKeeper(): WebhookKeeper {
  const kept: Webhook[] = []
  /** The secret is never returned. */
  const shown = ({ secret: _, ...rest }: Webhook) => rest

  function change(method: string, id: number | undefined, body: string) {
    if (!keeper.canWrite) return { status: 401, body: recorded('errors/401_read_key_writes') }
    const given: Partial<Webhook> = JSON.parse(body || '{}')
    if (id === undefined) {
      if (given.id !== undefined)
        return refused('woocommerce_rest_shop_webhook_exists', 'Cannot create existing webhook.', 400)
      if (!given.topic || !given.delivery_url)
        return refused('rest_missing_callback_param', 'Missing parameter(s): topic, delivery_url', 400)
      const { topic, delivery_url, name = '', secret = '', status = 'active' } = given
      const made = { id: kept.length + 1, name, topic, delivery_url, secret, status }
      kept.push(made)
      return { status: 201, body: JSON.stringify(shown(made)) }
    }
    const one = kept.find((webhook) => webhook.id === id)
    if (!one || method !== 'PUT')
      return refused('woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.', 404)
    Object.assign(one, given)
    return { status: 200, body: JSON.stringify(shown(one)) }
  }

  const keeper: WebhookKeeper = {
    kept,
    canWrite: true,
    answer(method, path, body) {
      const [, id] = /^webhooks(?:\/(\d+))?$/.exec(path) ?? ['', null]
      if (id === null) return undefined
      if (method !== 'GET') return change(method, id === undefined ? undefined : Number(id), body)
      return { status: 200, body: JSON.stringify(kept.map(shown)) }
    },
    async deliver(topic, payload) {
      const body = JSON.stringify(payload)
      const due = kept.filter((one) => one.topic === topic && one.status === 'active')
      return Promise.all(due.map((one) => post(one, topic, body)))
    },
  }
  return keeper
}

async function post({ delivery_url, secret }: Webhook, topic: string, body: string): Promise<number> {
  const answer = await fetch(delivery_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
    },
    body,
  })
  return answer.status
}
