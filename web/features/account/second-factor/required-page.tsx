// First sign-in of a role that requires a second factor: nothing else opens until it is set up.
import { Box, Button, UnstyledButton } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api/call.ts'
import { retrySession, signOut } from '#web/api/session.ts'
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
      {error ? (
        <Box component="p" my="1em" role="alert">
          {signInFailure(error)}
        </Box>
      ) : null}
      {started ? (
        <SetUp started={started} onDone={() => void leave()} />
      ) : (
        (question ?? (
          <Button size="md" fullWidth loading={send.isPending} onClick={() => send.mutate(undefined)}>
            {factorText.begin}
          </Button>
        ))
      )}
      <p className={form.foot}>
        <UnstyledButton className={form.link} onClick={() => void signOut()}>
          {text.signOut}
        </UnstyledButton>
      </p>
    </>
  )
}
