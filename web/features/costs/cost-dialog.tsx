// The cost of one product from a day on, with those entered before.

import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { CostRow } from '#contract/costs.ts'
import { call, useCall } from '#web/api/call.ts'
import { DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { errorText } from '#web/text/errors.ts'
import { date, money } from '#web/text/format.ts'
import { readNumber, writeNumber } from '#web/text/read-number.ts'
import { TextField } from '#web/ui/field.tsx'
import shared from '#web/ui/shared.module.css'
import { isCost } from './rows.ts'
import { dialogText as text } from './text.ts'

interface CostDialogProps {
  readonly row: CostRow
  /** First day of the month on screen. */
  readonly since: string
  readonly onClose: () => void
  readonly onSaved: () => void
}

const isRight = (read: ReturnType<typeof readNumber>) =>
  read === null || (typeof read === 'number' && isCost(read))

export default function CostDialog({ row, since: first, onClose, onSaved }: CostDialogProps) {
  const form = useForm({
    initialValues: { cost: row.unit_cost === null ? '' : writeNumber(row.unit_cost), since: first },
    validate: { cost: (cost) => (isRight(readNumber(cost)) ? null : text.wrongCost) },
  })
  const entered = useCall('GET /api/products/costs/entered', { query: { key: row.key } })
  const save = useMutation({
    mutationFn: ({ cost, since }: typeof form.values) => {
      const read = readNumber(cost)
      return call('POST /api/products/costs', {
        body: { rows: [{ key: row.key, since, cost: typeof read === 'number' ? read : null }] },
      })
    },
    onSuccess: () => {
      onSaved()
      onClose()
    },
  })
  const before = entered.data?.data ?? []
  return (
    <DialogForm
      title={text.titleOf(row.product_name)}
      submit={text.saveOne}
      mutation={save}
      failureText={(error) => errorText(error)}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextField
        label={text.cost}
        description={text.costHint}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('cost')}
      />
      <TextField type="date" label={text.since} {...form.getInputProps('since')} />
      {before.length > 0 ? (
        <div>
          <h3 className={shared.heading}>{text.entered}</h3>
          <ul>
            {before.map((one) => (
              <li key={one.since}>{text.enteredAt(date(one.since), money(one.cost))}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </DialogForm>
  )
}
