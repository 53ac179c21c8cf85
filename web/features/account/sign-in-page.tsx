// Sign-in. On success the session begins, and the route leads to where the person wanted to go.
import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { signIn, useSession } from '#web/api/session.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { signInFailure } from './failure.ts'
import classes from './form-page.module.css'
import { AccountLink, FormPage } from './form-page.tsx'
import { takeNotice } from './notice.ts'
import { signInRules } from './rules.ts'
import { text } from './text.ts'

function SignInPage() {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const notice = useNotice()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', remember: true },
    validate: signInRules,
  })

  const submit = form.onSubmit(async ({ email, password, remember }) => {
    setBusy(true)
    setFailure(null)
    try {
      await signIn(email.trim(), password, remember)
    } catch (error) {
      setFailure(signInFailure(error))
      setBusy(false)
    }
  })

  return (
    <FormPage
      title={text.welcome}
      hint={text.welcomeHint}
      notice={notice}
      failure={failure}
      submit={text.signIn}
      busy={busy}
      onSubmit={submit}
      foot={
        <>
          {text.noAccount} <AccountLink to="/auth/sign-up">{text.createAccount}</AccountLink>
        </>
      }
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
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        size="md"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <div className={classes.row}>
        <Checkbox
          label={text.rememberMe}
          key={form.key('remember')}
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
        <AccountLink to="/auth/reset-password">{text.forgot}</AccountLink>
      </div>
    </FormPage>
  )
}

/** What the page before left to say, or that the session ended by itself. */
function useNotice(): string | null {
  const session = useSession()
  const [notice, setNotice] = useState<string | null>(null)
  useEffect(() => {
    const left = takeNotice()
    if (left) setNotice(text.notices[left])
  }, [])
  if (notice) return notice
  return session.state === 'signed-out' && session.why === 'expired' ? text.notices.expired : null
}

export default SignInPage
