// Passwords as Argon2id hashes; a sign-in with an unknown e-mail does the same work as one with a known one.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** The second recommendation of RFC 9106's successor guidance (OWASP): 19 MiB, 2 passes, Argon2id by default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), COST)

let nobodys: Promise<string> | undefined

/** False for `undefined` (no such account), after the same work. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword(randomBytes(16).toString('hex'))
  const fits = await verify(stored ?? (await nobodys), password.normalize('NFC'))
  return stored !== undefined && fits
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password a person can type from the terminal: four groups of five, 99 bits. */
export function generatePassword(): string {
  const letters = Array.from(randomBytes(20), (byte) => LETTERS[byte % LETTERS.length])
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-')
}
