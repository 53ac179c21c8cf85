// Sign-up: asks for an account, then leads back to sign-in.
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#web/api/call.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { formFailure } from './failure.ts'
import { AccountLink, FormPage } from './form-page.tsx'
import { leaveNotice } from './notice.ts'
import { signUpRules } from './rules.ts'
import { text } from './text.ts'

function SignUpPage() {
  const navigate = useNavigate()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    validate: signUpRules,
  })
  const signUp = useMutation({
    mutationFn: (values: typeof form.values) =>
      call('POST /api/register', { body: { ...values, email: values.email.trim() } }),
    onSuccess: () => {
      leaveNotice('registered')
      return navigate({ to: '/auth/sign-in' })
    },
  })

  return (
    <FormPage
      title={text.createAccount}
      hint={text.createHint}
      failure={signUp.isError ? formFailure(signUp.error) : null}
      submit={text.createAccount}
      busy={signUp.isPending}
      onSubmit={form.onSubmit((values) => signUp.mutate(values))}
      foot={
        <>
          {text.haveAccount} <AccountLink to="/auth/sign-in">{text.signIn}</AccountLink>
        </>
      }
    >
      <TextInput
        label={text.firstName}
        autoComplete="given-name"
        size="md"
        maxLength={255}
        autoFocus
        key={form.key('firstName')}
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label={text.lastName}
        autoComplete="family-name"
        size="md"
        maxLength={255}
        key={form.key('lastName')}
        {...form.getInputProps('lastName')}
      />
      <TextInput
        type="email"
        label={text.email}
        autoComplete="email"
        size="md"
        maxLength={255}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={text.password}
        autoComplete="new-password"
        size="md"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </FormPage>
  )
}

export default SignUpPage
