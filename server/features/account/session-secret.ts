// The secret that signs tokens, in the store and encrypted where every server can decrypt it.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { StoreError } from '#server/store/errors.ts'
import { insertUnless } from '#server/store/rows.ts'
import { readSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { Tokens } from './tokens.ts'

export interface Sealing {
  seal(purpose: string, text: string): string
  /** Undefined for a text sealed with another key. */
  open(purpose: string, sealed: string): string | undefined
}

const OPTION = 'session_secret'
const PURPOSE = 'sessions'

const isSealed = (stored: string) => stored.includes('.')

/**
 * Tokens signed with the secret of the store. A secret that is missing, unsealed or sealed with a lost key is replaced, which
 * ends all sessions. Of several processes that start at the same time one wins and all read its secret. Without `sealing` the
 * secret is stored as it is, for servers that share a database but no key.
 */
export async function openTokens(store: Store, sealing: Sealing | undefined): Promise<Tokens> {
  const stored = await read(store)
  const secret = usable(stored, sealing)
  if (secret) return new Tokens(Buffer.from(secret, 'base64url'))
  if (stored !== undefined && !sealing)
    throw new StoreError(
      'sealed',
      'el secreto de las sesiones está cifrado con otra clave: todos los servidores de esta base necesitan la misma GONDOLA_SECRET_KEY',
    )
  await replace(store, stored, sealing)
  const winner = usable(await read(store), sealing)
  if (!winner) throw new Error('The session secret could not be stored')
  return new Tokens(Buffer.from(winner, 'base64url'))
}

async function read(store: Store): Promise<string | undefined> {
  return z
    .string()
    .optional()
    .parse(await readSetting(store, OPTION))
}

function usable(stored: string | undefined, sealing: Sealing | undefined): string | undefined {
  if (stored === undefined) return undefined
  if (isSealed(stored)) return sealing?.open(PURPOSE, stored)
  return sealing ? undefined : stored
}

async function replace(store: Store, stored: string | undefined, sealing: Sealing | undefined) {
  const secret = randomBytes(32).toString('base64url')
  const value = JSON.stringify(sealing ? sealing.seal(PURPOSE, secret) : secret)
  if (stored !== undefined) {
    await store.run(sql`
      update settings set value = ${value} where option = ${OPTION} and value = ${JSON.stringify(stored)}`)
    return
  }
  await insertUnless(store, 'settings', { option: OPTION, value }, sql`option = ${OPTION}`)
}
