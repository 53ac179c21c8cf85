// Sends notices to webhooks, signed. The signature covers the time, so that a recorded message cannot be replayed later.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Store } from '#server/store/store.ts'
import { bodyFor, hidesFailures, statusTold } from './chat-tools.ts'
import { InternalAddress, post } from './http-post.ts'
import { assertSameRights, type RightsOf } from './rights.ts'
import { SendError } from './send-error.ts'
import { OUTBOX_TEXT } from './text.ts'
import { sealedTarget, type WebhookTarget } from './webhook-targets.ts'
import type { Transport } from './worker.ts'

export interface Keys {
  seal(purpose: string, text: string): string
  open(purpose: string, sealed: string): string | undefined
}

export const WEBHOOK_PURPOSE = 'notice webhook'

interface WebhookTransport {
  readonly store: Store
  readonly keys: Keys
  readonly now: () => Date
  /** Whether the account may still export data. */
  readonly mayReceive: (userId: number) => Promise<boolean>
  readonly rightsOf: RightsOf
}

const content = z.object({
  target: z.number(),
  notice: z.looseObject({ text: z.string(), title: z.string(), link: z.string() }),
  rights: z.string().exactOptional(),
})

export const signature = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** A webhook of the shop belongs to nobody: what it receives depends on the account whose notice it is. */
async function assertRights(
  { mayReceive, rightsOf }: WebhookTransport,
  { user_id, of_shop }: WebhookTarget,
  { reader, rights }: { reader: number | null; rights: string | undefined },
): Promise<void> {
  if (!of_shop && !(await mayReceive(user_id))) throw new SendError('dropped', OUTBOX_TEXT.noAccount)
  await assertSameRights(rightsOf, reader, rights)
}

export const webhookTransport =
  (deps: WebhookTransport): Transport =>
  async (message) => {
    const { store, keys, now } = deps
    const { target: id, notice, rights } = content.parse(JSON.parse(message.content))
    const target = await sealedTarget(store, id)
    if (!target) throw new SendError('dropped', OUTBOX_TEXT.noWebhook)
    await assertRights(deps, target, { reader: message.user_id, rights })
    const address = keys.open(WEBHOOK_PURPOSE, target.address)
    const secret = keys.open(WEBHOOK_PURPOSE, target.secret)
    if (address === undefined || secret === undefined)
      throw new SendError('permanent', OUTBOX_TEXT.unreadable)
    const url = new URL(address)
    const sent = { ...notice, id: message.message_ref, sent_at: `${message.created_at.replace(' ', 'T')}Z` }
    const body = JSON.stringify(bodyFor(url.hostname, sent))
    const timestamp = Math.floor(now().getTime() / 1000)
    const headers = {
      'user-agent': 'Gondola',
      'x-gondola-id': message.message_ref,
      'x-gondola-timestamp': String(timestamp),
      'x-gondola-signature': signature(secret, timestamp, body),
    }
    await delivered({ url, body, headers, allowsInternal: target.of_shop })
    return undefined
  }

/** Statuses that may be temporary. */
const LATER = [408, 425, 429]

async function delivered(request: Parameters<typeof post>[0]): Promise<void> {
  const readsBody = hidesFailures(request.url.hostname)
  const answer = await post({ ...request, readsBody }).catch((error: unknown) => {
    if (error instanceof InternalAddress) throw new SendError('permanent', OUTBOX_TEXT.internalWebhook)
    throw new SendError('temporary', OUTBOX_TEXT.webhookAway)
  })
  const { retryAfter } = answer
  const status = statusTold(answer)
  if (status >= 200 && status < 300) return
  const kind = status >= 500 || LATER.includes(status) ? 'temporary' : 'permanent'
  throw new SendError(kind, OUTBOX_TEXT.webhookRefused(status), retryAfter)
}
