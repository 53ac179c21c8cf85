// Signs in with a passkey: alone, or as the second step after the password.

import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call, useCall } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { enterSession, type SecondStep } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { signInFailure } from './failure.ts'
import { passkeyLibrary } from './passkey-library.ts'
import { text } from './text.ts'

type Props = {
  readonly onFailed: (failure: string) => void
} & (
  | { readonly step: SecondStep; readonly remember?: undefined }
  | { readonly step?: undefined; readonly remember: () => boolean }
)

const browserKnowsPasskeys = typeof PublicKeyCredential === 'function'

export function PasskeyButton(props: Props) {
  const options = useCall('GET /api/login/options')
  const signIn = useMutation({
    mutationFn: () =>
      props.step
        ? answer(props.step, props.step.token)
        : answer({ remember: props.remember(), enter: (token) => enterSession(token, props.remember()) }),
    onError: (error) => props.onFailed(passkeyFailure(error)),
  })
  if (!browserKnowsPasskeys || !options.data?.data.passkeys) return null
  return (
    <Button frame="bordered" wide working={signIn.isPending} onClick={() => signIn.mutate()}>
      <IconFingerprint size={18} aria-hidden />
      {props.step ? text.passkeyStep : text.passkey}
    </Button>
  )
}

async function answer({ remember, enter }: Pick<SecondStep, 'remember' | 'enter'>, step?: string) {
  const { startAuthentication } = await passkeyLibrary()
  const { data } = await call('POST /api/login/passkey/start', {
    body: step === undefined ? {} : { second_factor: step },
  })
  // The server created the options with the same library.
  const optionsJSON = data.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const response = { ...(await startAuthentication({ optionsJSON })), clientExtensionResults: {} }
  const signedIn = await call('POST /api/login/passkey', { body: { token: data.token, remember, response } })
  await enter(signedIn.data.access_token)
}

function passkeyFailure(error: unknown): string {
  if (!(error instanceof ApiError) && error instanceof Error && error.name === 'NotAllowedError')
    return text.errors.passkeyCancelled
  return signInFailure(error)
}
