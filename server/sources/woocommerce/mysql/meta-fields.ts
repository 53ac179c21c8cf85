// Meta fields of many records at once. Most of them lie in few stretches of their table and are read there as they lie, since
// looking each up by its owner takes the database twice the time; those that lie apart, of what changed later, are looked up.
import { type CellReader, cellReader } from './cell-reader.ts'
import { quotedList } from './cells.ts'
import type { Database } from './database.ts'
import { type Fields, fields } from './fields.ts'
import type { Selection } from './order-tables.ts'
import { type Stretch, type Stretches, within } from './stretches.ts'

/** A table of meta fields. */
export interface MetaTable {
  readonly table: string
  readonly owner: string
  readonly id: string
  /** Goes by the index of its owners. */
  readonly by: string
  /** How names of fields are compared: byte by byte, which takes the database a fraction of comparing them as words. */
  readonly exactly: string
}

/** The records that they belong to: their id in the selection. */
export interface Owners extends Selection {
  readonly id: string
}

export interface MetaFields {
  /** Stretches of them, the oldest first. */
  readonly stretches: readonly MetaStretch[]
  /** Those beside these, each with its own id behind it, in any order. */
  readonly apart: readonly Fields[]
}

interface MetaStretch {
  /** Owner, field and value, the oldest of an owner's first. */
  readonly fields: Fields
  /** Their own ids begin with it. */
  readonly from: number
}

const NONE: MetaFields = { stretches: [], apart: [] }

/** Takes a meta field of one record in. */
export type TakeMeta = (key: string, value: string) => void

/** The oldest of an owner's fields first; those of owners that take none are passed over. */
export function eachMeta(
  { stretches, apart }: MetaFields,
  takeOf: (owner: number) => TakeMeta | undefined,
): void {
  const others = apart.map(cellReader).flatMap(fieldsApart)
  others.sort((one, other) => one.id - other.id)
  let next = 0
  const takeOthers = (before: number) => {
    for (; next < others.length && others[next]!.id < before; next++) {
      const { owner, key, value } = others[next]!
      takeOf(owner)?.(key, value)
    }
  }
  for (const { fields: piece, from } of stretches) {
    takeOthers(from)
    takeStretch(cellReader(piece), takeOf)
  }
  takeOthers(Number.POSITIVE_INFINITY)
}

function takeStretch(cells: CellReader, takeOf: (owner: number) => TakeMeta | undefined): void {
  // Fields of one owner mostly follow each other.
  let owner = -1
  let take: TakeMeta | undefined
  while (cells.more()) {
    const next = cells.number()
    if (next !== owner) take = takeOf(next)
    owner = next
    if (take) take(cells.name(), cells.text())
    else {
      cells.skip()
      cells.skip()
    }
  }
}

interface FieldApart {
  readonly owner: number
  readonly key: string
  readonly value: string
  readonly id: number
}

function fieldsApart(cells: CellReader): FieldApart[] {
  const all: FieldApart[] = []
  while (cells.more())
    all.push({ owner: cells.number(), key: cells.name(), value: cells.text(), id: cells.number() })
  return all
}

/** Each looked up by its owner: for few records, and for few fields of many. */
export async function metaByOwner(
  db: Database,
  meta: MetaTable,
  owners: Owners,
  keys: readonly string[],
): Promise<MetaFields> {
  if (keys.length === 0) return NONE
  const { table, owner, by } = meta
  const piece = await fields(
    db,
    columnsOf(meta),
    `from ${owners.from} straight_join ${table} m ${by} on m.${owner} = ${owners.id}
     where ${owners.where} and ${wanted(meta, keys)}`,
  )
  return { ...NONE, apart: [piece] }
}

/** As they lie; `records` tells where their owners do. Fields of others may be among them. */
export async function metaByPlace(
  db: Database,
  meta: MetaTable,
  owners: Owners,
  keys: readonly string[],
  records: Stretches | undefined,
): Promise<MetaFields> {
  const { table, owner, id, by } = meta
  const places = records ? await placesOf(db, meta, records.close) : []
  if (!records || places.length === 0 || keys.length === 0) return metaByOwner(db, meta, owners, keys)
  const there = within(`m.${id}`, places)
  const columns = columnsOf(meta)
  const read = async (from: string, where: string) =>
    fields(db, columns, `from ${from} where not ${there} and ${where} and ${wanted(meta, keys)}`)
  const apart = [read(`${table} m ${by}`, within(`m.${owner}`, records.close))]
  if (records.apart.length > 0) {
    const others = within(owners.id, records.apart)
    const join = `${owners.from} straight_join ${table} m ${by} on m.${owner} = ${owners.id}`
    apart.push(read(join, `${owners.where} and ${others}`))
  }
  const stretches = places.map(async (place) => ({
    fields: await fields(
      db,
      columns.slice(0, 3),
      `from ${table} m force index (primary) where ${wanted(meta, keys)} and ${within(`m.${id}`, [place])}`,
    ),
    from: place.from,
  }))
  const [those, others] = await Promise.all([Promise.all(stretches), Promise.all(apart)])
  return { stretches: those, apart: others }
}

const columnsOf = ({ owner, id }: MetaTable) => [`m.${owner}`, 'm.meta_key', 'm.meta_value', `m.${id}`]

const wanted = ({ exactly }: MetaTable, keys: readonly string[]): string =>
  `m.meta_key ${exactly} in (${quotedList(keys)})`

/** Fields of the first and of the last records that tell where all of them lie, and of those what is not believed. */
const SAMPLE = 64
const UNSURE = 16
/** More of the table than so many fields for a record is not gone through. */
const WIDEST = 200

/** Stretches of records whose fields are looked for; those of others are looked up. */
const PLACES = 4
/** A shorter one is not worth the looking. */
const SHORTEST = 128

/** Where most fields of these records lie, in the order of the fields' ids. */
async function placesOf(db: Database, meta: MetaTable, close: readonly Stretch[]): Promise<Stretch[]> {
  const largest = close
    .filter(({ from, to }) => to - from >= SHORTEST)
    .sort((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, PLACES)
  const places = (await Promise.all(largest.map((records) => placeOf(db, meta, records))))
    .filter((place) => place !== undefined)
    .sort((one, other) => one.from - other.from)
  // No field may be read twice.
  return places.filter(({ from }, index) => places.slice(0, index).every(({ to }) => to < from))
}

/** Where most fields of these records lie; undefined where that cannot be told. */
async function placeOf(
  db: Database,
  { table, owner, id, by }: MetaTable,
  records: Stretch,
): Promise<Stretch | undefined> {
  const sample = async (order: string) => {
    const rows = await db.rows(
      `select m.${id} from ${table} m ${by} where ${within(`m.${owner}`, [records])}
       order by m.${owner} ${order} limit ${SAMPLE}`,
    )
    return rows.map(([cell]) => Number(cell)).sort((one, other) => one - other)
  }
  const [first, last] = [await sample('asc'), await sample('desc')]
  const from = first[UNSURE]
  const to = last.at(-UNSURE)
  const widest = WIDEST * (records.to - records.from + 1)
  return from !== undefined && to !== undefined && from <= to && to - from < widest ? { from, to } : undefined
}
