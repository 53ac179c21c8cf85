// What the server answered to a change, in Spanish. Touches api and this feature's words.
import { ApiError } from '#web/api/errors.ts'
import { DEFAULT_ERROR, SAID } from './text.ts'

/** The line in a form after a call that failed. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? (SAID[error.message] ?? DEFAULT_ERROR) : DEFAULT_ERROR

/** A message of success as people read it. */
export const saidText = (message: string): string => SAID[message] ?? message
