// Changes of goals: all cells or none, audited, and each can be undone by the account that made it.
import { z } from 'zod'
import type { GoalCell } from '#contract/goals/calls.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { GOALS_VERSION } from '#server/forecast/stored-goals.ts'
import { audit } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { changedMeanwhile } from '#server/http/revisions.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

export interface GoalTable {
  readonly measure: MeasureKey
  readonly by: GoalDimension
}

type Change = readonly [month: string, key: string, before: number | null, after: number | null]

/** Returns how many goals differ from before. */
export async function setGoals(
  tx: Queries,
  principal: Principal,
  table: GoalTable,
  cells: readonly GoalCell[],
  now: Date,
): Promise<number> {
  const stored = await goalsOf(tx, table)
  const stale = staleCells(stored, cells)
  if (stale.length > 0) throw changedMeanwhile('goals', stale)
  const changes = differences(stored, cells)
  if (changes.length === 0) return 0
  await write(tx, table, changes)
  const about = { user_id: principal.userId, changed_at: now, measure: table.measure, dimension: table.by }
  const change = { ...about, cells: JSON.stringify(changes), undone: false }
  await insertNumbered(tx, 'goal_changes', ['change_id', 'goal_change_ids'], change)
  await auditGoals(tx, principal, 'goals.set', table, changes, now)
  return changes.length
}

interface LastChange {
  readonly change_id: number
  readonly measure: MeasureKey
  readonly dimension: GoalDimension
  readonly cells: string
}

export const lastChange = (queries: Queries, userId: number): Promise<LastChange | undefined> =>
  queries.one<LastChange>(sql`
    select change_id, measure, dimension, cells from goal_changes where user_id = ${userId} and not undone
    order by change_id desc limit 1`)

const storedChanges = z.array(z.tuple([z.string(), z.string(), z.number().nullable(), z.number().nullable()]))

/** `allowed`: tells the keys that the account may still change. */
export async function undoGoals(
  tx: Queries,
  principal: Principal,
  allowed: (by: GoalDimension) => Promise<(key: string) => boolean>,
  now: Date,
): Promise<number> {
  const last = await lastChange(tx, principal.userId)
  if (!last) throw new HttpError('nothing-to-undo')
  const table = { measure: last.measure, by: last.dimension }
  const changes = storedChanges.parse(JSON.parse(last.cells))
  const isOwn = await allowed(table.by)
  if (!changes.every(([, key]) => isOwn(key))) throw new HttpError('forbidden')
  const stored = await goalsOf(tx, table)
  if (changes.some(([month, key, , after]) => (stored.get(cellKey(month, key)) ?? null) !== after))
    throw new HttpError('goals-undo-conflict')
  const back = changes.map(([month, key, before, after]): Change => [month, key, after, before])
  await write(tx, table, back)
  await tx.run(sql`update goal_changes set undone = true where change_id = ${last.change_id}`)
  await auditGoals(tx, principal, 'goals.undo', table, back, now)
  return back.length
}

const cellKey = (month: string, key: string) => `${month} ${key}`

async function goalsOf(tx: Queries, { measure, by }: GoalTable): Promise<Map<string, number>> {
  const rows = await tx.all<{ month: string; key: string; amount: number }>(sql`
    select month, value_key as key, cast(amount as double precision) as amount from goals
    where measure = ${measure} and dimension = ${by}`)
  return new Map(rows.map(({ month, key, amount }) => [cellKey(month, key), amount]))
}

/** Cells that somebody else changed since the caller saw them. */
const staleCells = (stored: ReadonlyMap<string, number>, cells: readonly GoalCell[]) =>
  cells.flatMap(({ month, key, before }, index) => {
    const now = stored.get(cellKey(month, key)) ?? null
    return before === undefined || before === now
      ? []
      : [{ path: `cells.${index}.before`, message: `is ${now ?? 'none'} meanwhile` }]
  })

/** The last of two cells for the same goal counts. */
function differences(stored: ReadonlyMap<string, number>, cells: readonly GoalCell[]): Change[] {
  const changed = new Map<string, Change>()
  for (const { month, key, amount } of cells) {
    const before = stored.get(cellKey(month, key)) ?? null
    changed.set(cellKey(month, key), [month, key, before, amount])
  }
  return [...changed.values()].filter(([, , before, after]) => before !== after)
}

async function write(tx: Queries, { measure, by }: GoalTable, changes: readonly Change[]): Promise<void> {
  for (const [month, of] of Map.groupBy(changes, ([month]) => month)) {
    await tx.run(sql`
      delete from goals where measure = ${measure} and dimension = ${by} and month = ${month}
        and value_key in (${of.map(([, key]) => key)})`)
  }
  const rows = changes.flatMap(([month, key, , after]) =>
    after === null ? [] : [[month, measure, by, key, String(after)] as const],
  )
  await tx.bulkInsert({
    table: 'goals',
    columns: ['month', 'measure', 'dimension', 'value_key', 'amount'],
    rows,
  })
  await bumpVersions(tx, [GOALS_VERSION])
}

/** Cells named in the audit trail; of larger changes it records only the number. */
const NAMED_CELLS = 50

function auditGoals(
  tx: Queries,
  principal: Principal,
  action: 'goals.set' | 'goals.undo',
  { measure, by }: GoalTable,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  const side = (at: 2 | 3) => ({
    ...Object.fromEntries(
      changes.slice(0, NAMED_CELLS).map((change) => [`${change[1]} ${change[0]}`.trim(), change[at]]),
    ),
    ...(changes.length > NAMED_CELLS && at === 3 && { cells: changes.length }),
  })
  return audit(tx, principal, { action, subject: `${measure} ${by}`, before: side(2), after: side(3) }, now)
}
