// Sign-in. On success the session starts and the route redirects to the requested page.
import { Checkbox, Flex } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useCall } from '#web/api/call.ts'
import { type SecondStep, signIn, useSession } from '#web/api/session.ts'
import { codeFailure, isStepExpired, signInFailure } from './failure.ts'
import classes from './form-page.module.css'
import { AccountLink, CodeField, FormField, FormPage, type PageNotice, SecretField } from './form-page.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButton, ProviderOnly } from './provider-button.tsx'
import { signInRules } from './rules.ts'
import { sendCode } from './send-code.ts'
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
        notice={notice?.message ?? null}
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
      <FormField form={form} name="email" type="email" label={text.email} autoComplete="username" autoFocus />
      <SecretField form={form} name="password" label={text.password} autoComplete="current-password" />
      <Flex align="center" justify="space-between" gap={12}>
        <Checkbox
          label={text.rememberMe}
          key={form.key('remember')}
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
        <AccountLink to="/auth/reset-password">{text.forgot}</AccountLink>
      </Flex>
    </FormPage>
  )
}

/** The message of the previous page, or that the session expired. */
function useNotice(): PageNotice | null {
  const session = useSession()
  const [notice, setNotice] = useState<string | null>(null)
  useEffect(() => {
    const taken = takeNotice()
    if (taken) setNotice(text.notices[taken])
  }, [])
  if (notice) return { message: notice, tone: 'done' }
  const isExpired = session.state === 'signed-out' && session.why === 'expired'
  return isExpired ? { message: text.notices.expired, tone: 'info' } : null
}

interface CodePageProps {
  readonly email: string
  readonly step: SecondStep
  /** Returns to the password step; the argument is the error to show, or null if the user asked for it. */
  readonly onStartOver: (failure: string | null) => void
}

function CodePage({ email, step, onStartOver }: CodePageProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const send = useMutation({
    mutationFn: (typed: string) => sendCode(step, typed),
    onError: (error) => {
      if (isStepExpired(error)) onStartOver(text.errors.stepExpired)
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '') send.mutate(code)
  }
  return (
    <FormPage
      title={text.secondStep}
      hint={text.secondStepHint(email)}
      failure={send.isError ? codeFailure(send.error) : null}
      submit={text.verify}
      busy={send.isPending || send.isSuccess}
      onSubmit={submit}
      others={
        step.methods.includes('passkey') ? <PasskeyButton {...{ step, onFailed: onStartOver }} /> : null
      }
      foot={
        <button type="button" className={classes.link} onClick={() => onStartOver(null)}>
          {text.startOver}
        </button>
      }
    >
      <CodeField
        large
        description={step.methods.includes('code') ? text.codeHint : text.recoveryHint}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={missing ? text.errors.codeRequired : null}
      />
    </FormPage>
  )
}
