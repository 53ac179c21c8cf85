// What went wrong with a call of this feature, in one Spanish line. Touches api, text and this feature's words.
import { ApiError } from '#web/api/errors.ts'
import { errorText } from '#web/text/errors.ts'
import { said } from './text.ts'

export const failureText = (error: unknown): string =>
  (error instanceof ApiError ? said(error.message) : undefined) ?? errorText(error)

/** The mistakes of a refused mapping, each with its place. */
export const mistakesOf = (error: unknown): string[] =>
  error instanceof ApiError && error.status === 400
    ? error.fields.map(
        ({ path, message }) => `${path.replace(/^mapping\.?/, '') || 'mapping'}: ${said(message) ?? message}`,
      )
    : []
