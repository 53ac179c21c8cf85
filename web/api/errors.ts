// Errors of API calls. The texts for users are in web/text/failures.ts and errors.ts.
import { entryOf } from '#contract/entry.ts'
import type { ErrorCode, FieldErrorCode } from '#contract/errors.ts'
import { isMeanwhile } from '#contract/revisions.ts'

export interface FieldError {
  readonly path: string
  readonly message: string
  readonly code?: FieldErrorCode | undefined
  /** The text of the code for users. */
  readonly text?: string | undefined
}

interface Answered {
  readonly code?: ErrorCode | undefined
  readonly message?: string | undefined
  readonly text?: string | undefined
  readonly fields?: readonly FieldError[]
  readonly retryAfter?: number | null
}

/** The server responded with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Undefined for an answer that is not of this API, such as a proxy's. A newer server may send codes that are not listed. */
  readonly code: ErrorCode | undefined
  /** The text of the code for users; undefined for codes that only repeat the status. */
  readonly text: string | undefined
  readonly fields: readonly FieldError[]
  /** Value of Retry-After in seconds (429, 503). */
  readonly retryAfter: number | null

  constructor(status: number, { code, message, text, fields = [], retryAfter = null }: Answered = {}) {
    super(message)
    this.status = status
    this.code = code
    this.text = text
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** The server cannot be reached, or the response is incomplete. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

export const hasCode = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof ApiError && error.code !== undefined && codes.includes(error.code)

/** Somebody else saved the same thing first. */
export const isMeanwhileError = (error: unknown): boolean =>
  error instanceof ApiError && isMeanwhile(error.code)

/** The text of a failed call: of its code, else by its status. */
export const byStatus =
  (texts: Readonly<Record<number, string>>, otherwise: string) =>
  (error: unknown): string =>
    (error instanceof ApiError && (error.text ?? texts[error.status])) || otherwise

export const isTransient = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 502)

/** The server asked to come back later. */
export const isBusy = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && error.retryAfter !== null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string'

/** Loaded with the first failure, since most visits have none. Null if the file is gone, as after an update: texts of the status remain. */
const loadTexts = () => import('#web/text/failures.ts').catch(() => null)

/** Converts an error response; a body that is not JSON, such as a proxy's HTML page, leaves only the status. */
export async function readFailure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : null
  if (!isRecord(body)) return new ApiError(response.status, { retryAfter })
  const message = typeof body.message === 'string' ? body.message : undefined
  const errors = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : []
  const texts = await loadTexts()
  const fields = texts
    ? errors.map((one) => ({ ...one, text: entryOf(texts.FIELD_ERROR_TEXTS, String(one.code)) }))
    : errors
  const code = typeof body.code === 'string' ? (body.code as ErrorCode) : undefined
  const known = texts && code ? entryOf(texts.ERROR_TEXTS, code) : undefined
  const text = typeof known === 'symbol' ? message : known
  return new ApiError(response.status, { code, message, text, fields, retryAfter })
}
