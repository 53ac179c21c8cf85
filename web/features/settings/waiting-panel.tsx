// Accounts that registered and wait for a role: they stand above the list until somebody decides. Touches api, ui and this feature.
import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { UserRow } from '#contract/administration.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { ago } from '#web/text/format.ts'
import { WAITING } from './lists.ts'
import css from './settings.module.css'
import { userText } from './text.ts'

const SHOWN = 5

interface WaitingPanelProps {
  onGiveRole: (user: UserRow) => void
  onDelete: (user: UserRow) => void
}

export function WaitingPanel({ onGiveRole, onDelete }: WaitingPanelProps) {
  const { data } = useQuery(fetchQuery('GET /api/users', WAITING))
  const waiting = (data?.data ?? []).filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return null
  return (
    <section className={css.waiting} aria-label={userText.waitingTitle}>
      <header className={css.waitingHead}>
        <IconUserQuestion size={20} aria-hidden />
        <div>
          <h2 className={css.waitingTitle}>{userText.waitingTitle}</h2>
          <p className={css.quiet}>{userText.waitingNote}</p>
        </div>
      </header>
      <ul className={css.waitingList}>
        {waiting.slice(0, SHOWN).map((user) => (
          <li key={user.id} className={css.waitingRow}>
            <span className={css.who}>
              <strong>{user.name || user.email}</strong>
              <span className={css.quiet}>
                {user.email} · {userText.asked(ago(user.created_at))}
              </span>
            </span>
            <span className={css.rowActions}>
              <Button
                size="xs"
                aria-label={userText.giveRoleTo(user.name || user.email)}
                onClick={() => onGiveRole(user)}
              >
                {userText.giveRole}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={userText.remove(user.name || user.email)}
                onClick={() => onDelete(user)}
              >
                {userText.submit.delete}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {waiting.length > SHOWN ? <p className={css.quiet}>{userText.more(waiting.length - SHOWN)}</p> : null}
    </section>
  )
}
