// The e-mail of a distributor, which whoever sends Fichas can set.

import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SheetRecipient } from '#contract/sheet-mails.ts'
import { call, refresh } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { failureOf } from './failure.ts'
import css from './send.module.css'
import { text } from './text.ts'

interface AddressFieldProps {
  readonly recipient: SheetRecipient
  readonly onSaved?: () => void
  /** Something is typed that is not saved. */
  readonly onTyped: (distId: string, isUnsaved: boolean) => void
}

export function AddressField({ recipient: { dist_id, email }, onSaved, onTyped }: AddressFieldProps) {
  const [typed, setTyped] = useState(email)
  const tell = useEffectEvent(onTyped)
  useEffect(() => () => tell(dist_id, false), [dist_id])
  const save = useMutation({
    mutationFn: () =>
      call('POST /api/distributors/{dist_id}/email', { params: { dist_id }, body: { email: typed.trim() } }),
    onSuccess: async ({ data }) => {
      await refresh(
        'GET /api/sheet-mails',
        'GET /api/distributors/{dist_id}/profile',
        'GET /api/distributors/get-distributors-list',
      )
      setTyped(data.email)
      onTyped(dist_id, false)
      onSaved?.()
    },
  })
  return (
    <div className={css.email}>
      <TextField
        type="email"
        label={text.email}
        description={text.emailHint}
        autoComplete="off"
        maxLength={255}
        value={typed}
        error={save.isError ? failureOf(save.error) : null}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          onTyped(dist_id, value.trim() !== email)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          save.mutate()
        }}
      />
      <Button
        frame="bordered"
        tall
        disabled={typed.trim() === email}
        working={save.isPending}
        onClick={() => save.mutate()}
      >
        {text.saveEmail}
      </Button>
    </div>
  )
}
