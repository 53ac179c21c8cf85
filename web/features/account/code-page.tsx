// The second step of a sign-in, in the place of the form with the password.
import { UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SecondStep } from '#web/api/session.ts'
import { CodeField } from './code-field.tsx'
import { codeFailure, isStepExpired } from './failure.ts'
import classes from './form-page.module.css'
import { FormPage } from './form-page.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { sendCode } from './send-code.ts'
import { text } from './text.ts'

interface CodePageProps {
  readonly email: string
  readonly step: SecondStep
  /** Returns to the password step; the argument is the error to show, or null if the user asked for it. */
  readonly onStartOver: (failure: string | null) => void
}

export function CodePage({ email, step, onStartOver }: CodePageProps) {
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
        <UnstyledButton className={classes.link} onClick={() => onStartOver(null)}>
          {text.startOver}
        </UnstyledButton>
      }
    >
      <CodeField
        size="md"
        description={step.methods.includes('code') ? text.codeHint : text.recoveryHint}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={missing ? text.errors.codeRequired : null}
      />
    </FormPage>
  )
}
