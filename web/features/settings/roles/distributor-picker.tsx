// Chooses distributors by name from the shop's list.

import { Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCall } from '#web/api/use-call.ts'
import shared from '#web/ui/shared.module.css'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import css from './roles.module.css'
import { offeredDistributors } from './rules.ts'
import { roleText } from './text.ts'

interface DistributorPickerProps {
  chosen: readonly string[]
  onChange: (distIds: string[]) => void
  error: ReactNode
}

const ALL = { query: { per_page: 1000, orderBy: 'dist_name', order: 'ASC' } }
const HEIGHT = 160

export function DistributorPicker({ chosen, onChange, error }: DistributorPickerProps) {
  const state = useCall('GET /api/distributors/get-distributors-list', ALL)
  const [typed, setTyped] = useState('')
  const [chosenBefore] = useState(chosen)
  const offered = offeredDistributors(state.data?.data ?? [], chosen, chosenBefore, typed)
  return (
    <div className={css.picker}>
      <p className={shared.quiet}>{roleText.scopeNote}</p>
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
        <fieldset className={`${shared.box} ${css.choices}`} aria-label={roleText.scope}>
          {offered.map(({ dist_id, dist_name }) => (
            <Checkbox
              key={dist_id}
              size="sm"
              label={dist_name ? `${dist_name} · ${dist_id}` : dist_id}
              checked={chosen.includes(dist_id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, dist_id] : chosen.filter((one) => one !== dist_id))
              }
            />
          ))}
          {offered.length === 0 ? <p className={shared.quiet}>{roleText.noneFound}</p> : null}
        </fieldset>
      ) : null}
      <p className={shared.quiet} aria-live="polite">
        {roleText.chosen(chosen.length)}
      </p>
    </div>
  )
}
