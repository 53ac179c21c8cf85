// The cost of one product from a day on, with those entered before.
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CostRow } from '#contract/costs.ts'
import { call, useCall } from '#web/api/call.ts'
import { DialogForm } from '#web/lists/dialog.tsx'
import { errorText } from '#web/text/errors.ts'
import { date, money } from '#web/text/format.ts'
import { readNumber, writeNumber } from '#web/text/read-number.ts'
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

export default function CostDialog({ row, since: first, onClose, onSaved }: CostDialogProps) {
  const [cost, setCost] = useState(row.unit_cost === null ? '' : writeNumber(row.unit_cost))
  const [since, setSince] = useState(first)
  const [isWrong, setWrong] = useState(false)
  const entered = useCall('GET /api/products/costs/entered', { query: { key: row.key } })
  const read = readNumber(cost)
  const isRight = read === null || (typeof read === 'number' && isCost(read))
  const save = useMutation({
    mutationFn: () =>
      call('POST /api/products/costs', {
        body: { rows: [{ key: row.key, since, cost: typeof read === 'number' ? read : null }] },
      }),
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
      onSubmit={() => (isRight ? save.mutate() : setWrong(true))}
    >
      <TextInput
        label={text.cost}
        description={text.costHint}
        inputMode="decimal"
        autoComplete="off"
        value={cost}
        onChange={({ currentTarget }) => setCost(currentTarget.value)}
        error={isWrong && !isRight ? text.wrongCost : null}
      />
      <TextInput
        type="date"
        label={text.since}
        value={since}
        onChange={({ currentTarget }) => setSince(currentTarget.value)}
      />
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
