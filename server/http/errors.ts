// Errors with the codes of the contract; thrown anywhere, sent by error-handler.ts.
import {
  ERRORS,
  type ErrorCode,
  FIELD_ERRORS,
  type FieldErrorCode,
  STATUS_ERROR_CODES,
} from '#contract/errors.ts'
import type { StatusErrorCode } from '#contract/status-errors.ts'
import type { Failure } from '#contract/vocabulary.ts'

export type FieldError = NonNullable<Failure['errors']>[number]

export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode
  readonly status: number
  readonly errors: readonly FieldError[] | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  /** What the caller needs to go on, beside the message. */
  readonly data: unknown

  /** `message` replaces the one of the code where only the occasion can say it. */
  constructor(
    code: ErrorCode,
    more: {
      message?: string
      errors?: readonly FieldError[]
      retryAfter?: number
      cause?: unknown
      data?: unknown
    } = {},
  ) {
    const [status, message] = ERRORS[code]
    super(more.message ?? message, { cause: more.cause })
    this.code = code
    this.status = status
    this.errors = more.errors
    this.retryAfter = more.retryAfter
    this.data = more.data
  }
}

/** 400 that names the parameter. */
export const badRequest = (path: string, message: string): HttpError =>
  new HttpError('bad-request', { errors: [{ path, message }] })

/** One of the mistakes that have a code. */
export const fieldError = (path: string, code: FieldErrorCode): FieldError => ({
  path,
  message: FIELD_ERRORS[code],
  code,
})

/** 400 that names the parameter with such a mistake. */
export const wrongField = (path: string, code: FieldErrorCode): HttpError =>
  new HttpError('bad-request', { errors: [fieldError(path, code)] })

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

/** The code of a status without a more specific one; other refusals are bad requests, other failures the server's. */
export const statusErrorCode = (status: number): StatusErrorCode =>
  STATUS_ERROR_CODES.find((code) => ERRORS[code][0] === status) ??
  (status < 500 ? 'bad-request' : 'internal-error')

export const bodyOf = (
  { code, message }: Pick<HttpError, 'code' | 'message'>,
  errors?: readonly FieldError[],
): Failure => ({ success: false, code, message, ...(errors && { errors: [...errors] }) })

/** Body of a 503. */
export const OVERLOADED: Buffer = Buffer.from(JSON.stringify(bodyOf(new HttpError('unavailable'))))
