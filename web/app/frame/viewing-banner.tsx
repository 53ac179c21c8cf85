// Says on every screen as whom a superAdmin looks, and leads back.

import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { SessionUser } from '#web/api/session.ts'
import { stopViewing } from '#web/api/viewing.ts'
import { errorText } from '#web/text/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { MessagePage } from '../pages/message-page.tsx'
import classes from './viewing-banner.module.css'
import { viewingText } from './viewing-text.ts'

/** `user`: undefined once the account or role has changed, in place of the screen. */
export default function Viewing({ user }: { user?: SessionUser }) {
  const back = useMutation({ mutationFn: stopViewing })
  const failure = back.error ? errorText(back.error) : null
  const button = (
    <Button
      frame={user ? 'bordered' : 'filled'}
      tall={!user}
      data-no-print
      working={back.isPending}
      onClick={() => back.mutate()}
    >
      {viewingText.back}
    </Button>
  )
  if (!user)
    return (
      <MessagePage title={viewingText.endedTitle} action={button}>
        <p>{failure ?? viewingText.ended}</p>
      </MessagePage>
    )
  return (
    <aside className={classes.banner} aria-label={viewingText.label}>
      <IconEye size={18} aria-hidden className={classes.icon} />
      <p>{[wordsOf(user), failure].filter(Boolean).join(' ')}</p>
      {button}
    </aside>
  )
}

const wordsOf = ({ name, email, role, viewing }: SessionUser) =>
  viewing?.kind === 'role' ? viewingText.role(name) : viewingText.person(name || email, role[0] ?? '')
