// Secrets of programs: a prefix that secret scanners recognise, 30 random letters and digits (178 bits), and a checksum that
// tells a mistyped secret from an unknown one without a query.
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** `pat`: API tokens; `lnk`: data links; `whk`: webhooks, to sign what they receive. */
type Kind = 'pat' | 'lnk' | 'whk'

const prefixOf = (kind: Kind) => `gondola_${kind}_`
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM = 30
const CHECK = 6
const SHAPE = new RegExp(`^[0-9A-Za-z]{${RANDOM + CHECK}}$`)

function checksum(text: string): string {
  let rest = crc32(text)
  return Array.from({ length: CHECK }, () => {
    const digit = DIGITS.charAt(rest % DIGITS.length)
    rest = Math.floor(rest / DIGITS.length)
    return digit
  }).join('')
}

export function newSecret(kind: Kind): string {
  const random = Array.from({ length: RANDOM }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('')
  return prefixOf(kind) + random + checksum(random)
}

export const looksLikeApiToken = (credential: string): boolean => credential.startsWith(prefixOf('pat'))

export function isSecret(kind: Kind, credential: string): boolean {
  const rest = credential.slice(prefixOf(kind).length)
  return (
    credential.startsWith(prefixOf(kind)) &&
    SHAPE.test(rest) &&
    checksum(rest.slice(0, RANDOM)) === rest.slice(RANDOM)
  )
}

/** A secret of 178 random bits cannot be guessed from its hash, so a fast one suffices. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
