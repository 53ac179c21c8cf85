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
  const deltas = new Map<SummedRollup, Delta[]>()
  for (const rollup of SUMMED_ROLLUPS) {
    const { finer } = rollup
    const changes = finer
      ? summedUp(rollup, finer, deltas.get(finer) ?? [])
      : differing(before.rollups.get(rollup) ?? new Map(), after.rollups.get(rollup) ?? new Map())
    deltas.set(rollup, changes)
  }
  return deltas
}

/** Deltas of a rollup that sums up another one, which has all of its columns. */
function summedUp(rollup: SummedRollup, finer: SummedRollup, changes: readonly Delta[]): Delta[] {
  const namesOf = ({ keys, apart }: SummedRollup) => [...keys, ...(apart ? ['apart'] : [])]
  const places = namesOf(rollup).map((name) => namesOf(finer).indexOf(name))
  const keysOf = ({ keys }: Delta) => places.map((place) => keys[place] ?? '')
  const groups = Map.groupBy(changes, (change) => JSON.stringify(keysOf(change)))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const sums = rollup.sums.map((name) =>
      group.reduce((sum, change) => sum + (change.sums[finer.sums.indexOf(name)] ?? 0n), 0n),
    )
    const isSame = !rollup.texts && sums.every((sum) => sum === 0n)
    return isSame || !first ? [] : [{ keys: keysOf(first), sums, before: undefined, after: undefined }]
  })
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

/** Groups per statement, within the engines' limits on parameters. */
const BATCH = 1_000

/** Adds the differences to the stored rows. */
export async function fold(tx: Queries, deltas: Deltas): Promise<void> {
  for (const [rollup, changes] of deltas) {
    const change = rollup.texts ? replaceGroups : addToGroups
    for (let from = 0; from < changes.length; from += BATCH)
      await change(tx, rollup, changes.slice(from, from + BATCH))
  }
}

/** Groups that are only sums, without reading them first. */
async function addToGroups(tx: Queries, rollup: SummedRollup, changes: readonly Delta[]): Promise<void> {
  const table = sql.identifier(rollup.table)
  const values = valuesOf(rollup, changes)
  const sums = rollup.sums.map((name, index) => {
    const column = sql.identifier(name)
    return sql`${column} = ${column} + touched.${sumName(index)}`
  })
  const updated = await tx.run(sql`
    update ${table} set ${sql.join(sums)} from ${values} where ${inMonths(changes)} and ${sameKeys(rollup)}`)
  if (updated < changes.length) {
    const columns = rollup.columns.map((column) => sql.identifier(column))
    const cells = [
      ...rollup.keys.map((_, index) => valueName(index)),
      ...rollup.sums.map((_, index) => sumName(index)),
    ]
    await tx.run(sql`
      insert into ${table} (${sql.join(columns)}) select ${sql.join(cells)} from ${values}
      where not exists (select 1 from ${table} stored where ${inMonths(changes)} and ${sameKeys(rollup)})`)
  }
  const fewer = changes.filter(({ sums: [count = 0n] }) => count < 0n)
  if (fewer.length > 0) await remove(tx, rollup, fewer, sql`and ${sql.identifier(rollup.sums[0] ?? '')} = 0`)
}

/** Groups with texts: what is stored decides whether they must be read again. */
async function replaceGroups(tx: Queries, rollup: SummedRollup, changes: readonly Delta[]): Promise<void> {
  const from = sql`(
    select stored.* from ${sql.identifier(rollup.table)} stored join ${valuesOf(rollup, changes)}
    on ${sameKeys(rollup)} where ${inMonths(changes)}) stored`
  const stored = (await readGroups(tx, [{ rollup, from }])).get(rollup) ?? new Map<string, Group>()
  const lost = rollup.finer
    ? changes
    : changes.filter((change) => hasLostText(change, stored.get(keyOf(change))))
  const recounted = await recount(tx, rollup, lost)
  const groups = changes.map(
    (change) => recounted.get(keyOf(change)) ?? added(change, stored.get(keyOf(change))),
  )
  await remove(
    tx,
    rollup,
    changes.filter((change) => stored.has(keyOf(change))),
  )
  await insert(
    tx,
    rollup,
    groups.filter(({ sums }) => sums[0] !== 0n),
  )
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

const sumName = (index: number): Sql => sql.identifier(`s${index}`)

/** The keys and sums of these groups as a table `touched`. */
function valuesOf(rollup: SummedRollup, changes: readonly Delta[]): Sql {
  const types = typesOf(rollup)
  const rows = changes.map(({ keys, sums }) => {
    const cells = [
      ...keys.map((key, index) => typed(key, types[index] ?? 'text')),
      ...sums.map((sum) => typed(decimal(sum), 'decimal(20, 3)')),
    ]
    return sql`(${sql.join(cells)})`
  })
  const names = [
    ...types.map((_, index) => valueName(index)),
    ...rollup.sums.map((_, index) => sumName(index)),
  ]
  return sql`(values ${sql.join(rows)}) touched (${sql.join(names)})`
}

const sameKeys = (rollup: SummedRollup): Sql =>
  sql.join(
    keyColumns(rollup).map((column, index) => sql`${column} = touched.${valueName(index)}`),
    sql` and `,
  )

/** Lets an engine without an index skip other months. */
const inMonths = (changes: readonly Delta[]): Sql =>
  sql`month in (${[...new Set(changes.map(({ keys }) => keys[0] ?? ''))]})`

async function remove(
  tx: Queries,
  rollup: SummedRollup,
  changes: readonly Delta[],
  condition = sql.empty,
): Promise<void> {
  if (changes.length === 0) return
  await tx.run(sql`
    delete from ${sql.identifier(rollup.table)} using ${valuesOf(rollup, changes)}
    where ${inMonths(changes)} and ${sameKeys(rollup)} ${condition}`)
}

async function insert(tx: Queries, rollup: SummedRollup, groups: readonly Group[]): Promise<void> {
  if (groups.length === 0) return
  const names = sql.join(rollup.columns.map((column) => sql.identifier(column)))
  const rows = groups.map(({ keys, texts, sums }) => {
    const cells = [...keys.slice(0, rollup.keys.length), ...texts, ...sums.map(decimal)]
    return sql`(${sql.join(cells)})`
  })
  await tx.run(sql`insert into ${sql.identifier(rollup.table)} (${names}) values ${sql.join(rows)}`)
}

function decimal(thousandths: bigint): string {
  const digits = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, '0')
  const fraction = digits.slice(-3).replace(/0+$/, '')
  return `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}${fraction && `.${fraction}`}`
}
