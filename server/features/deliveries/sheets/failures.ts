// Tells who sent a Ficha, once per sending, that one of its mails was given up.
import { notify } from '#server/notices/notify.ts'
import type { FailedHook } from '#server/outbox/worker.ts'
import { sheetById } from './store.ts'
import { SHEET_MAIL_TEXT as text } from './text.ts'

const KEY = /^sheet:(\d+)(?::mail)?$/

export const tellFailedSheet =
  (publicUrl: string, now: () => Date): FailedHook =>
  async (tx, { dedupe_key, topic, reason }) => {
    const [, id] = KEY.exec(dedupe_key) ?? []
    const sheet = topic === 'sheet' && id !== undefined ? await sheetById(tx, Number(id)) : undefined
    if (!sheet) return
    const { user_id: userId, schedule_id, written_at, dist_name } = sheet
    const notice = {
      ...({ userId, kind: 'delivery-failed', title: text.troubleTitle } as const),
      source: `sheets:${userId}:${schedule_id ?? 0}:${written_at}:trouble`,
      body: text.troubleText(dist_name, reason),
      links: [{ label: text.see, href: '/analysis/deliveries' }],
      sees: { scope: [sheet.dist_id], permissions: [] },
      sent: { topic: 'delivery', forShop: false, publicUrl, data: { distributor: sheet.dist_id } },
    } as const
    await notify(tx, notice, now())
  }
