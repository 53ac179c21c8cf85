// Góndola's webhooks in a shop: their state, and creating, updating or reactivating them.
import type { WebhookState } from '#contract/shop-states.ts'
import { CONNECTION_TEXT } from './connection-text.ts'
import { fieldOf, type Probe, type Probed } from './probe.ts'
import { WEBHOOK_TOPICS, type WebhookTopic } from './webhooks.ts'

export interface KnownWebhook {
  readonly id: number
  readonly topic: string
  readonly status: string
  readonly delivery_url: string
}

/** The shop's refusal; the message is Spanish. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookError'
  }
}

const nameOf = (topic: WebhookTopic): string => `Góndola ${topic}`

/** Webhooks with this address or with Góndola's name, which also finds those of a former address. */
export async function ownWebhooks(probe: Probe, deliveryUrl: string): Promise<KnownWebhook[]> {
  const own: KnownWebhook[] = []
  for (let page = 1; page <= 20; page++) {
    const records = listOf(await probe.ask('GET', `webhooks?per_page=100&page=${page}&orderby=id&order=asc`))
    for (const record of records) {
      const [url, name] = [fieldOf(record, 'delivery_url'), fieldOf(record, 'name')]
      if (url !== deliveryUrl && !name.startsWith('Góndola ')) continue
      const [topic, status] = [fieldOf(record, 'topic'), fieldOf(record, 'status')]
      own.push({ id: Number(fieldOf(record, 'id')), topic, status, delivery_url: url })
    }
    if (records.length < 100) break
  }
  return own
}

/** State of each topic; of several webhooks the best counts. */
export function statesOf(
  webhooks: readonly KnownWebhook[],
  deliveryUrl: string,
): Map<WebhookTopic, WebhookState> {
  const here = webhooks.filter(({ delivery_url }) => delivery_url === deliveryUrl)
  return new Map(
    WEBHOOK_TOPICS.map((topic) => {
      const found = here.filter((one) => one.topic === topic).map(({ status }) => status)
      const best = (['active', 'paused', 'disabled'] as const).find((state) => found.includes(state))
      return [topic, best ?? (found.length > 0 ? 'disabled' : 'missing')]
    }),
  )
}

export interface EnabledWebhooks {
  readonly made: number
  /** Restarted, moved to this address, or given a new secret. */
  readonly mended: number
}

/** Ensures an active webhook per topic with this address and secret. */
export async function enableWebhooks(
  probe: Probe,
  deliveryUrl: string,
  secret: string,
): Promise<EnabledWebhooks> {
  const known = await ownWebhooks(probe, deliveryUrl)
  let made = 0
  let mended = 0
  for (const topic of WEBHOOK_TOPICS) {
    const wanted = { name: nameOf(topic), topic, delivery_url: deliveryUrl, secret, status: 'active' }
    const own = known.filter((one) => one.topic === topic)
    if (own.length === 0) {
      succeeded(await probe.ask('POST', 'webhooks', wanted))
      made++
    }
    // The shop never shows its secret, so it is set each time: with another one every delivery would be refused.
    for (const { id } of own) {
      succeeded(await probe.ask('PUT', `webhooks/${id}`, wanted))
      mended++
    }
  }
  return { made, mended }
}

/** Restarts a disabled webhook, with the secret that deliveries are checked with. */
export async function restartWebhook(probe: Probe, id: number, secret: string): Promise<void> {
  succeeded(await probe.ask('PUT', `webhooks/${id}`, { status: 'active', secret }))
}

function listOf(answer: Probed): unknown[] {
  const data = succeeded(answer)
  if (Array.isArray(data)) return data
  throw new WebhookError(CONNECTION_TEXT.noApi)
}

function succeeded(answer: Probed): unknown {
  if (answer.kind === 'unreachable')
    throw new WebhookError(CONNECTION_TEXT.unreachable('la tienda', answer.code))
  if (answer.status >= 200 && answer.status < 300 && answer.data !== undefined) return answer.data
  const said = fieldOf(answer.data, 'message')
  if ((answer.status === 401 || answer.status === 403) && /write permission/i.test(said))
    throw new WebhookError(CONNECTION_TEXT.cannotWrite)
  if (answer.status === 401 || answer.status === 403) throw new WebhookError(CONNECTION_TEXT.noWebhooks)
  throw new WebhookError(CONNECTION_TEXT.refused(answer.status))
}
