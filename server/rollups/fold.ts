// Adds differences to the rows of rollups.
import { entryOf } from '#contract/entry.ts'
import { conditionsOn } from '#server/figures/expressions.ts'
import { MONTH_BUYERS, SUMMED_ROLLUPS, type SummedRollup } from '#server/figures/rollups.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import {
  type Contributions,
  type Group,
  type Groups,
  type GroupsOf,
  keyColumns,
  keyOf,
  largest,
  readGroups,
} from './contributions.ts'

type Texts = Group['texts'] | undefined

/** The change of a group. */
export interface Delta {
  readonly keys: readonly string[]
  readonly sums: readonly bigint[]
  /** The largest texts of its changed rows, before and after. */
  readonly was?: Texts
  readonly is?: Texts
}

export type Deltas = ReadonlyMap<SummedRollup, readonly Delta[]>

/** The groups whose rows differ. */
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

/** Takes the key of a rollup from that of one with all of its keys. */
function keysWithin(rollup: SummedRollup, finer: SummedRollup) {
  const namesOf = ({ keys, apart }: SummedRollup) => [...keys, ...(apart ? ['apart'] : [])]
  const places = namesOf(rollup).map((name) => namesOf(finer).indexOf(name))
  return (keys: Group['keys']): string[] => places.map((place) => keys[place] ?? '')
}

/** Differences of a rollup that is a sum over another one with all of its columns. */
function summedUp(rollup: SummedRollup, finer: SummedRollup, changes: readonly Delta[]): Delta[] {
  const keysOf = keysWithin(rollup, finer)
  const groups = Map.groupBy(changes, ({ keys }) => JSON.stringify(keysOf(keys)))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const sums = rollup.sums.map((name) =>
      group.reduce((sum, change) => sum + (change.sums[finer.sums.indexOf(name)] ?? 0n), 0n),
    )
    const [was, is] = [largest(group.map((change) => change.was)), largest(group.map((change) => change.is))]
    return !first || isSame(sums, was, is) ? [] : [{ keys: keysOf(first.keys), sums, was, is }]
  })
}

const isSame = (sums: readonly bigint[], was: Texts, is: Texts): boolean =>
  sums.every((sum) => sum === 0n) && JSON.stringify(was) === JSON.stringify(is)

function differing(before: Groups, after: Groups): Delta[] {
  const groups = new Map([...before, ...after])
  return [...groups].flatMap(([key, { keys, sums }]) => {
    const [was, is] = [before.get(key), after.get(key)]
    const change = sums.map((_, index) => (is?.sums[index] ?? 0n) - (was?.sums[index] ?? 0n))
    return isSame(change, was?.texts, is?.texts)
      ? []
      : [{ keys, sums: change, was: was?.texts, is: is?.texts }]
  })
}

/** Groups per statement, within the engines' limits on parameters. */
const BATCH = 1_000

export function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH)
}

/** Reads the stored rows that are needed to change groups with texts and buyers. */
export async function storedGroups(tx: Queries, deltas: Deltas): Promise<GroupsOf> {
  const parts = [...deltas].flatMap(([rollup, changes]) => {
    const storedOf = rollup === MONTH_BUYERS ? ofBuyers : rollup.texts && ofGroups
    return storedOf
      ? [...batches(changes)].map((some) => ({ rollup, from: storedOf(rollup, some), some }))
      : []
  })
  const isSmall = parts.reduce((sum, { some }) => sum + some.length, 0) <= BATCH
  const stored = new Map<SummedRollup, Map<string, Group>>()
  for (const statement of isSmall ? [parts] : parts.map((part) => [part]))
    for (const [rollup, groups] of await readGroups(tx, statement))
      stored.set(rollup, new Map([...(stored.get(rollup) ?? []), ...groups]))
  return stored
}

function ofGroups(rollup: SummedRollup, changes: readonly Delta[]): Sql {
  const table = sql.identifier(rollup.table)
  // A join would take DuckDB longer to plan than some more rows to read.
  if (changes.length <= SOUGHT) return sql`(select * from ${table} where ${around(rollup, changes)}) stored`
  const { list, where } = listed(rollup, changes)
  return sql`(select stored.* from ${table} stored, ${list} where ${where}) stored`
}

/** The rows of buyers in every month; those of guests without e-mail, whose orders are unrelated, in the changed months. */
function ofBuyers(rollup: SummedRollup, changes: readonly Delta[]): Sql {
  const buyers = [...new Set(changes.flatMap(({ keys: [, , buyer = ''] }) => buyer || []))]
  const nobody = changes.filter(({ keys: [, , buyer] }) => buyer === '')
  const which = [
    ...conditionsOn(sql`buyer`, buyers),
    ...(nobody.length > 0 ? [sql`buyer = '' and ${inMonths(nobody)}`] : []),
  ]
  const parts = which.map(
    (condition) => sql`select * from ${sql.identifier(rollup.table)} where ${condition}`,
  )
  return sql`(${sql.union(parts, 'all')}) stored`
}

/** Adds the differences to the stored rows, of which `stored` were already read. */
export async function fold(tx: Queries, deltas: Deltas, stored: GroupsOf = new Map()): Promise<void> {
  const renamed = new Map<SummedRollup, Group['keys'][]>()
  for (const [rollup, changes] of deltas) {
    const known = stored.get(rollup)
    const within = rollup.finer && keysWithin(rollup, rollup.finer)
    // Texts of a coarse rollup change only with those of the finer groups in it.
    const open = within && new Set(renamed.get(rollup.finer)?.map((keys) => keyOf({ keys: within(keys) })))
    for (const some of batches(changes)) {
      if (!known) await addToGroups(tx, rollup, some)
      else {
        const more = await changeGroups(tx, rollup, some, known, open)
        renamed.set(rollup, [...(renamed.get(rollup) ?? []), ...more])
      }
    }
  }
}

/** Groups that one statement changes. */
interface Target {
  readonly changes: readonly Delta[]
  /** The table `touched` of their keys and sums, where they are many. */
  readonly list?: Sql
  readonly keys: readonly Sql[]
  readonly sums: readonly Sql[]
  /** Tells their rows from others. */
  readonly where: Sql
}

/** A statement for each of so few groups costs less than a join with a list of them. */
const FEW = 3

const targets = (rollup: SummedRollup, changes: readonly Delta[]): Target[] =>
  changes.length > FEW ? [listed(rollup, changes)] : changes.map((change) => single(rollup, change))

function single(rollup: SummedRollup, change: Delta): Target {
  const cells = cellsOf(rollup, change)
  const [keys, sums] = [cells.slice(0, change.keys.length), cells.slice(change.keys.length)]
  return { changes: [change], keys, sums, where: sameKeys(rollup, keys) }
}

function listed(rollup: SummedRollup, changes: readonly Delta[]) {
  const keys = keyColumns(rollup).map((_, index) => sql.identifier(`k${index}`))
  const sums = rollup.sums.map((_, index) => sql.identifier(`s${index}`))
  const where = sql`${inMonths(changes)} and ${sameKeys(rollup, keys)}`
  // The first row determines the types; DuckDB takes longer to plan more casts than to read the rows.
  const rows = changes.map((change, at) => sql`(${sql.join(cellsOf(rollup, change, at === 0))})`)
  const list = sql`(values ${sql.join(rows)}) touched (${sql.join([...keys, ...sums])})`
  return { changes, list, keys, sums, where }
}

/** Updates the sums of stored groups and returns how many there were. */
function addSums(
  tx: Queries,
  rollup: SummedRollup,
  { changes, list, sums, where }: Target,
  condition = sql.empty,
): Promise<number> {
  const changed = rollup.sums.flatMap((name, index) => {
    const column = sql.identifier(name)
    const isChanged = changes.some((change) => change.sums[index] !== 0n)
    return isChanged ? sql`${column} = ${column} + ${sums[index] ?? sql.empty}` : []
  })
  return tx.run(sql`
    update ${sql.identifier(rollup.table)} set ${sql.join(changed)} ${list ? sql`from ${list}` : sql.empty}
    where ${where} ${condition}`)
}

/** Changes groups that are only sums, without reading them first. */
async function addToGroups(tx: Queries, rollup: SummedRollup, changes: readonly Delta[]): Promise<void> {
  const table = sql.identifier(rollup.table)
  const columns = rollup.columns.map((column) => sql.identifier(column))
  const count = sql.identifier(rollup.sums[0] ?? '')
  for (const target of targets(rollup, changes)) {
    const { keys, sums, list, where } = target
    const mayEnd = target.changes.some(({ sums: [more = 0n] }) => more < 0n)
    // The update leaves a single group that ends as it is, so most changes need no search for ended groups.
    const left = list ? count : sql`${count} + ${sums[0] ?? sql.empty}`
    const changed = await addSums(tx, rollup, target, mayEnd && !list ? sql`and ${left} <> 0` : sql.empty)
    if (changed < target.changes.length && (list || !mayEnd))
      await tx.run(sql`
        insert into ${table} (${sql.join(columns)})
        select ${sql.join([...keys.slice(0, rollup.keys.length), ...sums])} ${list ? sql`from ${list}` : sql.empty}
        where not exists (select 1 from ${table} stored where ${where})`)
    if (!mayEnd || (!list && changed > 0)) continue
    // DuckDB reads the counts of a month in less time than it plans a join with the list.
    const among = list && tx.engine === 'duckdb' ? { where: inMonths(target.changes) } : target
    await remove(tx, rollup, among, sql`and ${left} = 0`)
  }
}

/** Changes groups whose rows were read; the texts of `open` groups, by default all, may have to be read again. Returns the renamed. */
async function changeGroups(
  tx: Queries,
  rollup: SummedRollup,
  changes: readonly Delta[],
  stored: Groups,
  open?: ReadonlySet<string>,
): Promise<Group['keys'][]> {
  const lost = changes.filter((change) => {
    const key = keyOf(change)
    return (open?.has(key) ?? true) && hasLostText(change, stored.get(key))
  })
  const retained = await withOtherRows(tx, rollup, lost, stored)
  const recounted = await recount(
    tx,
    rollup,
    lost.filter((change) => !retained.has(change)),
  )
  const [kept, ended, written]: [Delta[], Delta[], Group[]] = [[], [], []]
  for (const change of changes) {
    const before = stored.get(keyOf(change))
    const after = recounted.get(keyOf(change)) ?? added(change, before)
    if (before && after.sums[0] !== 0n && JSON.stringify(before.texts) === JSON.stringify(after.texts)) {
      if (change.sums.some((sum) => sum !== 0n)) kept.push(change)
    } else {
      if (before) ended.push(change)
      if (after.sums[0] !== 0n) written.push(after)
    }
  }
  for (const target of targets(rollup, kept)) await addSums(tx, rollup, target)
  for (const target of targets(rollup, ended)) await remove(tx, rollup, target)
  await insert(tx, rollup, written)
  return [...ended, ...written].map(({ keys }) => keys)
}

/** The group after a change. */
export const added = ({ keys, sums, was, is }: Delta, stored: Group | undefined): Group => ({
  keys,
  texts: stored?.texts ?? is ?? was ?? [],
  sums: sums.map((sum, index) => sum + (stored?.sums[index] ?? 0n)),
})

/** The largest text of a group may be gone, or a larger one may have been added. */
function hasLostText({ was, is, sums }: Delta, stored: Group | undefined): boolean {
  if (!stored || stored.sums[0] === -(sums[0] ?? 0n)) return false
  return stored.texts.some((text, at) => (is === undefined ? was?.[at] === text : is[at] !== text))
}

/** Groups that are looked up one by one before their month is read. */
const SOUGHT = 8

/**
 * Changes that only took rows from groups of which another row has the same texts, so that the largest remain. The search ends at
 * the first such row; of a group that has none, the month is read.
 */
async function withOtherRows(
  tx: Queries,
  rollup: SummedRollup,
  lost: readonly Delta[],
  stored: Groups,
): Promise<Set<Delta | undefined>> {
  const { texts, finer } = rollup
  const sought = lost.filter(({ is }) => is === undefined)
  if (!texts || sought.length === 0 || lost.length > SOUGHT) return new Set()
  const searches = sought.map((change, place) => {
    const same = texts.columns.map(
      (column, at) => sql`${sql.identifier(column)} = ${stored.get(keyOf(change))?.texts[at] ?? ''}`,
    )
    return sql`(
      select ${sql.whole(place)} as place from ${sql.identifier(texts.source)}
      where ${sameKeys(rollup, cellsOf(rollup, change))} and ${sql.join(same, sql` and `)}
        ${finer ? sql.empty : sql`and counted`} limit 1)`
  })
  const found = await tx.all<{ place: number }>(sql.union(searches, 'all'))
  return new Set(found.map(({ place }) => sought[place]))
}

/** Computes groups from the rows that they sum up. */
async function recount(
  tx: Queries,
  rollup: SummedRollup,
  changes: readonly Delta[],
): Promise<Map<string, Group>> {
  const { texts, keys } = rollup
  if (!texts || changes.length === 0) return new Map()
  const months = [...new Set(changes.map((change) => change.keys[keys.indexOf('month')] ?? ''))]
  const source = (table: string): Sql =>
    table === texts.source
      ? sql`(select * from ${sql.identifier(table)} where ${around(rollup, changes)})`
      : sql.identifier(table)
  const groups = await readGroups(tx, [{ rollup, from: sql`(${rollup.rows(months, source)}) recounted` }])
  return groups.get(rollup) ?? new Map()
}

/** The groups, and others whose keys have their values. For rollups with texts. */
const around = ({ keys }: SummedRollup, changes: readonly Delta[]): Sql =>
  sql.join(
    keys.map((key, at) => {
      const values = [...new Set(changes.map((change) => change.keys[at] ?? ''))]
      return sql`${sql.identifier(key)} in (${Object.hasOwn(TYPES, key) ? values.map(Number) : values})`
    }),
    sql` and `,
  )

/** Types of the columns of keys that are not texts. */
const TYPES: Readonly<Record<string, string>> = {
  order_date: 'date',
  product_id: 'bigint',
  variation_id: 'bigint',
  order_id: 'bigint',
  account_id: 'bigint',
  employee: 'boolean',
}

const typed = (value: string, type: string): Sql => sql`cast(${value} as ${sql.raw(type)})`

/** The keys and sums of a group. */
const cellsOf = (rollup: SummedRollup, { keys, sums }: Delta, isTyped = false): Sql[] => [
  ...keys.map((key, index) =>
    isTyped ? typed(key, entryOf(TYPES, rollup.keys[index] ?? '') ?? 'text') : sql`${key}`,
  ),
  ...sums.map((sum) =>
    isTyped ? sql`cast(${sql.raw(decimal(sum))} as decimal(20, 3))` : sql.raw(decimal(sum)),
  ),
]

const sameKeys = (rollup: SummedRollup, keys: readonly Sql[]): Sql =>
  sql.join(
    keyColumns(rollup).map((column, index) => sql`${column} = ${keys[index] ?? sql.empty}`),
    sql` and `,
  )

/** Lets an engine without an index skip other months. */
const inMonths = (changes: readonly Delta[]): Sql =>
  sql`month in (${[...new Set(changes.map(({ keys }) => keys[0] ?? ''))]})`

const remove = (
  tx: Queries,
  { table }: SummedRollup,
  { list, where }: Pick<Target, 'list' | 'where'>,
  condition = sql.empty,
): Promise<number> =>
  tx.run(sql`
    delete from ${sql.identifier(table)} ${list ? sql`using ${list}` : sql.empty} where ${where} ${condition}`)

async function insert(tx: Queries, rollup: SummedRollup, groups: readonly Group[]): Promise<void> {
  if (groups.length === 0) return
  const names = sql.join(rollup.columns.map((column) => sql.identifier(column)))
  const rows = groups.map(({ keys, texts, sums }) => {
    const cells = [...keys.slice(0, rollup.keys.length), ...texts, ...sums.map(decimal)]
    return sql`(${sql.join(cells)})`
  })
  await tx.run(sql`insert into ${sql.identifier(rollup.table)} (${names}) values ${sql.join(rows)}`)
}

export function decimal(thousandths: bigint): string {
  const digits = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, '0')
  const fraction = digits.slice(-3).replace(/0+$/, '')
  return `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}${fraction && `.${fraction}`}`
}
