// Tells the owner of a delivery, once per due time, that one of its mails was given up.
import { notify } from '#server/notices/notify.ts'
import type { FailedHook } from '#server/outbox/worker.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { deliveryById, setTrouble } from './store.ts'
import { DELIVERY_TEXT } from './text.ts'

/** Of reports and the mails that they became, see `enqueueReport`: delivery, occasion, recipient. */
const KEY = /^(delivery:(\d+):.+):(\d+)(?::mail)?$/

export const troubleKey = (occasion: string): string => `${occasion}:trouble`

export const tellFailed =
  (publicUrl: string, now: () => Date): FailedHook =>
  async (tx, { dedupe_key, topic, user_id, reason }) => {
    const [, occasion = '', id] = KEY.exec(dedupe_key) ?? []
    // A notice about trouble that cannot be delivered either is under the bell.
    if (topic !== 'delivery' || id === undefined || dedupe_key.includes(troubleKey(''))) return
    const delivery = await deliveryById(tx, Number(id))
    if (!delivery) return
    const isMail = dedupe_key.endsWith(':mail')
    const words = isMail
      ? DELIVERY_TEXT.failedFor(await nameOf(tx, user_id), reason)
      : DELIVERY_TEXT.troubleText(reason)
    // A report has recorded its own reason.
    if (isMail) await setTrouble(tx, delivery.id, words)
    const notice = {
      userId: delivery.user_id,
      kind: 'delivery-failed',
      source: troubleKey(occasion),
      title: DELIVERY_TEXT.troubleTitle(delivery.name),
      body: words,
      links: [{ label: DELIVERY_TEXT.see, href: '/analysis/deliveries' }],
      sees: { scope: [], permissions: [] },
      sent: { topic: 'delivery', forShop: false, publicUrl, data: { delivery: delivery.id } },
    } as const
    await notify(tx, notice, now())
  }

const nameOf = async (tx: Queries, userId: number | null): Promise<string> =>
  (await tx.one<{ name: string }>(sql`select name from users where user_id = ${userId ?? 0}`))?.name ?? ''
