// Notices: written once per person and source, in the transaction of the event.
import type { NoticeKind } from '#contract/notice-kinds.ts'
import type { NoticeTopic } from '#contract/notice-topics.ts'
import type { Permission } from '#contract/permissions.ts'
import { enqueueNotice } from '#server/outbox/notices.ts'
import { insertUnless } from '#server/store/rows.ts'
import { type Scope, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

/**
 * What a person must still be allowed to see to read the notice; one without figures needs no distributors and no permissions.
 */
export interface Sees {
  /** Distributors whose figures it contains; null: those of the whole shop. */
  readonly scope: Scope
  readonly permissions: readonly Permission[]
}

export interface NoticeLink {
  readonly label: string
  /** Address on this server. */
  readonly href: string
}

export interface NewNotice {
  readonly userId: number
  readonly kind: NoticeKind
  /** Identifies the event, such as 'alert:3:start'; a second notice with the same source is not written. */
  readonly source: string
  /** Spanish. */
  readonly title: string
  readonly body: string
  readonly links: readonly NoticeLink[]
  readonly sees: Sees
  /** Also sends it by mail and to webhooks, as the person chose; absent: only the bell shows it. */
  readonly sent?: {
    readonly topic: NoticeTopic
    /** Also to the webhooks of the shop. */
    readonly forShop: boolean
    /** Base URL of links. */
    readonly publicUrl: string
    /** permissionFingerprint of the rights that the figures were read with; absent without figures. */
    readonly rights?: string
    /** For programs. */
    readonly data: Readonly<Record<string, unknown>>
  }
}

/** Number of notices kept per person. */
const KEPT = 500

/** Name in data_versions for the notices of a person. */
export const noticesOf = (userId: number): string => `notices:${userId}`

/** False if it was written before. */
export async function notify(tx: Queries, notice: NewNotice, now: Date): Promise<boolean> {
  const { userId, kind, source, title, body, links, sees } = notice
  const told = { user_id: userId, kind, source_key: source, title, body, created_at: now }
  const written = await insertUnless(
    tx,
    'notices',
    {
      notice_id: sql`nextval('notice_ids')`,
      ...told,
      links: JSON.stringify(links),
      sees: JSON.stringify(sees),
    },
    sql`user_id = ${userId} and source_key = ${source}`,
  )
  if (!written) return false
  await tx.run(sql`
    delete from notices where user_id = ${userId} and notice_id <= (
      select notice_id from notices where user_id = ${userId} order by notice_id desc limit 1 offset ${KEPT})`)
  await bumpVersions(tx, [noticesOf(userId)])
  if (!notice.sent) return true
  const { publicUrl, ...sent } = notice.sent
  const path = links[0]?.href ?? '/'
  await enqueueNotice(tx, { ...sent, key: source, userId, title, text: body, path }, { publicUrl, now })
  return true
}

/** Whether a person with this scope and these permissions may still read it. */
export function maySee(
  sees: Sees,
  principal: { readonly scope: Scope; readonly permissions: ReadonlySet<Permission> },
): boolean {
  const { scope } = principal
  const covers = scope === null || sees.scope?.every((id) => scope.includes(id)) === true
  return covers && sees.permissions.every((permission) => principal.permissions.has(permission))
}
