// Access tokens and device tokens: JWTs signed with a secret that all server processes share through the store.
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { HttpError } from '#server/http/errors.ts'
import { addSeconds } from './clock.ts'

export interface Claims {
  readonly userId: number
  readonly sessionId: string
  readonly generation: number
  /** Seconds since 1970, like `expires`. */
  readonly issued: number
  readonly expires: number
}

/** A browser in which an account has signed in. */
export interface Device {
  readonly userId: number
  readonly deviceId: string
}

const ISSUER = 'gondola'
/** A token of one kind is not accepted as the other. */
const API = 'gondola-api'
const DEVICE = 'gondola-device'
export const DEVICE_SECONDS = 180 * 24 * 3600
/** Verified tokens are cached, because a screen makes a dozen calls with the same token. */
const MAX_VERIFIED = 5_000

const userId = z.string().regex(/^\d+$/).transform(Number)
const payload = z.object({
  sub: userId,
  sid: z.string(),
  gen: z.number().int(),
  iat: z.number(),
  exp: z.number(),
})
const devicePayload = z.object({ sub: userId, jti: z.string() })

const tokenFor = (audience: string, claims?: JWTPayload) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuer(ISSUER).setAudience(audience)

export class Tokens {
  readonly #secret: Uint8Array
  readonly #verified = new Map<string, Claims>()

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  sign(claims: Claims): Promise<string> {
    return tokenFor(API, { sid: claims.sessionId, gen: claims.generation })
      .setSubject(String(claims.userId))
      .setIssuedAt(claims.issued)
      .setExpirationTime(claims.expires)
      .sign(this.#secret)
  }

  /** Throws a 401 for a forged, expired or malformed token. */
  async check(token: string, now: Date): Promise<Claims> {
    const claims = this.#verified.get(token) ?? (await this.#verify(token, now))
    if (claims.expires * 1000 <= now.getTime()) throw new HttpError('unauthorized')
    return claims
  }

  signDevice(device: Device, now: Date): Promise<string> {
    return tokenFor(DEVICE)
      .setSubject(String(device.userId))
      .setJti(device.deviceId)
      .setExpirationTime(addSeconds(now, DEVICE_SECONDS))
      .sign(this.#secret)
  }

  /** Undefined for a forged, expired or malformed token. */
  async checkDevice(token: string, now: Date): Promise<Device | undefined> {
    const found = await this.#read(token, DEVICE, devicePayload, now)
    return found && { userId: found.sub, deviceId: found.jti }
  }

  /** A token for a single purpose, such as a step of a sign-in. */
  signFor(purpose: string, claims: JWTPayload, seconds: number, now: Date): Promise<string> {
    return tokenFor(`gondola-${purpose}`, claims)
      .setExpirationTime(addSeconds(now, seconds))
      .sign(this.#secret)
  }

  /** Its claims; undefined for a token that is forged, expired, malformed or for another purpose. */
  readFor<S extends z.ZodType>(
    purpose: string,
    schema: S,
    token: string,
    now: Date,
  ): Promise<z.output<S> | undefined> {
    return this.#read(token, `gondola-${purpose}`, schema, now)
  }

  async #verify(token: string, now: Date): Promise<Claims> {
    const found = await this.#read(token, API, payload, now)
    if (!found) throw new HttpError('unauthorized')
    const { sub, sid, gen, iat, exp } = found
    const claims = { userId: sub, sessionId: sid, generation: gen, issued: iat, expires: exp }
    if (this.#verified.size >= MAX_VERIFIED) this.#verified.clear()
    this.#verified.set(token, claims)
    return claims
  }

  async #read<S extends z.ZodType>(token: string, audience: string, schema: S, now: Date) {
    try {
      const options = { algorithms: ['HS256'], issuer: ISSUER, audience, currentDate: now }
      return schema.parse((await jwtVerify(token, this.#secret, options)).payload)
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined
      throw error
    }
  }
}
