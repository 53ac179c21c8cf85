// Access tokens: JWTs signed with a secret that all server processes share through the store.
import { randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { HttpError } from '#server/http/errors.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'

export interface Claims {
  readonly userId: number
  readonly sessionId: string
  readonly generation: number
  /** Seconds since 1970, like `expires`. */
  readonly issued: number
  readonly expires: number
}

const OPTION = 'session_secret'
const ISSUER = 'gondola'
/** Verified tokens are cached, because a screen makes a dozen calls with the same token. */
const MAX_VERIFIED = 5_000

const payload = z.object({
  sub: z.string().regex(/^\d+$/).transform(Number),
  sid: z.string(),
  gen: z.number().int(),
  iat: z.number(),
  exp: z.number(),
})

export class Tokens {
  readonly #secret: Uint8Array
  readonly #verified = new Map<string, Claims>()

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  sign(claims: Claims): Promise<string> {
    return new SignJWT({ sid: claims.sessionId, gen: claims.generation })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(String(claims.userId))
      .setIssuedAt(claims.issued)
      .setExpirationTime(claims.expires)
      .sign(this.#secret)
  }

  /** Throws a 401 for a forged, expired or malformed token. */
  async check(token: string, now: Date): Promise<Claims> {
    const claims = this.#verified.get(token) ?? (await this.#verify(token, now))
    if (claims.expires * 1000 <= now.getTime()) throw new HttpError(401)
    return claims
  }

  async #verify(token: string, now: Date): Promise<Claims> {
    try {
      const options = { algorithms: ['HS256'], issuer: ISSUER, currentDate: now }
      const { sub, sid, gen, iat, exp } = payload.parse(
        (await jwtVerify(token, this.#secret, options)).payload,
      )
      const claims = { userId: sub, sessionId: sid, generation: gen, issued: iat, expires: exp }
      if (this.#verified.size >= MAX_VERIFIED) this.#verified.clear()
      this.#verified.set(token, claims)
      return claims
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw new HttpError(401)
      throw error
    }
  }
}

/** Creates the secret once; of several processes that start at the same time one wins and all read its secret. */
export async function openTokens(store: Store): Promise<Tokens> {
  const read = async () => {
    const row = await store.one<{ value: string }>(sql`select value from settings where option = ${OPTION}`)
    return row && z.base64url().parse(JSON.parse(row.value))
  }
  let secret = await read()
  if (!secret) {
    const value = JSON.stringify(randomBytes(32).toString('base64url'))
    const unlessTaken = store.engine === 'postgres' ? sql` on conflict do nothing` : sql.empty
    await store.run(sql`
      insert into settings (option, value) select ${OPTION}, ${value}
      where not exists (select 1 from settings where option = ${OPTION})${unlessTaken}`)
    secret = await read()
  }
  if (!secret) throw new Error('The session secret could not be stored')
  return new Tokens(Buffer.from(secret, 'base64url'))
}
