// Accounts that registered and wait for a role, above the list of users.
import { Flex } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import type { UserRow } from '#contract/administration.ts'
import { useCall } from '#web/api/call.ts'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { ago } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Awaited } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { WAITING } from '../queries.ts'
import { userText } from './text.ts'
import css from './users.module.css'

const SHOWN = 5

interface WaitingPanelProps {
  onGiveRole: (user: UserRow) => void
  onDelete: (user: UserRow) => void
}

export function WaitingPanel(props: WaitingPanelProps) {
  const { data, isPending } = useCall('GET /api/users', WAITING)
  if (isPending) return <Awaited />
  const waiting = (data?.data ?? []).filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return null
  return (
    <section className={`${shared.card} ${css.waiting}`} aria-label={userText.waitingTitle}>
      <header className={css.head}>
        <IconUserQuestion size={20} aria-hidden />
        <div>
          <h2 className={shared.heading}>{userText.waitingTitle}</h2>
          <p className={shared.quiet}>{userText.waitingNote}</p>
        </div>
      </header>
      <ul>
        {waiting.slice(0, SHOWN).map((user) => (
          <WaitingUser key={user.id} user={user} {...props} />
        ))}
      </ul>
      {waiting.length > SHOWN ? (
        <p className={shared.quiet}>{userText.more(waiting.length - SHOWN)}</p>
      ) : null}
    </section>
  )
}

function WaitingUser({ user, onGiveRole, onDelete }: WaitingPanelProps & { user: UserRow }) {
  const name = user.name || user.email
  return (
    <li className={css.row}>
      <span className={css.person}>
        <strong>{name}</strong>
        <span className={shared.quiet}>
          {user.email} · {userText.asked(ago(user.created_at))}
        </span>
      </span>
      <Flex component="span" flex="none" align="center" gap={6}>
        <Button frame="filled" aria-label={userText.giveRoleTo(name)} onClick={() => onGiveRole(user)}>
          {userText.giveRole}
        </Button>
        <RowButton aria-label={userText.remove(name)} onClick={() => onDelete(user)}>
          {userText.submit.delete}
        </RowButton>
      </Flex>
    </li>
  )
}
