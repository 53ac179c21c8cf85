// First sign-in of a role that requires a second factor: nothing else opens until it is set up.

import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api/call.ts'
import { retrySession, signOut } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/message.tsx'
import { signInFailure } from '../failure.ts'
import form from '../form-page.module.css'
import { text } from '../text.ts'
import { SetUp, type Started } from './set-up.tsx'
import { factorText } from './text.ts'
import { useRecent } from './use-recent.tsx'

export default function RequiredPage() {
  const router = useRouter()
  const [started, setStarted] = useState<Started | null>(null)
  const { send, error, question } = useRecent(
    () => call('POST /api/account/second-factor/start'),
    ({ data }) => setStarted(data),
  )
  const leave = async () => {
    await retrySession()
    // The route redirects once the session no longer needs it.
    await router.invalidate()
  }
  return (
    <>
      <h1 className={form.title}>{factorText.requiredTitle}</h1>
      <p className={form.hint}>{factorText.requiredHint}</p>
      {error ? <Failure>{signInFailure(error)}</Failure> : null}
      {started ? (
        <SetUp started={started} onDone={() => void leave()} />
      ) : (
        (question ?? (
          <Button frame="filled" wide working={send.isPending} onClick={() => send.mutate(undefined)}>
            {factorText.begin}
          </Button>
        ))
      )}
      <p className={form.foot}>
        <button type="button" className={form.link} onClick={() => void signOut()}>
          {text.signOut}
        </button>
      </p>
    </>
  )
}
