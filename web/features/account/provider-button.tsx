// Opens the sign-in of the identity provider.

import { Stack } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { carriedTo } from '#web/api/return-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure, Message } from '#web/ui/message.tsx'
import { signInFailure } from './failure.ts'
import classes from './form-page.module.css'
import { text } from './text.ts'

interface ProviderProps {
  readonly name: string
  readonly onFailed: (failure: string) => void
}

export function ProviderButton({ name, onFailed }: ProviderProps) {
  const start = useMutation({
    mutationFn: () => {
      const redirect = carriedTo(Object.fromEntries(new URLSearchParams(location.search)))
      return call('POST /api/login/provider', { body: { redirect } })
    },
    onSuccess: ({ data }) => location.assign(data.url),
    onError: (error) => onFailed(signInFailure(error)),
  })
  return (
    <Button frame="bordered" wide working={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
      <IconBuilding size={18} aria-hidden />
      {text.withProvider(name)}
    </Button>
  )
}

interface ProviderOnlyProps extends ProviderProps {
  readonly notice: string | null
  readonly failure: string | null
  readonly onLocal: () => void
}

/** The sign-in page while passwords are only for the emergency account. */
export const ProviderOnly = ({ notice, failure, onLocal, ...provider }: ProviderOnlyProps) => (
  <>
    <h1 className={classes.title}>{text.welcome}</h1>
    <p className={classes.hint}>{text.withProviderHint}</p>
    <div role="status" className={classes.notice}>
      {notice && !failure ? <Message tone="info">{notice}</Message> : null}
    </div>
    <Stack gap="md">
      {failure ? <Failure>{failure}</Failure> : null}
      <ProviderButton {...provider} />
    </Stack>
    <p className={classes.foot}>
      <button type="button" className={classes.link} onClick={onLocal}>
        {text.emergency}
      </button>
    </p>
  </>
)
