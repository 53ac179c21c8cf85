// Adds differences to the rows of rollups.
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import {
  type Contributions,
  type Group,
  type Groups,
  keyColumns,
  keyOf,
  readGroups,
} from './contributions.ts'
import { SUMMED_ROLLUPS, type SummedRollup } from './tables.ts'

/** How a group changes. */
export interface Delta {
  readonly keys: readonly string[]
  readonly sums: readonly bigint[]
  readonly before: Group | undefined
  readonly after: Group | undefined
}

export type Deltas = ReadonlyMap<SummedRollup, readonly Delta[]>

/** The groups that differ. */
export function deltasOf(before: Contributions, after: Contributions): Deltas {
  return new Map(
    SUMMED_ROLLUPS.map((rollup) => [
      rollup,
      differing(before.rollups.get(rollup) ?? new Map(), after.rollups.get(rollup) ?? new Map()),
    ]),
  )
}

function differing(before: Groups, after: Groups): Delta[] {
  const groups = new Map([...before, ...after])
  return [...groups].flatMap(([key, { keys, sums }]) => {
    const [was, is] = [before.get(key), after.get(key)]
    const change = sums.map((_, index) => (is?.sums[index] ?? 0n) - (was?.sums[index] ?? 0n))
    const isSame =
      change.every((sum) => sum === 0n) && JSON.stringify(was?.texts) === JSON.stringify(is?.texts)
    return isSame ? [] : [{ keys, sums: change, before: was, after: is }]
  })
}

/** The stored groups that differ. */
const storedGroups = (tx: Queries, deltas: Deltas): Promise<Map<SummedRollup, Map<string, Group>>> =>
  readGroups(
    tx,
    [...deltas]
      .filter(([, changes]) => changes.length > 0)
      .map(([rollup, changes]) => ({
        rollup,
        from: sql`(
          select stored.* from ${sql.identifier(rollup.table)} stored join ${valuesOf(rollup, changes)}
          on ${sameKeys(rollup)} where ${inMonths(changes)}) stored`,
      })),
  )

/** Replaces the rows of the groups that differ. */
export async function fold(tx: Queries, deltas: Deltas): Promise<void> {
  const stored = await storedGroups(tx, deltas)
  for (const [rollup, changes] of deltas) {
    if (changes.length === 0) continue
    const rows = stored.get(rollup) ?? new Map<string, Group>()
    const replaced = changes.filter((change) => rows.has(keyOf(change)))
    const results = changes.map((change) => added(change, rows.get(keyOf(change))))
    const unsure = new Set(
      changes.filter((change) => hasLostText(change, rows.get(keyOf(change)))).map((change) => keyOf(change)),
    )
    const recounted = await recount(
      tx,
      rollup,
      changes.filter((change) => unsure.has(keyOf(change))),
    )
    await remove(tx, rollup, replaced)
    await insert(
      tx,
      rollup,
      results
        .map((group) => (unsure.has(keyOf(group)) ? (recounted.get(keyOf(group)) ?? group) : group))
        .filter(({ sums }) => sums[0] !== 0n),
    )
  }
}

const added = ({ keys, sums, before, after }: Delta, stored: Group | undefined): Group => ({
  keys,
  texts: stored?.texts ?? after?.texts ?? before?.texts ?? [],
  sums: sums.map((sum, index) => sum + (stored?.sums[index] ?? 0n)),
})

/** The largest text of a group may have left it, or a larger one may have come. */
function hasLostText({ before, after, sums }: Delta, stored: Group | undefined): boolean {
  if (!stored || stored.sums[0] === -(sums[0] ?? 0n)) return false
  return stored.texts.some((text, index) => {
    const [was, is] = [before?.texts[index], after?.texts[index]]
    return is === undefined ? was === text : is !== text
  })
}

/** Computes groups from the rows that they sum up. */
async function recount(
  tx: Queries,
  rollup: SummedRollup,
  changes: readonly Delta[],
): Promise<Map<string, Group>> {
  const { texts, keys } = rollup
  if (!texts || changes.length === 0) return new Map()
  const valueAt = (at: number) => [...new Set(changes.map((change) => change.keys[at] ?? ''))]
  const months = valueAt(keys.indexOf('month'))
  const within = keys.map((key, at) => {
    const values = valueAt(at)
    return sql`${sql.identifier(key)} in (${key in TYPES ? values.map(Number) : values})`
  })
  const source = (table: string): Sql =>
    table === texts.source
      ? sql`(select * from ${sql.identifier(table)} where ${sql.join(within, sql` and `)})`
      : sql.identifier(table)
  const groups = await readGroups(tx, [{ rollup, from: sql`(${rollup.rows(months, source)}) recounted` }])
  return groups.get(rollup) ?? new Map()
}

/** Types of the columns of keys that are not texts. */
const TYPES: Readonly<Record<string, string>> = {
  order_date: 'date',
  product_id: 'bigint',
  variation_id: 'bigint',
  employee: 'boolean',
}

const typed = (value: string, type: string): Sql => sql`cast(${value} as ${sql.raw(type)})`

const typesOf = (rollup: SummedRollup): string[] =>
  keyColumns(rollup).map((_, index) => TYPES[rollup.keys[index] ?? ''] ?? 'text')

const valueName = (index: number): Sql => sql.identifier(`k${index}`)

/** The keys of these groups as a table `touched`. */
function valuesOf(rollup: SummedRollup, changes: readonly Delta[]): Sql {
  const types = typesOf(rollup)
  const rows = changes.map(
    ({ keys }) => sql`(${sql.join(keys.map((key, index) => typed(key, types[index] ?? 'text')))})`,
  )
  return sql`(values ${sql.join(rows)}) touched (${sql.join(types.map((_, index) => valueName(index)))})`
}

const sameKeys = (rollup: SummedRollup): Sql =>
  sql.join(
    keyColumns(rollup).map((column, index) => sql`${column} = touched.${valueName(index)}`),
    sql` and `,
  )

/** Lets an engine without an index skip other months. */
const inMonths = (changes: readonly Delta[]): Sql =>
  sql`month in (${[...new Set(changes.map(({ keys }) => keys[0] ?? ''))]})`

async function remove(tx: Queries, rollup: SummedRollup, changes: readonly Delta[]): Promise<void> {
  if (changes.length === 0) return
  await tx.run(sql`
    delete from ${sql.identifier(rollup.table)} using ${valuesOf(rollup, changes)}
    where ${inMonths(changes)} and ${sameKeys(rollup)}`)
}

/** Rows per statement, within the engines' limits on parameters. */
const BATCH = 500

async function insert(tx: Queries, rollup: SummedRollup, groups: readonly Group[]): Promise<void> {
  const names = sql.join(rollup.columns.map((column) => sql.identifier(column)))
  for (let from = 0; from < groups.length; from += BATCH) {
    const rows = groups.slice(from, from + BATCH).map(({ keys, texts, sums }) => {
      const cells = [...keys.slice(0, rollup.keys.length), ...texts, ...sums.map(decimal)]
      return sql`(${sql.join(cells)})`
    })
    await tx.run(sql`insert into ${sql.identifier(rollup.table)} (${names}) values ${sql.join(rows)}`)
  }
}

function decimal(thousandths: bigint): string {
  const digits = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, '0')
  const fraction = digits.slice(-3).replace(/0+$/, '')
  return `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}${fraction && `.${fraction}`}`
}
