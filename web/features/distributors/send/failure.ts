import { ApiError } from '#web/api/errors.ts'
import { errorText } from '#web/text/errors.ts'

/** What is wrong with a field, where the server says so. */
export const failureOf = (error: unknown): string =>
  (error instanceof ApiError ? error.fields.find((field) => field.text !== undefined)?.text : undefined) ??
  errorText(error)
