import { entryOf } from '#contract/entry.ts'
import { ApiError, NetworkError } from '#web/api/errors.ts'
import { text } from './text.ts'

/** The server's message for an account whose e-mail is not confirmed. */
const UNCONFIRMED = 'Falta elegir una contraseña con el enlace del correo.'

/** The server's message while only the identity provider can sign people in. */
const LOCAL_CLOSED = 'Local sign-in is closed.'

/** The server's messages about a password. */
const FIELD_MESSAGES: Readonly<Record<string, string>> = {
  'is too common': text.errors.passwordCommon,
  'is wrong': text.errors.passwordWrong,
  'is the current one': text.errors.passwordSame,
}

/** The server validates e-mails more strictly than the form. */
const aboutEmail = (error: ApiError): boolean =>
  error.status === 400 && error.fields.some(({ path }) => path === 'email')

/** The alert on the sign-in form: wrong credentials, the server's own message, or 'Algo está mal!'. */
export function signInFailure(error: unknown): string {
  if (error instanceof NetworkError) return text.errors.offline
  if (!(error instanceof ApiError)) return text.errors.unknown
  if (aboutEmail(error)) return text.rules.signInEmailInvalid
  if (error.message === 'Unauthorized') return text.errors.wrongCredentials
  if (error.status === 429) return text.errors.tooMany(Math.max(1, Math.ceil((error.retryAfter ?? 60) / 60)))
  if (error.message === LOCAL_CLOSED) return text.errors.localClosed
  if (error.status === 403)
    return error.message === UNCONFIRMED ? text.errors.unconfirmed : text.errors.waiting
  // A message that only repeats the status is not helpful.
  return error.message === error.reason ? text.errors.unknown : error.message
}

/** The token of the first step is no longer valid, so the sign-in starts over. */
export const isStepExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ path }) => path === 'token')

/** The alert below the field for a code of the second factor. */
export const codeFailure = (error: unknown): string =>
  error instanceof ApiError && (error.status === 401 || error.fields.some(({ path }) => path === 'code'))
    ? text.errors.codeWrong
    : signInFailure(error)

/** The text of the first wrong field. */
function fieldFailure({ fields: [first] }: ApiError): string | undefined {
  return first && (entryOf(FIELD_MESSAGES, first.message) ?? first.message)
}

/** The alert on the other forms. */
export function formFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 400 && !aboutEmail(error))
    return fieldFailure(error) ?? error.message
  return signInFailure(error)
}
