// Sets a new password with the token of the mail, then leads to sign-in.
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { formFailure } from './failure.ts'
import { AccountLink, FormPage } from './form-page.tsx'
import { leaveNotice } from './notice.ts'
import { newPasswordRule } from './rules.ts'
import { text } from './text.ts'

const saysTokenIsBad = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ path }) => path.endsWith('token'))

export function ChoosePassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: newPasswordRule },
  })
  const save = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call('POST /api/auth/reset-password/confirm', { body: { token, password } }),
    onSuccess: () => {
      leaveNotice('passwordSaved')
      return navigate({ to: '/auth/sign-in' })
    },
  })
  const failure = saysTokenIsBad(save.error) ? text.linkUsed : formFailure(save.error)
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
      <PasswordField
        label={text.newPassword}
        autoComplete="new-password"
        size="md"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </FormPage>
  )
}
