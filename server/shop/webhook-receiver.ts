// Receives the shop's webhooks and reads the records that they name from the shop again. Lost, repeated or unordered
// deliveries do no harm: the next poll reads what changed.
import type { Delivery, WebhookReceiver } from '../features/shop/webhook-route.ts'
import { hintOf, isPlausible, readDelivery, type WebhookResource } from '../sources/woocommerce/webhooks.ts'
import { sql, utc } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import type { Connection } from './connection.ts'
import { createRefreshQueue, type RefreshQueue } from './refresh-queue.ts'

export interface Receiver extends WebhookReceiver {
  /** Number of records that webhooks named and that were not read again yet. */
  waiting(): number
  /** Resolves when all received ids have been processed. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export interface WebhookReceiverDeps {
  readonly store: Store
  readonly connection: Connection
  /** Reads these records from the shop again. */
  refresh(kind: WebhookResource, ids: readonly number[]): Promise<unknown>
  readonly now: () => Date
  /** For the log; the next poll repairs failures. */
  readonly onError: (error: unknown) => void
}

export function createWebhookReceiver({
  store,
  connection,
  refresh,
  now,
  onError,
}: WebhookReceiverDeps): Receiver {
  const counts = new Map<string, { deliveries: number; at: Date }>()

  const note = (topic: string) => {
    const deliveries = (counts.get(topic)?.deliveries ?? 0) + 1
    counts.set(topic, { deliveries, at: now() })
  }
  /** Once per request to the shop rather than per delivery, of which there may be hundreds in a second. */
  const flush = async () => {
    const received = [...counts]
    counts.clear()
    await store.transaction(async (tx) => {
      for (const [topic, { deliveries, at }] of received) {
        const sums = sql`deliveries = webhook_deliveries.deliveries + ${deliveries}, received_at = ${utc(at)}`
        if ((await tx.run(sql`update webhook_deliveries set ${sums} where topic = ${topic}`)) > 0) continue
        const onConflict =
          tx.engine === 'postgres' ? sql` on conflict (topic) do update set ${sums}` : sql.empty
        await tx.run(sql`
          insert into webhook_deliveries (topic, deliveries, received_at)
          values (${topic}, ${deliveries}, ${utc(at)})${onConflict}`)
      }
    })
  }

  const queueOf = (resource: WebhookResource): RefreshQueue =>
    createRefreshQueue(async (ids) => {
      try {
        await refresh(resource, ids)
      } finally {
        await flush()
      }
    }, onError)
  const hints: Record<WebhookResource, RefreshQueue> = {
    order: queueOf('order'),
    product: queueOf('product'),
    customer: queueOf('customer'),
    coupon: queueOf('coupon'),
  }
  const all = Object.values(hints)

  return {
    async receive({ body, topic, ...head }: Delivery) {
      if (!isPlausible(head)) return 'unsigned'
      const secret = await connection.webhookSecret()
      // Until a shop is connected, only pings arrive.
      if (!secret && head.signature !== '') return 'unsigned'
      const { kind, start } = await readDelivery(head, body, secret?.reveal())
      if (kind !== 'signed') return kind === 'ping' ? 'taken' : 'unsigned'
      const hint = hintOf(topic, start)
      // Other signed deliveries are ignored but accepted: after five failures the shop would disable the webhook.
      if (!hint) return 'taken'
      note(hint.topic)
      hints[hint.resource].add(hint.id)
      return 'taken'
    },
    waiting: () => all.reduce((sum, queue) => sum + queue.waiting(), 0),
    async settled() {
      for (const one of all) await one.settled()
    },
    async stop() {
      for (const one of all) await one.stop()
    },
  }
}
