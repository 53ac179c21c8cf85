// Passkeys of accounts in the store.
import type { DataOf } from '#contract/endpoint.ts'
import type { passkeys } from '#contract/passkeys.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { textsIn } from '../accounts.ts'

export interface Passkey {
  readonly credential_id: string
  readonly user_id: number
  readonly public_key: string
  readonly counter: number
  readonly transports: string[]
}

type Row = Omit<Passkey, 'transports'> & { transports: string }
const toPasskey = (row: Row): Passkey => ({ ...row, transports: textsIn(row.transports) })
const columns = sql`credential_id, user_id, public_key, counter, transports`

export async function passkeyOf(queries: Queries, id: string): Promise<Passkey | undefined> {
  const row = await queries.one<Row>(sql`select ${columns} from passkeys where credential_id = ${id}`)
  return row && toPasskey(row)
}

export async function passkeysOf(queries: Queries, userId: number): Promise<Passkey[]> {
  const rows = await queries.all<Row>(
    sql`select ${columns} from passkeys where user_id = ${userId} order by created_at, credential_id`,
  )
  return rows.map(toPasskey)
}

type PasskeyEntry = DataOf<typeof passkeys>['passkeys'][number]

export const passkeyList = (queries: Queries, userId: number): Promise<PasskeyEntry[]> =>
  queries.all<PasskeyEntry>(sql`
    select credential_id as id, name, created_at, used_at from passkeys
    where user_id = ${userId} order by created_at, credential_id`)

export async function addPasskey(tx: Queries, passkey: Passkey & { name: string }, now: Date): Promise<void> {
  const transports = JSON.stringify(passkey.transports)
  await insertRow(tx, 'passkeys', { ...passkey, transports, created_at: now })
  await bumpVersions(tx, ['accounts'])
}

/** False if the account has no such passkey. */
export const namePasskey = async (tx: Queries, userId: number, id: string, name: string): Promise<boolean> =>
  (await tx.run(
    sql`update passkeys set name = ${name} where credential_id = ${id} and user_id = ${userId}`,
  )) > 0

export async function removePasskey(tx: Queries, userId: number, id: string): Promise<boolean> {
  const removed = await tx.run(sql`delete from passkeys where credential_id = ${id} and user_id = ${userId}`)
  await bumpVersions(tx, ['accounts'])
  return removed > 0
}

/** False if the passkey signed another request meanwhile: of two simultaneous uses only one counts. */
export const countUse = async (tx: Queries, used: Passkey, counter: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update passkeys set counter = ${counter}, used_at = ${utc(now)}
    where credential_id = ${used.credential_id} and counter = ${used.counter}`)) > 0
