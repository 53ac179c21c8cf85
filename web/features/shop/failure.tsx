import { ApiError } from '#web/api/errors.ts'
import { errorText } from '#web/text/errors.ts'
import css from './shop.module.css'
import { mappingText } from './text.ts'

/** The mistakes of a rejected mapping, each with its path. */
export const mappingMistakes = (error: unknown): string[] =>
  error instanceof ApiError && error.status === 400
    ? error.fields.map(
        ({ path, message, text = message }) => `${path.replace(/^mapping\.?/, '') || 'mapping'}: ${text}`,
      )
    : []

/** Nothing without an error. */
export function Failure({ error }: { error: unknown }) {
  if (!error) return null
  const mistakes = mappingMistakes(error)
  if (mistakes.length === 0)
    return (
      <p className={css.failure} role="alert">
        {errorText(error)}
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
