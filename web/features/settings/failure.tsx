// What a failure in the settings means, without the code of dialogs.
import { ApiError } from '#web/api/errors.ts'
import { Failure } from '#web/ui/message.tsx'
import { DEFAULT_ERROR, SESSION_EXPIRED } from './text.ts'

export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return DEFAULT_ERROR
  const known = error.text ?? error.fields[0]?.text
  return known ?? (error.status === 401 ? SESSION_EXPIRED : DEFAULT_ERROR)
}

/** Nothing without an error. */
export const SettingsFailure = ({ error }: { error: unknown }) =>
  error ? <Failure>{failureText(error)}</Failure> : null
