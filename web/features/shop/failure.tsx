import { entryOf } from '#contract/entry.ts'
import { ApiError } from '#web/api/errors.ts'
import { errorText } from '#web/text/errors.ts'
import css from './shop.module.css'
import { mappingText, SERVER_MESSAGES } from './text.ts'

export const failureText = (error: unknown): string =>
  (error instanceof ApiError ? entryOf(SERVER_MESSAGES, error.message) : undefined) ?? errorText(error)

/** The mistakes of a rejected mapping, each with its path. */
export const mappingMistakes = (error: unknown): string[] =>
  error instanceof ApiError && error.status === 400
    ? error.fields.map(
        ({ path, message }) =>
          `${path.replace(/^mapping\.?/, '') || 'mapping'}: ${entryOf(SERVER_MESSAGES, message) ?? message}`,
      )
    : []

/** Nothing without an error. */
export function Failure({ error }: { error: unknown }) {
  if (!error) return null
  const mistakes = mappingMistakes(error)
  if (mistakes.length === 0)
    return (
      <p className={css.failure} role="alert">
        {failureText(error)}
      </p>
    )
  return (
    <div className={css.failure} role="alert">
      <p>{mappingText.mistakes}</p>
      <ul>
        {mistakes.map((mistake) => (
          <li key={mistake}>{mistake}</li>
        ))}
      </ul>
    </div>
  )
}
