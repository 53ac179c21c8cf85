// Addresses that receive notices. Address and secret are encrypted, since either one allows writing to the chat.
import { insertNumbered } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

export interface NewTarget {
  readonly user_id: number
  readonly of_shop: boolean
  readonly name: string
  readonly host: string
  /** Encrypted, like the secret. */
  readonly address: string
  readonly secret: string
}

export interface WebhookTarget extends Omit<NewTarget, 'address' | 'secret'> {
  readonly id: number
  /** Name of the account that added it, which may have been deleted. */
  readonly made_by: string | null
  readonly created_at: string
}

const columns = sql`webhook_id as id, user_id, of_shop, name, host, created_at,
  (select u.name from users u where u.user_id = webhook_targets.user_id) as made_by`

/** Returns the id. */
export function createTarget(tx: Queries, target: NewTarget, now: Date): Promise<number> {
  const row = { ...target, created_at: now }
  return insertNumbered(tx, 'webhook_targets', ['webhook_id', 'webhook_target_ids'], row)
}

/** Targets of the account and, with `withShop`, of the shop. */
export const targetsOf = (queries: Queries, userId: number, { withShop }: { withShop: boolean }) =>
  queries.all<WebhookTarget>(sql`
    select ${columns} from webhook_targets
    where removed_at is null and ((user_id = ${userId} and not of_shop) ${withShop ? sql`or of_shop` : sql.empty})
    order by webhook_id`)

export const sealedTarget = (queries: Queries, id: number) =>
  queries.one<WebhookTarget & NewTarget>(
    sql`select ${columns}, address, secret from webhook_targets where webhook_id = ${id} and removed_at is null`,
  )

/** Erases address and secret. */
export const removeTarget = (tx: Queries, id: number, now: Date): Promise<number> =>
  tx.run(sql`
    update webhook_targets set removed_at = ${utc(now)}, address = '', secret = ''
    where webhook_id = ${id} and removed_at is null`)
