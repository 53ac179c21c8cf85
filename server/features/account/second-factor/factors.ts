// The second factor of accounts in the store: the sealed secret, and the hashes of recovery codes.
import { randomInt } from 'node:crypto'
import { countRows, insertRow } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { allRoles } from '../accounts.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import type { Sealing } from '../session-secret.ts'
import { stepOf } from './totp.ts'

const RECOVERY_CODES = 10
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

interface Factor {
  readonly secret: string
  readonly created_at: string
}

/** A secret cannot be moved to another account. */
const purposeOf = (userId: number) => `second factor ${userId}`

export const factorOf = (queries: Queries, userId: number): Promise<Factor | undefined> =>
  queries.one<Factor>(sql`select secret, created_at from second_factors where user_id = ${userId}`)

/** Whether the account has an authenticator application or a passkey. */
export async function hasFactor(queries: Queries, userId: number): Promise<boolean> {
  const found = await queries.one(
    sql.union([
      sql`select 1 as found from second_factors where user_id = ${userId}`,
      sql`select 1 as found from passkeys where user_id = ${userId}`,
    ]),
  )
  return found !== undefined
}

/** Number of unused recovery codes. */
export const countRecoveryCodes = (queries: Queries, userId: number): Promise<number> =>
  countRows(queries, sql`recovery_codes where user_id = ${userId}`)

/** Ten codes of 49 bits each, in the form that people type: 'h4k2m-9xwtp'. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  const group = () => Array.from({ length: 5 }, letter).join('')
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${group()}-${group()}`)
  return { codes, hashes: await Promise.all(codes.map(hashPassword)) }
}

export async function replaceRecoveryCodes(tx: Queries, userId: number, hashes: readonly string[]) {
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  for (const hash of hashes) await insertRow(tx, 'recovery_codes', { user_id: userId, code_hash: hash })
}

export interface NewFactor {
  readonly secret: string
  /** Step of the code that confirmed it; that code cannot be used again. */
  readonly step: number
  readonly hashes: readonly string[]
}

/** Replaces the factor of the account. */
export async function saveFactor(
  tx: Queries,
  sealing: Sealing,
  userId: number,
  { secret, step, hashes }: NewFactor,
  now: Date,
): Promise<void> {
  const sealed = sealing.seal(purposeOf(userId), secret)
  await tx.run(sql`delete from second_factors where user_id = ${userId}`)
  await insertRow(tx, 'second_factors', { user_id: userId, secret: sealed, last_step: step, created_at: now })
  await replaceRecoveryCodes(tx, userId, hashes)
  await bumpVersions(tx, ['accounts'])
}

/** Removes the application; false if the account has none. */
export async function deleteFactor(tx: Queries, userId: number): Promise<boolean> {
  const deleted = await tx.run(sql`delete from second_factors where user_id = ${userId}`)
  await dropUnusedRecoveryCodes(tx, userId)
  await bumpVersions(tx, ['accounts'])
  return deleted > 0
}

/** Removes the application, the passkeys and the recovery codes; false if the account has none. */
export async function deleteFactors(tx: Queries, userId: number): Promise<boolean> {
  const passkeys = await tx.run(sql`delete from passkeys where user_id = ${userId}`)
  return (await deleteFactor(tx, userId)) || passkeys > 0
}

/** Recovery codes replace a second factor, so they are deleted with the last one. */
export async function dropUnusedRecoveryCodes(tx: Queries, userId: number): Promise<void> {
  await tx.run(sql`
    delete from recovery_codes
    where user_id = ${userId} and user_id not in (select user_id from second_factors)
      and user_id not in (select user_id from passkeys)`)
}

export const requiresFactor = async (queries: Queries, role: string): Promise<boolean> =>
  (await allRoles(queries)).some(({ name, second_factor }) => name === role && second_factor)

/** Uses up a code of the application or a recovery code; false for a wrong or used one. */
export async function spendCode(
  store: Store,
  sealing: Sealing,
  { userId, code }: { userId: number; code: string },
  now: Date,
): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits)
    ? spendStep(store, sealing, { userId, code: digits }, now)
    : spendRecoveryCode(store, userId, code.trim().toLowerCase())
}

async function spendStep(
  store: Store,
  sealing: Sealing,
  { userId, code }: { userId: number; code: string },
  now: Date,
): Promise<boolean> {
  const factor = await factorOf(store, userId)
  const secret = factor && sealing.open(purposeOf(userId), factor.secret)
  const step = secret === undefined ? undefined : stepOf(secret, code, now)
  if (step === undefined) return false
  // Of two simultaneous uses only one changes the row.
  const used = await store.transaction((tx) =>
    tx.run(sql`
      update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`),
  )
  return used === 1
}

async function spendRecoveryCode(store: Store, userId: number, code: string): Promise<boolean> {
  const rows = await store.all<{ code_hash: string }>(
    sql`select code_hash from recovery_codes where user_id = ${userId}`,
  )
  for (const { code_hash } of rows) {
    if (!(await verifyPassword(code_hash, code))) continue
    const used = await store.transaction((tx) =>
      tx.run(sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${code_hash}`),
    )
    return used === 1
  }
  return false
}
