// Errors of API calls. The messages for users are in web/text/errors.ts.
import { isMeanwhile } from '#contract/revisions.ts'
import { MEANWHILE_FAILURE } from '#web/text/errors.ts'

/** Names of HTTP statuses from the specification; any other is 'Generic Error'. */
const CATALOGUE: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
}

export interface FieldError {
  readonly path: string
  readonly message: string
}

/** The server responded with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly reason: string
  readonly fields: readonly FieldError[]
  /** Value of Retry-After in seconds (429, 503). */
  readonly retryAfter: number | null

  constructor(
    status: number,
    message?: string,
    fields: readonly FieldError[] = [],
    retryAfter: number | null = null,
  ) {
    const reason = CATALOGUE[status] ?? 'Generic Error'
    super(message || reason)
    this.status = status
    this.reason = reason
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** The server cannot be reached, or the response is incomplete. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** Somebody else saved the same thing first. */
export const isMeanwhileError = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && isMeanwhile(error.message)

/** The text of a failed call, by the status of its answer. */
export const byStatus =
  (texts: Readonly<Record<number, string>>, otherwise: string) =>
  (error: unknown): string =>
    isMeanwhileError(error)
      ? MEANWHILE_FAILURE
      : (error instanceof ApiError && texts[error.status]) || otherwise

export const isTransient = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 502)

/** The server asked to come back later. */
export const isBusy = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && error.retryAfter !== null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string'

/** Converts an error response; a body that is not JSON, such as a proxy's HTML page, leaves only the status. */
export async function readFailure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : null
  if (!isRecord(body)) return new ApiError(response.status, undefined, [], retryAfter)
  const message = typeof body.message === 'string' ? body.message : undefined
  const fields = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : []
  return new ApiError(response.status, message, fields, retryAfter)
}
