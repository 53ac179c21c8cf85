// Sign-up: requests an account, then goes to sign-in.
import { useForm } from '@mantine/form'
import { call } from '#web/api/call.ts'
import { formFailure } from './failure.ts'
import { AccountLink, FormField, FormPage, SecretField } from './form-page.tsx'
import { signUpRules } from './rules.ts'
import { text } from './text.ts'
import { useAccountCall } from './use-account-call.ts'

export default function SignUpPage() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    validate: signUpRules,
  })
  const signUp = useAccountCall(
    (values: typeof form.values) =>
      call('POST /api/register', { body: { ...values, email: values.email.trim() } }),
    'registered',
  )
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
      <FormField form={form} name="firstName" label={text.firstName} autoComplete="given-name" autoFocus />
      <FormField form={form} name="lastName" label={text.lastName} autoComplete="family-name" />
      <FormField form={form} name="email" type="email" label={text.email} autoComplete="email" />
      <SecretField form={form} name="password" label={text.password} autoComplete="new-password" />
    </FormPage>
  )
}
