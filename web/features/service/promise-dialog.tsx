// Sets the days within which orders are promised: for all, or for one distributor.

import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { MOST_PROMISED_DAYS, PROMISED_DAYS } from '#contract/lists/service.ts'
import type { DeliveryPromises } from '#contract/service.ts'
import { call, useCall } from '#web/api/call.ts'
import { AsyncDialog, DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import shared from '#web/ui/shared.module.css'
import { text } from './promise-text.ts'

const DISTRIBUTORS = { query: { per_page: 1000, orderBy: 'dist_name', order: 'ASC' } } as const
const GENERAL = ''
const NONE = '0'

interface PromiseDialogProps {
  readonly onClose: () => void
  readonly onSaved: () => void
}

export default function PromiseDialog({ onClose, onSaved }: PromiseDialogProps) {
  const state = useCall('GET /api/distributors/service/promises')
  return (
    <AsyncDialog state={state} title={text.title} onClose={onClose}>
      {({ data }) => <Form promises={data} onClose={onClose} onSaved={onSaved} />}
    </AsyncDialog>
  )
}

const ownDays = ({ general, own }: DeliveryPromises, whose: string): string =>
  whose === GENERAL ? String(general) : String(own.find(({ dist_id }) => dist_id === whose)?.days ?? '')

const isDays = (days: string): boolean =>
  days === '' || (/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= MOST_PROMISED_DAYS)

function Form({ promises, onClose, onSaved }: PromiseDialogProps & { readonly promises: DeliveryPromises }) {
  const form = useForm({
    initialValues: { whose: GENERAL, days: ownDays(promises, GENERAL) },
    validate: { days: (days) => (isDays(days.trim()) ? null : text.wrong(MOST_PROMISED_DAYS)) },
  })
  const { whose } = form.values
  const distributors = useCall('GET /api/distributors/get-distributors-list', DISTRIBUTORS)
  const save = useMutation({
    mutationFn: ({ days }: typeof form.values) =>
      call('POST /api/distributors/service/promises', {
        body: {
          dist_id: whose === GENERAL ? null : whose,
          days: days.trim() === '' ? null : Number(days),
        },
      }),
    onSuccess: () => {
      onSaved()
      onClose()
    },
  })
  const choose = (next: string) => form.setValues({ whose: next, days: ownDays(promises, next) })
  const offered = (distributors.data?.data ?? []).filter(({ dist_id }) => dist_id !== NONE)
  return (
    <DialogForm
      title={text.title}
      submit={text.save}
      mutation={save}
      failureText={() => text.failed}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <p className={shared.quiet}>{text.note}</p>
      <SelectField
        label={text.whose}
        value={whose}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: GENERAL, label: text.general },
          ...offered.map(({ dist_id, dist_name }) => ({
            value: dist_id,
            label: `${dist_name} · ${dist_id}`,
          })),
        ]}
      />
      <TextField
        label={text.days}
        description={whose === GENERAL ? text.generalHint(PROMISED_DAYS) : text.daysHint(promises.general)}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('days')}
      />
      {promises.own.length > 0 ? (
        <div>
          <h3 className={shared.heading}>{text.own}</h3>
          <ul>
            {promises.own.map(({ dist_id, dist_name, days: own }) => (
              <li key={dist_id}>{text.ownOf(dist_name, own)}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </DialogForm>
  )
}
