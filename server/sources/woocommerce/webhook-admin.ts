// Góndola's webhooks in a shop: their state, and creating, updating or reactivating them.
import type { WebhookState } from '#contract/shop-states.ts'
import { isInternal } from '#server/domain/internal-address.ts'
import { SourceError } from '#server/ingest/source.ts'
import { keyRefusal } from './connection-test.ts'
import { CONNECTION_TEXT } from './connection-text.ts'
import { fieldOf, type Probe, type Probed } from './probe.ts'
import { TEXT } from './text.ts'
import { WEBHOOK_TOPICS, type WebhookTopic } from './webhooks.ts'

export interface KnownWebhook {
  readonly id: number
  readonly topic: string
  readonly status: string
  readonly delivery_url: string
}

/** The shop's refusal; the message is Spanish. */
export class WebhookError extends SourceError {
  constructor(message: string, cause?: Error) {
    super('refused', message, cause && { cause })
    this.name = 'WebhookError'
  }
}

const nameOf = (topic: WebhookTopic): string => `Góndola ${topic}`

/** Webhooks with this address or with Góndola's name, which includes those of a former address. */
export async function ownWebhooks(probe: Probe, deliveryUrl: string): Promise<KnownWebhook[]> {
  const own: KnownWebhook[] = []
  for (let page = 1; page <= 20; page++) {
    const list = `webhooks?per_page=100&page=${page}&orderby=id&order=asc`
    const records = listOf(await asked(probe, 'GET', list))
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
  /** Reactivated, moved to this address, or given a new secret. */
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
      await asked(probe, 'POST', 'webhooks', wanted)
      made++
    }
    // The shop never shows a webhook's secret, so it is always set: with a different one every delivery would be refused.
    for (const { id } of own) {
      await asked(probe, 'PUT', `webhooks/${id}`, wanted)
      mended++
    }
  }
  return { made, mended }
}

/** Reactivates a disabled webhook, with the secret that verifies deliveries. */
export async function restartWebhook(probe: Probe, id: number, secret: string): Promise<void> {
  await asked(probe, 'PUT', `webhooks/${id}`, { status: 'active', secret })
}

function listOf(data: unknown): unknown[] {
  if (Array.isArray(data)) return data
  throw new WebhookError(TEXT.noStore, new Error(CONNECTION_TEXT.noApi))
}

/**
 * The data of a successful response. Like the other messages of a saved connection, its refusals reveal little about the host.
 */
async function asked(probe: Probe, ...request: Parameters<Probe['ask']>): Promise<unknown> {
  const answer = await probe.ask(...request)
  if (answer.kind === 'unreachable')
    throw new WebhookError(TEXT.noStore, new Error(CONNECTION_TEXT.unreachable(probe.base.host, answer.code)))
  if (answer.status >= 200 && answer.status < 300 && answer.data !== undefined) return answer.data
  const why = whyRefused(answer)
  const byStore = /^(?:woocommerce|rest)_/.test(fieldOf(answer.data, 'code'))
  if (byStore || !(await isInternal(probe.base))) throw new WebhookError(why)
  throw new WebhookError(TEXT.noStore, new Error(why))
}

function whyRefused({ status, data }: Extract<Probed, { kind: 'answer' }>): string {
  if (status !== 401 && status !== 403) return CONNECTION_TEXT.refused(status)
  const said = fieldOf(data, 'message')
  if (/write permission|permisos? de escritura/i.test(said)) return CONNECTION_TEXT.cannotWrite
  return status === 401 ? keyRefusal(said) : CONNECTION_TEXT.noWebhooks
}
