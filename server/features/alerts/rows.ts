// Changes of alerts and of who follows them.
import type { ConditionBody } from '#contract/alerts/rule.ts'
import { follow, type StoredAlert, unfollow } from '#server/alerts/stored.ts'
import { changeRevised } from '#server/http/revisions.ts'
import { shareWith } from '#server/http/sharing.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

type AlertRow = Omit<StoredAlert, 'alert_id' | 'user_id' | 'revision'>

export const rowOf = (body: {
  readonly name: string
  readonly question: string
  readonly condition: ConditionBody
  readonly least: number
}): AlertRow => ({
  name: body.name,
  question: body.question,
  condition: JSON.stringify(body.condition),
  least: body.least,
})

/** Returns the id. */
export function createAlert(tx: Queries, userId: number, alert: AlertRow, now: Date): Promise<number> {
  const row = { user_id: userId, ...columnsOf(alert), created_at: now }
  return insertNumbered(tx, 'alerts', ['alert_id', 'alert_ids'], row)
}

const columnsOf = ({ least, ...alert }: AlertRow) => ({
  ...alert,
  least: sql`cast(${least.toFixed(2)} as decimal(18, 2))`,
})

/** Findings of the former rule say nothing about the new one. */
export async function changeAlert(
  tx: Queries,
  { before, revision }: { before: StoredAlert; revision: number | undefined },
  after: AlertRow,
  now: Date,
) {
  const { alert_id: id } = before
  await changeRevised(tx, 'alert', { key: { alert_id: id }, revision }, columnsOf(after))
  const isSame =
    before.question === after.question && before.condition === after.condition && before.least === after.least
  if (isSame) return
  await tx.run(sql`
    update alert_incidents set ended_on = started_on, ended_at = ${utc(now)}
    where alert_id = ${id} and ended_on is null`)
  await tx.run(sql`
    update alert_follows set revision = revision + 1, stamp = '', evaluated_until = '' where alert_id = ${id}`)
}

export async function deleteAlert(tx: Queries, id: number): Promise<void> {
  await shareWith(tx, 'alert', id, [])
  for (const table of ['alerts', 'alert_follows', 'alert_incidents'])
    await tx.run(sql`delete from ${sql.identifier(table)} where alert_id = ${id}`)
}

export async function setFollow(
  tx: Queries,
  id: number,
  userId: number,
  { follows, muted, snoozed_until }: { follows: boolean; muted: boolean; snoozed_until: string | null },
): Promise<void> {
  if (!follows) return unfollow(tx, id, userId)
  const set = () =>
    tx.run(sql`
      update alert_follows set muted = ${muted}, snoozed_until = cast(${snoozed_until} as timestamp)
      where alert_id = ${id} and user_id = ${userId}`)
  if ((await set()) > 0) return
  await follow(tx, id, userId)
  await set()
}
