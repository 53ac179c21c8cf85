// Errors with HTTP statuses; thrown anywhere, sent by error-handler.ts.
import { STATUS_CODES } from 'node:http'
import type { Failure } from '#contract/vocabulary.ts'

const STATUSES = [400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 429, 500, 502, 503, 504, 507] as const

export type Status = (typeof STATUSES)[number]

export interface FieldError {
  readonly path: string
  readonly message: string
}

export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: Status
  readonly errors: readonly FieldError[] | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined

  constructor(
    status: Status,
    message: string = catalogueMessage(status),
    more: { errors?: readonly FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.errors = more.errors
    this.retryAfter = more.retryAfter
  }
}

/** 400 that names the parameter. */
export const badRequest = (path: string, message: string): HttpError =>
  new HttpError(400, 'Bad Request', { errors: [{ path, message }] })

/** Names this parameter in place of those that a 400 of the work names. */
export async function withFieldErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 400) throw error
    throw badRequest(
      path,
      error.errors?.map((one) => `${one.path} ${one.message}`).join('; ') ?? 'is not valid',
    )
  }
}

/** Seconds of a Retry-After, which spread the retries of refused clients. */
export const retryAfterSeconds = (): number => 1 + Math.floor(Math.random() * RETRY_SPREAD_SECONDS)
const RETRY_SPREAD_SECONDS = 4

/** Body of a 503. */
export const OVERLOADED: Buffer = Buffer.from(
  JSON.stringify({ success: false, message: STATUS_CODES[503] ?? '' } satisfies Failure),
)

export function catalogueMessage(status: number): string {
  const isKnown = STATUSES.some((one) => one === status)
  return (isKnown && STATUS_CODES[status]) || (status < 500 ? 'Bad Request' : 'Internal Server Error')
}
