// Sign-in. On success the session starts and the route redirects to the requested page.
import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { type SecondStep, signIn, useSession } from '#web/api/session.ts'
import { useCall } from '#web/api/use-call.ts'
import { CodePage } from './code-page.tsx'
import { signInFailure } from './failure.ts'
import { SecretField, TextField } from './fields.tsx'
import classes from './form-page.module.css'
import { AccountLink, FormPage } from './form-page.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButton, ProviderOnly } from './provider-button.tsx'
import { signInRules } from './rules.ts'
import { text } from './text.ts'
import { takeNotice } from './use-account-call.ts'

export default function SignInPage() {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [step, setStep] = useState<{ email: string; finish: SecondStep } | null>(null)
  const notice = useNotice()
  const { data: options } = useCall('GET /api/login/options')
  const [isLocal, setLocal] = useState(false)
  const provider = options?.data.provider
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', remember: true },
    validate: signInRules,
  })

  const submit = form.onSubmit(async ({ email, password, remember }) => {
    setBusy(true)
    setFailure(null)
    try {
      const finish = await signIn(email.trim(), password, remember)
      if (!finish) return
      setStep({ email: email.trim(), finish })
      setBusy(false)
    } catch (error) {
      setFailure(signInFailure(error))
      setBusy(false)
    }
  })

  if (step) {
    const startOver = (reason: string | null) => {
      setStep(null)
      setFailure(reason)
      form.setFieldValue('password', '')
    }
    return <CodePage email={step.email} step={step.finish} onStartOver={startOver} />
  }
  if (provider && !options.data.local && !isLocal)
    return (
      <ProviderOnly
        name={provider.name}
        notice={notice}
        failure={failure}
        onFailed={setFailure}
        onLocal={() => setLocal(true)}
      />
    )
  return (
    <FormPage
      title={text.welcome}
      hint={text.welcomeHint}
      notice={notice}
      failure={failure}
      submit={text.signIn}
      busy={busy}
      onSubmit={submit}
      others={
        <>
          {provider ? <ProviderButton name={provider.name} onFailed={setFailure} /> : null}
          <PasskeyButton remember={() => form.getValues().remember} onFailed={setFailure} />
        </>
      }
      foot={
        <>
          {text.noAccount} <AccountLink to="/auth/sign-up">{text.createAccount}</AccountLink>
        </>
      }
    >
      <TextField form={form} name="email" type="email" label={text.email} autoComplete="username" autoFocus />
      <SecretField form={form} name="password" label={text.password} autoComplete="current-password" />
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

/** The message of the previous page, or that the session expired. */
function useNotice(): string | null {
  const session = useSession()
  const [notice, setNotice] = useState<string | null>(null)
  useEffect(() => {
    const taken = takeNotice()
    if (taken) setNotice(text.notices[taken])
  }, [])
  if (notice) return notice
  return session.state === 'signed-out' && session.why === 'expired' ? text.notices.expired : null
}
