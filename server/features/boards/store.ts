// Boards in the store.
import { z } from 'zod'
import type { Board, Pin } from '#contract/boards.ts'
import type { Principal } from '#server/http/principal.ts'
import { edits, roleNames, rolesOf, sees } from '#server/http/sharing.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'

const BOARD = sql`b.board_id`
const OWNER = sql`b.user_id`

const row = z.object({
  id: z.number(),
  name: z.string(),
  owner: z.string(),
  own: z.boolean(),
  editable: z.boolean(),
  roles: z.string(),
  revision: z.number(),
  pins: z.string(),
})

/** Boards that an account sees: its own, then those of others, by name. */
export async function boardsOf(queries: Queries, principal: Principal): Promise<Board[]> {
  const rows = z.array(row).parse(
    await queries.all(sql`
      select b.board_id as id, b.name, coalesce(u.name, '') as owner, b.user_id = ${principal.userId} as own,
        ${edits(OWNER, principal)} as editable, ${roleNames('board', BOARD)} as roles, b.revision, b.pins
      from boards b left join users u on u.user_id = b.user_id and u.deleted_at is null
      where ${sees('board', BOARD, OWNER, principal)}
      order by own desc, b.name, b.board_id`),
  )
  return Promise.all(
    rows.map(async (board) => {
      const roles = board.editable ? await rolesOf(queries, 'board', board.id) : []
      // Parsed without validation, since this server wrote it after validating it.
      const pins: Pin[] = JSON.parse(board.pins)
      return { ...board, pins, role_ids: roles.map(({ id }) => id) }
    }),
  )
}

export const boardFor = async (queries: Queries, principal: Principal, id: number) =>
  (await boardsOf(queries, principal)).find((board) => board.id === id)

export interface BoardContent {
  readonly name: string
  readonly pins: readonly Pin[]
}

/** Returns the id. */
export async function createBoard(
  tx: Queries,
  userId: number,
  { name, pins }: BoardContent,
  now: Date,
): Promise<number> {
  const next = await tx.one<{ id: number }>(sql`select nextval('board_ids') as id`)
  const id = next?.id ?? 0
  await tx.run(sql`
    insert into boards (board_id, user_id, name, pins, revision, changed_at)
    values (cast(${id} as bigint), cast(${userId} as bigint), ${name}, ${JSON.stringify(pins)}, 1, ${utc(now)})`)
  return id
}

export const changeBoard = (
  tx: Queries,
  id: number,
  { name, pins }: BoardContent,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update boards set name = ${name}, pins = ${JSON.stringify(pins)}, revision = revision + 1,
      changed_at = ${utc(now)}
    where board_id = ${id}`)

export const removeBoard = (tx: Queries, id: number): Promise<number> =>
  tx.run(sql`delete from boards where board_id = ${id}`)
