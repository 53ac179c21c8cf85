// Chooses distributors by name from the shop's list, or all of them.

import { Radio } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useCall } from '#web/api/call.ts'
import { TextField } from '#web/ui/field.tsx'
import { Checkboxes, Fieldset } from '#web/ui/forms/fields.tsx'
import shared from '#web/ui/shared.module.css'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import { distributorText as text } from '../text.ts'
import css from './distributor-picker.module.css'
import { offeredDistributors } from './offered-distributors.ts'

interface DistributorPickerProps {
  /** Subject of the choice, for its texts. */
  note: string
  chosen: readonly string[]
  onChange: (distIds: string[]) => void
  error: ReactNode
}

const ALL = { query: { per_page: 1000, orderBy: 'dist_name', order: 'ASC' } }
const HEIGHT = 160

export function DistributorPicker({ note, chosen, onChange, error }: DistributorPickerProps) {
  const state = useCall('GET /api/distributors/get-distributors-list', ALL)
  const [typed, setTyped] = useState('')
  const [chosenBefore] = useState(chosen)
  const offered = offeredDistributors(state.data?.data ?? [], chosen, chosenBefore, typed)
  /** Enter takes the first that is found, and submits nothing. */
  const takeFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const first = offered.find(({ dist_id }) => !chosen.includes(dist_id))
    if (typed.trim() === '' || !first) return
    onChange([...chosen, first.dist_id])
    setTyped('')
  }
  return (
    <div className={css.picker}>
      <p className={shared.quiet}>{note}</p>
      <TextField
        aria-label={text.search}
        placeholder={text.search}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error}
        onKeyDown={takeFirst}
      />
      {state.status === 'pending' ? <LoadingProgress height={HEIGHT} /> : null}
      {state.status === 'error' ? (
        <ErrorState height={HEIGHT} error={state.error} onRetry={state.refetch} />
      ) : null}
      {state.status === 'success' ? (
        <fieldset className={`${shared.box} ${css.choices}`} aria-label={text.scope}>
          <Checkboxes
            options={offered.map(({ dist_id, dist_name }) => ({
              value: dist_id,
              label: dist_name ? `${dist_name} · ${dist_id}` : dist_id,
            }))}
            {...{ chosen, onChange }}
          />
          {offered.length === 0 ? <p className={shared.quiet}>{text.noneFound}</p> : null}
        </fieldset>
      ) : null}
      <p className={shared.quiet} aria-live="polite">
        {text.chosen(chosen.length)}
      </p>
    </div>
  )
}

/** Whether all distributors are meant. */
export const ScopeChoice = ({
  limited,
  onChange,
}: {
  limited: boolean
  onChange: (limited: boolean) => void
}) => (
  <Fieldset legend={text.scope}>
    <Radio name="scope" label={text.all} checked={!limited} onChange={() => onChange(false)} />
    <Radio name="scope" label={text.some} checked={limited} onChange={() => onChange(true)} />
  </Fieldset>
)
