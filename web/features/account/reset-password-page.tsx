// Password reset: asks for the e-mail, or sets the new password when opened from its link (?token=…).
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { call } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { formFailure } from './failure.ts'
import { AccountLink, FormField, FormPage, SecretField } from './form-page.tsx'
import { newPasswordRule, resetRules } from './rules.ts'
import { text } from './text.ts'
import { useAccountCall } from './use-account-call.ts'

export default function ResetPasswordPage() {
  const search: object = useSearch({ strict: false })
  const token: unknown = 'token' in search ? search.token : undefined
  return typeof token === 'string' && token ? <NewPassword token={token} /> : <RequestReset />
}

/** The answer is the same whether the account exists or not. */
function RequestReset() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: resetRules })
  const reset = useAccountCall(
    ({ email }: { email: string }) =>
      call('POST /api/auth/reset-password', { body: { email: email.trim() } }),
    'resetAsked',
  )
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
      <FormField form={form} name="email" type="email" label={text.email} autoComplete="username" autoFocus />
    </FormPage>
  )
}

const isTokenInvalid = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ path }) => path.endsWith('token'))

function NewPassword({ token }: { token: string }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: newPasswordRule },
  })
  const save = useAccountCall(
    ({ password }: { password: string }) =>
      call('POST /api/auth/reset-password/confirm', { body: { token, password } }),
    'passwordSaved',
  )
  const failure = isTokenInvalid(save.error) ? text.linkUsed : formFailure(save.error)
  return (
    <FormPage
      title={text.choosePassword}
      hint={text.choosePasswordHint}
      failure={save.isError ? failure : null}
      submit={text.savePassword}
      busy={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      foot={<AccountLink to="/auth/reset-password">{text.resetPassword}</AccountLink>}
    >
      <SecretField form={form} name="password" label={text.newPassword} autoComplete="new-password" />
    </FormPage>
  )
}
