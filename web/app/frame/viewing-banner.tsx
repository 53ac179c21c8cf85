// Says on every screen as whom a superAdmin looks, and leads back.
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { SessionUser } from '#web/api/session.ts'
import { stopViewing } from '#web/api/viewing.ts'
import { errorText } from '#web/text/errors.ts'
import { MessagePage } from '../pages/message-page.tsx'
import { text } from '../text.ts'
import classes from './viewing-banner.module.css'

export default function ViewingBanner({ name, email, role, viewing }: SessionUser) {
  const back = useMutation({ mutationFn: stopViewing })
  return (
    <aside className={classes.banner} aria-label={text.viewing.label}>
      <IconEye size={18} aria-hidden className={classes.icon} />
      <p>
        {viewing?.kind === 'role'
          ? text.viewing.role(name)
          : text.viewing.person(name || email, role[0] ?? '')}
        {back.error ? ` ${errorText(back.error)}` : null}
      </p>
      <BackButton back={back} />
    </aside>
  )
}

const BackButton = ({ back }: { back: { isPending: boolean; mutate: () => void } }) => (
  <Button size="xs" variant="default" data-no-print loading={back.isPending} onClick={() => back.mutate()}>
    {text.viewing.back}
  </Button>
)

/** Instead of the screen, once the account or role has changed. */
export function ViewingEnded() {
  const back = useMutation({ mutationFn: stopViewing })
  return (
    <MessagePage title={text.viewing.endedTitle} action={<BackButton back={back} />}>
      <p>{back.error ? errorText(back.error) : text.viewing.ended}</p>
    </MessagePage>
  )
}
