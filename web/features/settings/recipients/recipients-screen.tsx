// Correos permitidos: where mails may go besides accounts.

import { Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, refresh, useCall } from '#web/api/call.ts'
import { RemovableList } from '#web/shared/lists/removable-list.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { dateTime } from '#web/text/format.ts'
import { TextField } from '#web/ui/field.tsx'
import { required } from '#web/ui/forms/fields.tsx'
import { Notice } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { DialogForm } from '../dialog.tsx'
import { failureText } from '../failure.tsx'
import { UsersTabs } from '../parts.tsx'
import { recipientsText as text } from './text.ts'

const ALLOWANCES = 'GET /api/config/mail-allowances'

const changed = () => refresh(ALLOWANCES, 'GET /api/config/audit', 'GET /api/sheet-mails')

export default function RecipientsScreen() {
  const [notice, setNotice] = useState<string | null>(null)
  const state = useCall(ALLOWANCES)
  return (
    <Page>
      <UsersTabs />
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <RemovableList
        texts={text}
        failed={failureText(null)}
        state={state}
        height={80}
        itemsOf={({ data }) => data.map(({ target, ...allowance }) => ({ name: target, ...allowance }))}
        row={({ id, name, allowed_by, allowed_at }, onRemove) => (
          <li key={id} className={rows.row}>
            <span className={rows.what}>
              <span className={shared.line}>
                <strong>{name}</strong>
                {name.startsWith('@') ? <span className={shared.pill}>{text.domain}</span> : null}
              </span>
              <span className={shared.quiet}>{text.by(allowed_by, dateTime(allowed_at))}</span>
            </span>
            <Group gap={8}>
              <RowButton aria-label={text.removeLabel(name)} onClick={onRemove}>
                {text.remove}
              </RowButton>
            </Group>
          </li>
        )}
        adding={(onClose) => <Add {...{ onClose, onDone: setNotice }} />}
        onRemove={async (id) => {
          await call('DELETE /api/config/mail-allowances/{id}', { params: { id } })
          await changed()
        }}
        onDone={setNotice}
      />
    </Page>
  )
}

const TARGET = /^([^\s@,;]*)@[^\s@,;]+\.[^\s@,;]{2,}$/

function Add({ onClose, onDone }: { onClose: () => void; onDone: (message: string) => void }) {
  const form = useForm({
    initialValues: { target: '' },
    validate: {
      target: (value) => required(text.required)(value) ?? (TARGET.test(value.trim()) ? null : text.wrong),
    },
  })
  const add = useMutation({
    mutationFn: (target: string) => call('POST /api/config/mail-allowances', { body: { target } }),
    onSuccess: async (_, target) => {
      await changed()
      onDone(text.added(target))
      onClose()
    },
  })
  return (
    <DialogForm
      title={text.add}
      submit={text.submit}
      mutation={add}
      onClose={onClose}
      onSubmit={form.onSubmit(({ target }) => add.mutate(target.trim().toLowerCase()))}
    >
      <TextField
        data-autofocus
        label={text.target}
        description={text.hint}
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('target')}
      />
    </DialogForm>
  )
}
