// What can go wrong with a call, as types; the words people read are in web/text/errors.ts.

/** The catalogue of the specification: HTTP status → its name; any other is 'Generic Error'. */
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
}

export interface FieldError {
  readonly path: string
  readonly message: string
}

/** The server answered, and not with success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Name of the status in the catalogue. */
  readonly reason: string
  readonly fields: readonly FieldError[]
  /** Seconds to wait, when the server said so (429, 503). */
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

/** No answer: the server cannot be reached, or the answer was cut. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** A later try may succeed without anything being changed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 502)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string'

/** The typed error of an answer that is not ok; a proxy's HTML page counts as its bare status. */
export async function readFailure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : null
  if (!isRecord(body)) return new ApiError(response.status, undefined, [], retryAfter)
  const message = typeof body.message === 'string' ? body.message : undefined
  const fields = Array.isArray(body.errors) ? body.errors.filter(isFieldError) : []
  return new ApiError(response.status, message, fields, retryAfter)
}
