// Chooses distributors by name out of the shop's list. Touches api, ui, Mantine and this feature.
import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { fetchQuery } from '#web/api/ask.ts'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import css from './settings.module.css'
import { roleText } from './text.ts'

interface DistributorPickerProps {
  chosen: readonly string[]
  onChange: (distIds: string[]) => void
  error: ReactNode
}

const ALL = { query: { per_page: 1000, orderBy: 'dist_name', order: 'ASC' } }
const HEIGHT = 160

const fold = (words: string) =>
  words
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

export function DistributorPicker({ chosen, onChange, error }: DistributorPickerProps) {
  const state = useQuery(fetchQuery('GET /api/distributors/get-distributors-list', ALL))
  const [typed, setTyped] = useState('')
  // As the form opened: a row that moved away under the pointer would be lost.
  const [before] = useState(chosen)
  const known = state.data?.data ?? []
  // One that has left the shop's list stays chosen and can still be taken out.
  const gone = chosen.filter((id) => !known.some(({ dist_id }) => dist_id === id))
  const all = [
    ...gone.map((id) => ({ dist_id: id, dist_name: '' })),
    ...known.filter(({ dist_id }) => before.includes(dist_id)),
    ...known.filter(({ dist_id }) => !before.includes(dist_id)),
  ]
  const wanted = fold(typed.trim())
  const shown = all.filter(({ dist_id, dist_name }) => fold(`${dist_name} ${dist_id}`).includes(wanted))
  return (
    <div className={css.picker}>
      <p className={css.quiet}>{roleText.scopeNote}</p>
      <TextInput
        aria-label={roleText.search}
        placeholder={roleText.search}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {state.status === 'pending' ? <LoadingProgress height={HEIGHT} /> : null}
      {state.status === 'error' ? (
        <ErrorState height={HEIGHT} error={state.error} onRetry={state.refetch} />
      ) : null}
      {state.status === 'success' ? (
        <fieldset className={css.choices} aria-label={roleText.scope}>
          {shown.map(({ dist_id, dist_name }) => (
            <Checkbox
              key={dist_id}
              size="sm"
              label={dist_name ? `${dist_name} · ${dist_id}` : dist_id}
              checked={chosen.includes(dist_id)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, dist_id]
                    : chosen.filter((one) => one !== dist_id),
                )
              }
            />
          ))}
          {shown.length === 0 ? <p className={css.quiet}>{roleText.noneFound}</p> : null}
        </fieldset>
      ) : null}
      <p className={css.quiet} aria-live="polite">
        {roleText.chosen(chosen.length)}
      </p>
    </div>
  )
}
