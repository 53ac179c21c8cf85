// Calls that need a recent password: if the server requires it, the form asks for the password and then repeats the call.

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/call.ts'
import { ApiError, hasCode } from '#web/api/errors.ts'
import { PasswordField } from '#web/ui/field.tsx'
import { signInFailure } from '../failure.ts'
import { PanelForm } from '../panel-form.tsx'
import { text } from '../text.ts'
import { factorText } from './text.ts'

/** `question` is the form for the password, while the server requires it. */
export function useRecent<Values, Data>(
  request: (values: Values) => Promise<Data>,
  onDone: (data: Data) => unknown,
) {
  const send = useMutation({ mutationFn: request, onSuccess: (data) => void onDone(data) })
  const isAsked = hasCode(send.error, 'password-not-recent')
  return {
    send,
    error: isAsked ? null : send.error,
    question: isAsked ? <RecentPassword onConfirmed={() => send.mutate(send.variables as Values)} /> : null,
  }
}

function RecentPassword({ onConfirmed }: { onConfirmed: () => void }) {
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: () => call('POST /api/account/confirm-password', { body: { password } }),
    onSuccess: onConfirmed,
  })
  const failure = confirm.isError
    ? confirm.error instanceof ApiError && confirm.error.status === 400
      ? text.errors.passwordWrong
      : signInFailure(confirm.error)
    : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <PanelForm submit={factorText.confirm} isPending={confirm.isPending} onSubmit={submit}>
      <PasswordField
        label={factorText.password}
        description={factorText.passwordHint}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={failure}
      />
    </PanelForm>
  )
}
