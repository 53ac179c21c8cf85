// Argon2id hashes. Signing in takes equally long for known and unknown e-mails.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's recommendation for Argon2id: 19 MiB, 2 passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), COST)

let dummyHash: Promise<string> | undefined

/** False for `undefined` (no such account), after the same work. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(16).toString('hex'))
  const matches = await verify(stored ?? (await dummyHash), password.normalize('NFC'))
  return stored !== undefined && matches
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password that people can type: four groups of five, 99 bits. */
export function generatePassword(): string {
  const letters = Array.from(randomBytes(20), (byte) => LETTERS[byte % LETTERS.length])
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-')
}
