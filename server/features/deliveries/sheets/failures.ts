// Tells who sends Fichas, once per sending, that one of its mails was given up, or that all of them could not leave.

import { monthWord } from '#contract/cell-words.ts'
import type { Month } from '#contract/month.ts'
import { notify } from '#server/notices/notify.ts'
import type { FailedHook } from '#server/outbox/worker.ts'
import { utcText } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { type Schedule, sheetById } from './store.ts'
import { SHEET_MAIL_TEXT as text } from './text.ts'

const NOTICE = {
  kind: 'delivery-failed',
  links: [{ label: text.see, href: '/analysis/deliveries' }],
} as const

const KEY = /^sheet:(\d+)(?::mail)?$/

export const tellFailedSheet =
  (publicUrl: string, now: () => Date): FailedHook =>
  async (tx, { dedupe_key, topic, reason }) => {
    const [, id] = KEY.exec(dedupe_key) ?? []
    const sheet = topic === 'sheet' && id !== undefined ? await sheetById(tx, Number(id)) : undefined
    if (!sheet) return
    const { user_id: userId, schedule_id, written_at, dist_name } = sheet
    const notice = {
      ...{ ...NOTICE, userId, title: text.troubleTitle },
      source: `sheets:${userId}:${schedule_id ?? 0}:${written_at}:trouble`,
      body: text.troubleText(dist_name, reason),
      sees: { scope: [sheet.dist_id], permissions: [] },
      sent: { topic: 'delivery', forShop: false, publicUrl, data: { distributor: sheet.dist_id } },
    } as const
    await notify(tx, notice, now())
  }

interface Unsent {
  readonly schedule: Schedule
  readonly month: Month
  readonly due: Date
  /** Base URL of links. */
  readonly publicUrl: string
}

/** Tells the account of a monthly sending that it could not send when it was due. */
export async function tellUnsent(tx: Queries, unsent: Unsent, now: Date): Promise<void> {
  const { schedule, month, due, publicUrl } = unsent
  const { user_id: userId, id } = schedule
  const notice = {
    ...{ ...NOTICE, userId, title: text.unsentTitle(`${monthWord(`${month}-01`)} ${month.slice(0, 4)}`) },
    source: `sheets:${userId}:${id}:${utcText(due)}:unsent`,
    body: text.unsent,
    sees: { scope: [], permissions: [] },
    sent: { topic: 'delivery', forShop: false, publicUrl, data: { month } },
  } as const
  await notify(tx, notice, now)
}
