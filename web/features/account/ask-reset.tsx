// Asks for the mail that resets a password; the answer is the same whether the account exists or not.
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#web/api/call.ts'
import { formFailure } from './failure.ts'
import { AccountLink, FormPage } from './form-page.tsx'
import { leaveNotice } from './notice.ts'
import { resetRules } from './rules.ts'
import { text } from './text.ts'

export function AskReset() {
  const navigate = useNavigate()
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: resetRules })
  const reset = useMutation({
    mutationFn: ({ email }: { email: string }) =>
      call('POST /api/auth/reset-password', { body: { email: email.trim() } }),
    onSuccess: () => {
      leaveNotice('resetAsked')
      return navigate({ to: '/auth/sign-in' })
    },
  })
  return (
    <FormPage
      title={text.resetPassword}
      hint={text.resetHint}
      failure={reset.isError ? formFailure(reset.error) : null}
      submit={text.resetPassword}
      busy={reset.isPending}
      onSubmit={form.onSubmit((values) => reset.mutate(values))}
      foot={<AccountLink to="/auth/sign-in">{text.backToSignIn}</AccountLink>}
    >
      <TextInput
        type="email"
        label={text.email}
        autoComplete="username"
        size="md"
        maxLength={255}
        autoFocus
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
    </FormPage>
  )
}
