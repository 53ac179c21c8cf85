// The link of the user's account to the identity provider.

import { Box } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call, useCall } from '#web/api/call.ts'
import { useConfirmation } from '#web/shared/dialogs/dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/message.tsx'
import { Awaited, Panel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { signInFailure } from './failure.ts'
import { myAccountText } from './my-account-text.ts'

const { provider: words } = myAccountText

export function ProviderPanel() {
  const { data, isPending } = useCall('GET /api/account/provider')
  if (isPending) return <Awaited />
  if (!data?.data.name) return null
  const { name, linked, can_link } = data.data
  return (
    <Panel title={words.title(name)} subtitle={linked ? words.linked : words.note}>
      {linked ? null : can_link ? <LinkForm name={name} /> : <p className={shared.message}>{words.cannot}</p>}
    </Panel>
  )
}

function LinkForm({ name }: { name: string }) {
  const start = useMutation({
    mutationFn: () => call('POST /api/account/provider'),
    onSuccess: ({ data }) => location.assign(data.url),
  })
  const { confirmation, confirmed, isConfirming, failure } = useConfirmation(start.error)
  return (
    <Box
      component="form"
      className={shared.form}
      maw={380}
      noValidate
      onSubmit={confirmed(() => start.mutate())}
    >
      <p className={shared.quiet}>{words.consequence}</p>
      {confirmation ?? (failure ? <Failure>{signInFailure(failure)}</Failure> : null)}
      <Button
        frame="filled"
        tall
        type="submit"
        style={{ justifySelf: 'start' }}
        working={start.isPending || start.isSuccess || isConfirming}
      >
        {words.link(name)}
      </Button>
    </Box>
  )
}
