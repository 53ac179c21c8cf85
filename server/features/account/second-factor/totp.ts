// Time-based codes of authenticator applications (RFC 6238): six digits that change every 30 seconds.
import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
/** Steps by which the clock of a phone may differ, in each direction. */
const DRIFT = 1
/** The least that RFC 4226 recommends. */
const SECRET_BYTES = 20

/** The only parameters that every application supports. */
const KIND = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const

/** In Base32, as people type it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

export const otpauthUri = (secret: string, account: string): string =>
  new TOTP({ ...KIND, issuer: 'Góndola', label: account, secret }).toString()

/** The step that the code belongs to, within the allowed drift; undefined for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = new TOTP({ ...KIND, secret }).validate({ token: code, timestamp, window: DRIFT })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}
