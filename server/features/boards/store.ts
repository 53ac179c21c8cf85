import type { Board, Pin } from '#contract/boards.ts'
import type { Principal } from '#server/http/principal.ts'
import { changeRevised } from '#server/http/revisions.ts'
import { edits, roleNames, rolesOf, sees } from '#server/http/sharing.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

const BOARD = sql`b.board_id`
const OWNER = sql`b.user_id`

/** Boards that an account sees: its own, then those of others, by name. */
export async function boardsOf(queries: Queries, principal: Principal): Promise<Board[]> {
  const rows = await queries.all<Omit<Board, 'role_ids' | 'pins'> & { pins: string }>(sql`
    select b.board_id as id, b.name, coalesce(u.name, '') as owner, b.user_id = ${principal.userId} as own,
      ${edits(OWNER, principal)} as editable, ${roleNames('board', BOARD)} as roles, b.revision, b.pins
    from boards b left join users u on u.user_id = b.user_id and u.deleted_at is null
    where ${sees('board', BOARD, OWNER, principal)}
    order by own desc, b.name, b.board_id`)
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
export const createBoard = (tx: Queries, userId: number, { name, pins }: BoardContent, now: Date) =>
  insertNumbered(tx, 'boards', ['board_id', 'board_ids'], {
    ...{ user_id: userId, name, pins: JSON.stringify(pins), revision: 1, changed_at: now },
  })

export const changeBoard = (
  tx: Queries,
  { id, revision }: { id: number; revision: number | undefined },
  { name, pins }: BoardContent,
  now: Date,
) =>
  changeRevised(
    tx,
    'board',
    // Browsers arrange boards by themselves, so that one that names no revision is an old one.
    { key: { board_id: id }, revision: revision ?? 0 },
    { name, pins: JSON.stringify(pins), changed_at: now },
  )

export const removeBoard = (tx: Queries, id: number): Promise<number> =>
  tx.run(sql`delete from boards where board_id = ${id}`)
