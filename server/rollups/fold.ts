// Adds differences to the rows of rollups.
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import {
  type Contributions,
  type Group,
  type Groups,
  type GroupsOf,
  keyColumns,
  keyOf,
  readGroups,
} from './contributions.ts'
import { MONTH_BUYERS, SUMMED_ROLLUPS, type SummedRollup } from './tables.ts'

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

/** Differences of a rollup that is a sum over another one with all of its columns. */
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
    const [was, is] = [largest(group.map((change) => change.was)), largest(group.map((change) => change.is))]
    return !first || isSame(sums, was, is) ? [] : [{ keys: keysOf(first), sums, was, is }]
  })
}

/** The largest of each text, in the byte order of the engines. */
function largest(groups: readonly Texts[]): Texts {
  const all = groups.flatMap((texts) => (texts ? [texts] : []))
  return all[0]?.map((_, at) =>
    all
      .map((texts) => texts[at] ?? '')
      .reduce((one, other) => (Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0 ? other : one)),
  )
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

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
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

const ofGroups = (rollup: SummedRollup, changes: readonly Delta[]): Sql => sql`(
  select stored.* from ${sql.identifier(rollup.table)} stored join ${valuesOf(rollup, changes)}
  on ${sameKeys(rollup)} where ${inMonths(changes)}) stored`

/** The rows of buyers in every month; those of guests without e-mail, whose orders are unrelated, in the changed months. */
function ofBuyers(rollup: SummedRollup, changes: readonly Delta[]): Sql {
  const buyers = [...new Set(changes.flatMap(({ keys: [, , buyer = ''] }) => buyer || []))]
  const nobody = changes.filter(({ keys: [, , buyer] }) => buyer === '')
  const which = [
    ...(buyers.length > 0 ? [sql`buyer in (${buyers})`] : []),
    ...(nobody.length > 0 ? [sql`(buyer = '' and ${inMonths(nobody)})`] : []),
  ]
  return sql`(select * from ${sql.identifier(rollup.table)} where ${sql.join(which, sql` or `)}) stored`
}

/** Adds the differences to the stored rows, of which `stored` were already read. */
export async function fold(tx: Queries, deltas: Deltas, stored: GroupsOf = new Map()): Promise<void> {
  for (const [rollup, changes] of deltas) {
    const known = stored.get(rollup)
    for (const some of batches(changes))
      await (known ? changeGroups(tx, rollup, some, known) : addToGroups(tx, rollup, some))
  }
}

/** Updates the sums of stored groups and returns how many there were. */
async function addSums(tx: Queries, rollup: SummedRollup, changes: readonly Delta[]): Promise<number> {
  if (changes.length === 0) return 0
  const sums = rollup.sums.map((name, index) => {
    const column = sql.identifier(name)
    return sql`${column} = ${column} + touched.${sumName(index)}`
  })
  return tx.run(sql`
    update ${sql.identifier(rollup.table)} set ${sql.join(sums)} from ${valuesOf(rollup, changes)}
    where ${inMonths(changes)} and ${sameKeys(rollup)}`)
}

/** Changes groups that are only sums, without reading them first. */
async function addToGroups(tx: Queries, rollup: SummedRollup, changes: readonly Delta[]): Promise<void> {
  if ((await addSums(tx, rollup, changes)) < changes.length) {
    const table = sql.identifier(rollup.table)
    const values = valuesOf(rollup, changes)
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

/** Changes groups whose rows were read; their texts may have to be read again. */
async function changeGroups(
  tx: Queries,
  rollup: SummedRollup,
  changes: readonly Delta[],
  stored: Groups,
): Promise<void> {
  const lost = changes.filter((change) => hasLostText(change, stored.get(keyOf(change))))
  const recounted = await recount(tx, rollup, lost)
  const [kept, ended, written]: [Delta[], Delta[], Group[]] = [[], [], []]
  for (const change of changes) {
    const before = stored.get(keyOf(change))
    const after = recounted.get(keyOf(change)) ?? added(change, before)
    if (before && after.sums[0] !== 0n && JSON.stringify(before.texts) === JSON.stringify(after.texts))
      kept.push(change)
    else {
      if (before) ended.push(change)
      if (after.sums[0] !== 0n) written.push(after)
    }
  }
  await addSums(tx, rollup, kept)
  await remove(tx, rollup, ended)
  await insert(tx, rollup, written)
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
