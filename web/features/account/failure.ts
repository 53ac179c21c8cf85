import { entryOf } from '#contract/entry.ts'
import { STATUS_ERRORS } from '#contract/status-errors.ts'
import { ApiError, NetworkError } from '#web/api/errors.ts'
import { text } from './text.ts'

/** The server validates e-mails more strictly than the form. */
const aboutEmail = (error: ApiError): boolean =>
  error.status === 400 && error.fields.some(({ path }) => path === 'email')

/** The alert on the sign-in form: what the code of the failure means, the server's own message, or 'Algo está mal!'. */
export function signInFailure(error: unknown): string {
  if (error instanceof NetworkError) return text.errors.offline
  if (!(error instanceof ApiError)) return text.errors.unknown
  if (aboutEmail(error)) return text.rules.signInEmailInvalid
  if (error.status === 429) return text.errors.tooMany(Math.max(1, Math.ceil((error.retryAfter ?? 60) / 60)))
  if (error.text) return error.text
  if (error.status === 401) return text.errors.wrongCredentials
  // A message that only repeats the status is not helpful; one without a code is of a proxy.
  const isBare = error.code ? entryOf(STATUS_ERRORS, error.code) !== undefined : error.status >= 500
  return isBare ? text.errors.unknown : error.message || text.errors.unknown
}

/** The token of the first step is no longer valid, so the sign-in starts over. */
export const isStepExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ path }) => path === 'token')

/** The alert below the field for a code of the second factor. */
export const codeFailure = (error: unknown): string =>
  error instanceof ApiError && error.fields.some(({ path }) => path === 'code')
    ? text.errors.codeWrong
    : signInFailure(error)

/** The alert on the other forms. */
export function formFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 400 && !aboutEmail(error)) {
    const [field] = error.fields
    return error.text ?? field?.text ?? field?.message ?? signInFailure(error)
  }
  return signInFailure(error)
}
