// Errors with HTTP statuses; thrown anywhere, sent by error-handler.ts.

const CATALOGUE = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
} as const

export type Status = keyof typeof CATALOGUE

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
    message: string = CATALOGUE[status],
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

export const catalogueMessage = (status: number): string =>
  (CATALOGUE as Record<number, string>)[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error')
