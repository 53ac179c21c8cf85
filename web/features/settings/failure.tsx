// What a failure in the settings means, without the code of dialogs.
import { ApiError } from '#web/api/errors.ts'
import shared from '#web/ui/shared.module.css'
import { DEFAULT_ERROR, SESSION_EXPIRED } from './text.ts'

export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return DEFAULT_ERROR
  const known = error.text ?? error.fields[0]?.text
  return known ?? (error.status === 401 ? SESSION_EXPIRED : DEFAULT_ERROR)
}

/** As a line among the parts of a screen. */
export const FailureLine = ({ error }: { error: unknown }) =>
  error ? (
    <p className={shared.message} data-bad role="alert">
      {failureText(error)}
    </p>
  ) : null
