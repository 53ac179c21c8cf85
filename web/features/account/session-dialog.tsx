// Sign-in over an open form after the session expired, so that nothing typed is lost.

import { Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { giveUpSession, resumeSession, type SecondStep, type SessionUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Failure } from '#web/ui/message.tsx'
import { codeFailure, isStepExpired, signInFailure } from './failure.ts'
import classes from './form-page.module.css'
import { CodeField } from './form-page.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { sendCode } from './send-code.ts'
import { text } from './text.ts'

/** The dialog below must not close on Escape either. */
const KEPT = { 'data-mantine-stop-propagation': true }

export default function SessionDialog({ user }: { user: SessionUser }) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [code, setCode] = useState('')
  const [step, setStep] = useState<SecondStep | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setFailure(text.rules.passwordRequired)
    if (step && code.trim() === '') return setFailure(text.errors.codeRequired)
    setBusy(true)
    setFailure(null)
    try {
      if (step) return await sendCode(step, code)
      const next = await resumeSession(password)
      if (!next) return
      setStep(next)
    } catch (error) {
      if (step && isStepExpired(error)) setStep(null)
      setFailure(isStepExpired(error) ? text.errors.stepExpired : (step ? codeFailure : signInFailure)(error))
    }
    setBusy(false)
  }

  return (
    <Modal
      opened
      onClose={giveUpSession}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={400}
      padding="lg"
      radius="lg"
      centered
      attributes={{ content: { 'aria-label': text.resume.title } }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <div>
            <h2 className={classes.title}>{text.resume.title}</h2>
            <p className={classes.hint}>{text.resume.hint(user.email)}</p>
          </div>
          {failure ? <Failure>{failure}</Failure> : null}
          <input type="hidden" autoComplete="username" value={user.email} readOnly />
          {step ? (
            <CodeField
              {...KEPT}
              description={step.methods.includes('code') ? text.codeHint : text.recoveryHint}
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          ) : (
            <PasswordField
              {...KEPT}
              label={text.password}
              autoComplete="current-password"
              data-autofocus
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          {step?.methods.includes('passkey') ? <PasskeyButton {...{ step, onFailed: setFailure }} /> : null}
          <Group justify="flex-end" gap={8}>
            <Button frame="bordered" tall {...KEPT} onClick={giveUpSession}>
              {text.resume.giveUp}
            </Button>
            <Button frame="filled" tall {...KEPT} type="submit" working={busy}>
              {text.signIn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
