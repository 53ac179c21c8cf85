// Usuarios: the accounts of the product, with those that wait for a role on top. Touches api, lists, ui, text and this feature.
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { UserRow } from '#contract/administration.ts'
import { useUser } from '#web/api/session.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { ago, dateTime } from '#web/text/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { EditAndDelete } from './edit-and-delete.tsx'
import { USERS } from './lists.ts'
import css from './settings.module.css'
import { UsersTabs } from './tabs.tsx'
import { text, userText } from './text.ts'
import { DeleteUser } from './user-delete.tsx'
import { UserForm } from './user-form.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

/** What is open over the list. */
type Open = { mode: 'add' } | { mode: 'update' | 'delete'; user: UserRow } | null

export default function UsersScreen() {
  const me = useUser()
  const [role, setRole] = useSearchParam('role', { step: true })
  const [open, setOpen] = useState<Open>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const show = (next: Open) => {
    setNotice(null)
    setOpen(next)
  }
  const done = (message: string) => {
    setOpen(null)
    setNotice(message)
  }
  const edit = (user: UserRow) => show({ mode: 'update', user })
  const remove = (user: UserRow) => show({ mode: 'delete', user })
  return (
    <Page>
      <UsersTabs />
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <WaitingPanel onGiveRole={edit} onDelete={remove} />
      <ListTable
        {...USERS}
        id="users"
        title={text.users}
        subtitle={
          role === null ? (
            userText.note
          ) : (
            <>
              {userText.ofRole(role)} ·{' '}
              <UnstyledButton className={css.link ?? ''} onClick={() => setRole(null)}>
                {userText.everyRole}
              </UnstyledButton>
            </>
          )
        }
        query={{ role_name: role }}
        rowKey={(row) => String(row.id)}
        onAddUser={() => show({ mode: 'add' })}
        cells={{
          name: (row) => (
            <>
              {row.name}
              {row.id === me.id ? <span className={css.tag}>{userText.yourself}</span> : null}
            </>
          ),
          role: (row) => row.role || text.nobody,
          status: (row) => (
            <Tag tone={row.status === 'waiting' ? 'warning' : 'good'}>
              {row.status === 'waiting' ? userText.waiting : userText.active}
            </Tag>
          ),
          last_sign_in: (row) => (
            <span title={row.last_sign_in ? dateTime(row.last_sign_in) : undefined}>
              {row.last_sign_in ? ago(row.last_sign_in) : userText.never}
            </span>
          ),
          actions: (row) => <RowActions user={row} own={row.id === me.id} onEdit={edit} onDelete={remove} />,
        }}
      />
      {open?.mode === 'add' ? <UserForm onClose={() => setOpen(null)} onDone={done} /> : null}
      {open?.mode === 'update' ? (
        <UserForm user={open.user} onClose={() => setOpen(null)} onDone={done} />
      ) : null}
      {open?.mode === 'delete' ? (
        <DeleteUser user={open.user} onClose={() => setOpen(null)} onDone={done} />
      ) : null}
    </Page>
  )
}

interface RowActionsProps {
  user: UserRow
  own: boolean
  onEdit: (user: UserRow) => void
  onDelete: (user: UserRow) => void
}

function RowActions({ user, own, onEdit, onDelete }: RowActionsProps) {
  const called = user.name || user.email
  return (
    <EditAndDelete
      edit={{ tip: userText.title.update, label: userText.edit(called), onClick: () => onEdit(user) }}
      remove={
        own
          ? null
          : { tip: userText.title.delete, label: userText.remove(called), onClick: () => onDelete(user) }
      }
    />
  )
}
