// Access tokens and device tokens: JWTs signed with a secret that all server processes share through the store.
import { errors, jwtVerify, SignJWT } from 'jose'
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

/** A sign-in whose password was right and whose code is still missing. */
export interface SecondStep {
  readonly userId: number
  readonly remember: boolean
  readonly device: string
  /** Hash of the password's hash: a new password ends it. */
  readonly password: string
}

const ISSUER = 'gondola'
/** A token of one kind is not accepted as the other. */
const API = 'gondola-api'
const DEVICE = 'gondola-device'
const SECOND_STEP = 'gondola-second-step'
const SECOND_STEP_SECONDS = 5 * 60
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
const secondStepPayload = z.object({
  sub: userId,
  remember: z.boolean(),
  device: z.string(),
  pwd: z.string(),
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
      .setAudience(API)
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

  signDevice(device: Device, now: Date): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(DEVICE)
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

  signSecondStep({ userId, remember, device, password }: SecondStep, now: Date): Promise<string> {
    return new SignJWT({ remember, device, pwd: password })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(SECOND_STEP)
      .setSubject(String(userId))
      .setExpirationTime(addSeconds(now, SECOND_STEP_SECONDS))
      .sign(this.#secret)
  }

  /** Undefined for a forged, expired or malformed token. */
  async checkSecondStep(token: string, now: Date): Promise<SecondStep | undefined> {
    const found = await this.#read(token, SECOND_STEP, secondStepPayload, now)
    return found && { userId: found.sub, remember: found.remember, device: found.device, password: found.pwd }
  }

  async #verify(token: string, now: Date): Promise<Claims> {
    const found = await this.#read(token, API, payload, now)
    if (!found) throw new HttpError(401)
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
