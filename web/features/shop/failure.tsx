import { ApiError } from '#web/api/errors.ts'
import { errorText } from '#web/text/errors.ts'
import { Failure } from '#web/ui/message.tsx'
import { mappingText } from './text.ts'

/** The mistakes of a rejected mapping, each with its path. */
export const mappingMistakes = (error: unknown): string[] =>
  error instanceof ApiError && error.status === 400
    ? error.fields.map(
        ({ path, message, text = message }) => `${path.replace(/^mapping\.?/, '') || 'mapping'}: ${text}`,
      )
    : []

/** Nothing without an error. */
export function ShopFailure({ error }: { error: unknown }) {
  if (!error) return null
  const mistakes = mappingMistakes(error)
  if (mistakes.length === 0) return <Failure>{errorText(error)}</Failure>
  return (
    <Failure>
      <p>{mappingText.mistakes}</p>
      <ul>
        {mistakes.map((mistake) => (
          <li key={mistake}>{mistake}</li>
        ))}
      </ul>
    </Failure>
  )
}
