// Pairs an authenticator application: QR code or key, the first code, then the recovery codes.

import { Flex, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import { type Answer, call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { focusFirstError } from '#web/ui/forms/focus-first-error.ts'
import { Failure } from '#web/ui/message.tsx'
import shared from '#web/ui/shared.module.css'
import { codeFailure, isStepExpired } from '../failure.ts'
import { CodeField } from '../form-page.tsx'
import { text } from '../text.ts'
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
  const { send, error, question } = useRecent(
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
    <form noValidate onSubmit={submit}>
      <Stack gap={14} maw={460}>
        <p>{factorText.scan}</p>
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
          <Failure>{isStepExpired(error) ? factorText.setUpExpired : codeFailure(error)}</Failure>
        ) : null}
        <Flex wrap="wrap" gap={8}>
          <Button frame="filled" tall type="submit" working={send.isPending}>
            {factorText.activate}
          </Button>
          {onCancel ? (
            <Button frame="bordered" tall onClick={onCancel}>
              {factorText.cancel}
            </Button>
          ) : null}
        </Flex>
      </Stack>
    </form>
  )
}

/** Dark on white in both themes, because every scanner reads that. */
function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      className={shared.box}
      width={196}
      height={196}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={squares.join('')} />
    </svg>
  )
}
