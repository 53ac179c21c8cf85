// Usuarios: the accounts, with those waiting for a role on top.

import { lazy, Suspense, useState } from 'react'
import type { UserRow } from '#contract/administration.ts'
import { ACCOUNT_STATUS_LABELS } from '#contract/value-labels.ts'
import { useUser } from '#web/api/session.ts'
import { useEditor } from '#web/shared/dialogs/dialog-state.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { ago, dateTime } from '#web/text/format.ts'
import { Notice } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { Tag } from '#web/ui/tag.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { EditAndDelete, UsersTabs, ViewAs } from '../parts.tsx'
import { USERS } from '../queries.ts'
import css from '../settings.module.css'
import { text } from '../text.ts'
import { LinkRequests } from './link-requests.tsx'
import { userText } from './text.ts'
import { WaitingPanel } from './waiting-panel.tsx'

// Loaded on first use.
const UserForm = lazy(async () => ({ default: (await import('./user-form.tsx')).UserForm }))
const ResetSecondFactor = lazy(async () => ({
  default: (await import('./user-form.tsx')).ResetSecondFactor,
}))
const DeleteUser = lazy(async () => ({ default: (await import('./user-form.tsx')).DeleteUser }))

export default function UsersScreen() {
  const me = useUser()
  const [role] = useSearchParam('role')
  /** Role of a new account, chosen among the roles. */
  const [roleOfNew, setRoleOfNew] = useSearchParam('new')
  const { open, notice, clearNotice, add, update, remove, dialog } = useEditor<UserRow>()
  const [resetting, setResetting] = useState<UserRow | null>(null)
  return (
    <Page>
      <UsersTabs />
      <Notice onClose={clearNotice}>{notice}</Notice>
      <LinkRequests onDone={dialog.onDone} />
      <WaitingPanel onGiveRole={update} onDelete={remove} />
      <ListTable
        {...USERS}
        id="users"
        title={text.users}
        subtitle={role === null ? userText.note : <OnlyRole role={role} />}
        query={{ role_name: role }}
        onAddUser={add}
        cells={{
          name: ({ id, name }) => (
            <>
              {name}
              {id === me.id ? (
                <span className={`${shared.pill} ${css.badge}`}>{userText.yourself}</span>
              ) : null}
            </>
          ),
          role: (row) => row.role || text.none,
          status: ({ status, confirmed, second_factor }) => (
            <span className={shared.line}>
              <Tag tone={status === 'active' && confirmed ? 'good' : 'warning'}>
                {status === 'active' && !confirmed ? userText.unconfirmed : ACCOUNT_STATUS_LABELS[status]}
              </Tag>
              {second_factor ? <span className={shared.pill}>{userText.secondFactor}</span> : null}
            </span>
          ),
          last_sign_in: ({ last_sign_in }) => (
            <span title={last_sign_in ? dateTime(last_sign_in) : undefined}>
              {last_sign_in ? ago(last_sign_in) : userText.never}
            </span>
          ),
          actions: (row) => (
            <RowActions
              user={row}
              isMe={row.id === me.id}
              onEdit={update}
              onDelete={remove}
              onReset={setResetting}
            />
          ),
        }}
      />
      <Suspense>
        {open?.mode === 'add' ? <UserForm {...dialog} /> : null}
        {roleOfNew !== null && open === null ? (
          <UserForm
            role={roleOfNew}
            onClose={() => setRoleOfNew(null)}
            onDone={(message) => {
              setRoleOfNew(null)
              dialog.onDone(message)
            }}
          />
        ) : null}
        {open?.mode === 'update' ? <UserForm user={open.row} {...dialog} /> : null}
        {open?.mode === 'delete' ? <DeleteUser user={open.row} {...dialog} /> : null}
        {resetting ? (
          <ResetSecondFactor
            user={resetting}
            onClose={() => setResetting(null)}
            onDone={(message) => {
              setResetting(null)
              dialog.onDone(message)
            }}
          />
        ) : null}
      </Suspense>
    </Page>
  )
}

/** The role by which the list is filtered, and a button that removes the filter. */
function OnlyRole({ role }: { role: string }) {
  const [, setRole] = useSearchParam('role', { step: true })
  return (
    <>
      {userText.ofRole(role)} ·{' '}
      <button type="button" className={`${shared.link} ${shared.small}`} onClick={() => setRole(null)}>
        {userText.everyRole}
      </button>
    </>
  )
}

interface RowActionsProps {
  user: UserRow
  isMe: boolean
  onEdit: (user: UserRow) => void
  onDelete: (user: UserRow) => void
  onReset: (user: UserRow) => void
}

function RowActions({ user, isMe, onEdit, onDelete, onReset }: RowActionsProps) {
  const name = user.name || user.email
  const remove = {
    tooltip: userText.title.delete,
    label: userText.remove(name),
    onClick: () => onDelete(user),
  }
  const reset = {
    tooltip: userText.reset.title,
    label: userText.reset.label(name),
    onClick: () => onReset(user),
  }
  return (
    <EditAndDelete
      edit={{ tooltip: userText.title.update, label: userText.edit(name), onClick: () => onEdit(user) }}
      remove={isMe ? null : remove}
      reset={isMe || !user.second_factor ? null : reset}
      viewAs={
        isMe || user.role === '' ? null : (
          <ViewAs label={userText.viewAs(name)} as={{ kind: 'user', id: user.id }} />
        )
      }
    />
  )
}

/** For a colleague who lost both the phone and the recovery codes. */
