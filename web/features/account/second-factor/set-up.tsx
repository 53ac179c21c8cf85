// Pairs an authenticator application: QR code or key, the first code, then the recovery codes.
import { Alert, Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Answer, call } from '#web/api/call.ts'
import { focusFirstError } from '#web/ui/forms/focus-first-error.ts'
import shared from '#web/ui/shared.module.css'
import { CodeField } from '../code-field.tsx'
import { codeFailure, isStepExpired } from '../failure.ts'
import { text } from '../text.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import css from './second-factor.module.css'
import { factorText } from './text.ts'
import { useRecent } from './use-recent.tsx'

export type Started = Answer<'POST /api/account/second-factor/start'>['data']

interface SetUpProps {
  readonly started: Started
  readonly onDone: () => void
  readonly onCancel?: () => void
}

export function SetUp({ started, onDone, onCancel }: SetUpProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [recovery, setRecovery] = useState<readonly string[]>([])
  const {
    call: send,
    error,
    question,
  } = useRecent(
    (typed: string) =>
      call('POST /api/account/second-factor', { body: { token: started.token, code: typed } }),
    ({ data }) => setRecovery(data.recovery_codes),
  )
  if (recovery.length > 0) return <RecoveryCodes codes={recovery} onKept={onDone} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    focusFirstError(event.currentTarget, () => {
      if (code.trim() !== '') send.mutate(code)
    })
  }
  if (question) return question
  return (
    <form className={css.steps} noValidate onSubmit={submit}>
      <p className={css.step}>{factorText.scan}</p>
      <QrCode value={started.uri} label={factorText.picture} />
      <p className={shared.quiet}>
        {factorText.byHand}
        <code className={css.key}>{started.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeField
        label={factorText.confirmCode}
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={missing ? text.errors.codeRequired : null}
      />
      {error ? (
        <Alert color="red" variant="light">
          {isStepExpired(error) ? factorText.setUpExpired : codeFailure(error)}
        </Alert>
      ) : null}
      <div className={css.actions}>
        <Button type="submit" loading={send.isPending}>
          {factorText.activate}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            {factorText.cancel}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
