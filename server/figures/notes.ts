import { inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'

export interface NotesFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly dist_id?: string | undefined
}

/** Notes about all distributors and about those in the scope; `mayWrite`: some of them can be changed. */
export const notesSeen = (
  { from, to, dist_id }: NotesFilter,
  scope: Scope,
  mayWrite: boolean,
): ScopedSql => sql`
  select n.note_id as id, n.revision, n.from_date, n.to_date, n.text, coalesce(d.name, n.dist_id, '') as distributor,
    n.dist_id, coalesce(u.name, '') as author, n.changed_at,
    ${mayWrite} and (n.dist_id is not null or ${scope === null}) as editable
  from notes n
  left join distributors d on d.dist_id = n.dist_id
  left join users u on u.user_id = n.user_id and u.deleted_at is null
  where (n.dist_id is null or ${inScope(scope, sql`n.dist_id`)})
    and ${from === undefined ? sql`true` : sql`n.to_date >= cast(${from} as date)`}
    and ${to === undefined ? sql`true` : sql`n.from_date <= cast(${to} as date)`}
    and ${dist_id === undefined ? sql`true` : sql`(n.dist_id is null or n.dist_id = ${dist_id})`}`
